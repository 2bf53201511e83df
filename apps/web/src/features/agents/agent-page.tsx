'use client';

import { UpdateAgentDocument } from '@memory-hub/graphql-client';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { act } from '../../data/hub';
import { Button } from '../../ui/button';
import { Empty, ErrorBox, FormFault, SkeletonRows } from '../../ui/feedback';
import { languageOf } from '../../ui/ranges';
import { Ago, Words } from '../../ui/text';
import { usePlace } from '../shell/place';
import { AgentBadge } from './agent-badge';
import { useClientLabel } from './client-label';
import { Connect } from './connect';
import { KeySection } from './key-section';
import { MemorySection } from './memory-section';
import { Mounts } from './mounts';
import { Received } from './received';
import { secretOf } from './secrets';
import { useAgent, useLoadoutAct, type Agent } from './use-agent';
import { useAgentStatus } from './use-agent-status';

export function AgentPage({ id }: { id: string }) {
  const t = useTranslations('agents');
  const query = useAgent(id);
  const agent = query.data?.agent;
  usePlace(agent?.name);
  if (query.isError) {
    return (
      <div className="page">
        <ErrorBox whole title={t('agentFailed')} error={query.error} onRetry={() => void query.refetch()} />
      </div>
    );
  }
  if (agent === undefined) {
    return (
      <div className="page">
        <SkeletonRows rows={6} lines={2} />
      </div>
    );
  }
  if (agent === null) {
    return (
      <div className="page">
        <Empty
          whole
          title={t('missing')}
          actions={
            <Link className="btn" href="/agents">
              {t('all')}
            </Link>
          }
        >
          {t('missingText')}
        </Empty>
      </div>
    );
  }
  return <Body agent={agent} conversations={query.data?.conversations} />;
}

type Conversations = NonNullable<ReturnType<typeof useAgent>['data']>['conversations'];

function Body({ agent, conversations }: { agent: Agent; conversations: Conversations | undefined }) {
  const t = useTranslations('agents');
  const now = useAgentStatus(agent.id, agent);
  const secret = secretOf(agent.id);
  return (
    <div className="agent-page">
      <div className="pane">
        <Head agent={agent} now={now} />
        <Mounts agent={agent} />
        <KeySection agent={agent} now={now} />
        <section className="sect" aria-label={t('connect')}>
          <header>
            <h2>{t('connect')}</h2>
            <AgentBadge agent={now} />
          </header>
          <div className="stack-4">
            <Connect agent={now} secret={secret} />
          </div>
        </section>
        <MemorySection agent={agent} conversations={conversations} />
      </div>
      <Received agent={agent} />
    </div>
  );
}

function Head({
  agent,
  now,
}: {
  agent: Agent;
  now: Pick<Agent, 'status' | 'lastCallAt' | 'firstCallAt' | 'key' | 'clientType' | 'lastClient'>;
}) {
  const t = useTranslations('agents');
  const clientOf = useClientLabel();
  const paused = now.status.toLowerCase() === 'paused';
  const pause = useLoadoutAct(agent.id, async () => {
    const { updateAgent } = await act(UpdateAgentDocument, { input: { id: agent.id, paused: !paused } });
    return updateAgent.agent;
  });
  return (
    <header className="detail-head">
      <div className="flow">
        <AgentBadge agent={now} />
        <span className="meta flow sep">
          <span>{clientOf(now)}</span>
          {now.lastCallAt !== null && (
            <span>{t.rich('called', { ago: () => <Ago at={now.lastCallAt ?? ''} /> })}</span>
          )}
        </span>
        {agent.viewerCan.edit && (
          <span className="push">
            <Button busy={pause.isPending} onClick={() => pause.mutate(undefined)}>
              {t(paused ? 'resume' : 'pause')}
            </Button>
          </span>
        )}
      </div>
      <h1 lang={languageOf(agent.name)}>{agent.name}</h1>
      <p className="ink2">
        {agent.rolePrompt !== '' && (
          <>
            <Words text={agent.rolePrompt} />{' '}
          </>
        )}
        {t.rich('belongs', {
          owner: () => <span lang={languageOf(agent.owner.name)}>{agent.owner.name}</span>,
          space: () => <span lang={languageOf(agent.space.name)}>{agent.space.name}</span>,
        })}
      </p>
      <FormFault error={pause.error} />
    </header>
  );
}
