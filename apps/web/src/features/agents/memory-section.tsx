'use client';

import { RunExtractionDocument, type AgentQuery } from '@memory-hub/graphql-client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import Link from 'next/link';
import { act } from '../../data/hub';
import { keys } from '../../data/keys';
import { useFormat } from '../../i18n/format';
import { Button } from '../../ui/button';
import { FormFault, Notice } from '../../ui/feedback';
import { Ago, Layer, Words } from '../../ui/text';
import { useToast } from '../../ui/toast';
import type { Agent } from './use-agent';

interface MemorySectionProps {
  agent: Agent;
  conversations: AgentQuery['conversations'] | undefined;
}

/** How much the agent remembers, what still waits to be read, and its latest sessions. */
export function MemorySection({ agent, conversations }: MemorySectionProps) {
  const t = useTranslations('agentMemory');
  const { memory } = agent;
  const sessions = conversations?.edges.map(({ node }) => node) ?? [];
  return (
    <section className="sect" aria-label={t('title')}>
      <header>
        <h2>{t('title')}</h2>
        <span className="meta">{t('lead')}</span>
        <Link className="push" href={`/search?agent=${agent.id}`}>
          {t('search')}
        </Link>
      </header>
      <dl className="counts">
        <Count agent={agent} layer="L0" name={t('turns')} value={memory.turns} />
        <Count agent={agent} layer="L1" name={t('cards')} value={memory.cards} />
        <Count agent={agent} layer="L2" name={t('scenes')} value={memory.scenes} />
      </dl>
      {memory.pendingTurns > 0 && (
        <p className="ink2">
          {t('pending', { count: memory.pendingTurns })}{' '}
          {memory.oldestPendingAt !== null && (
            <span className="meta">
              {t.rich('oldest', { ago: () => <Ago at={memory.oldestPendingAt ?? ''} /> })}
            </span>
          )}
        </p>
      )}
      {memory.lastError !== null && (
        <Notice tone="warn" title={t('lastError')}>
          {memory.lastError}
        </Notice>
      )}
      {sessions.length > 0 && <Sessions agent={agent} sessions={sessions} />}
    </section>
  );
}

interface CountProps {
  agent: Agent;
  layer: 'L0' | 'L1' | 'L2';
  name: string;
  value: number;
}

/** How much there is of a layer, and the way to look through it, for who may. */
function Count({ agent, layer, name, value }: CountProps) {
  const t = useTranslations('agentMemory');
  const format = useFormat();
  const shown = format.number(value);
  return (
    <div>
      <dt>
        <Layer layer={layer} /> {name}
      </dt>
      <dd>
        {agent.viewerCan.readMemory && value > 0 ? (
          <Link
            href={`/search?agent=${agent.id}&layer=${layer}`}
            aria-label={t('lookThrough', { name, count: shown })}
          >
            {shown}
          </Link>
        ) : (
          shown
        )}
      </dd>
    </div>
  );
}

type Session = AgentQuery['conversations']['edges'][number]['node'];

function Sessions({ agent, sessions }: { agent: Agent; sessions: readonly Session[] }) {
  const t = useTranslations('agentMemory');
  const toast = useToast();
  const client = useQueryClient();
  const run = useMutation({
    mutationFn: (sessionId: string) =>
      act(RunExtractionDocument, { input: { agentId: agent.id, sessionId } }),
    onSuccess: () => {
      toast(t('started'));
      void client.invalidateQueries({ queryKey: keys.agent(agent.id) });
    },
  });
  return (
    <>
      <FormFault error={run.error} />
      <table className="tbl stack" aria-label={t('sessions')}>
        <thead>
          <tr>
            <th scope="col">{t('session')}</th>
            <th scope="col">{t('about')}</th>
            <th scope="col">{t('started0')}</th>
            <th scope="col" className="num">
              {t('turns')}
            </th>
            <th scope="col" className="num">
              {t('waiting')}
            </th>
            <th scope="col">
              <span className="vh">{t('actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {sessions.map((session) => (
            <tr key={session.id}>
              <td>
                <Link className="ttl" href={`/search?agent=${agent.id}&layer=L0&peek=${session.id}`}>
                  <Words text={session.title ?? session.sessionId} />
                </Link>
              </td>
              <td data-l={t('about')}>
                <Words text={session.subject} />
              </td>
              <td data-l={t('started0')}>
                <Ago at={session.startedAt} />
              </td>
              <td data-l={t('turns')} className="num">
                {session.turnCount}
              </td>
              <td data-l={t('waiting')} className="num">
                {session.pendingTurns}
              </td>
              <td className="num">
                {session.pendingTurns > 0 && (
                  <Button
                    busy={run.isPending && run.variables === session.sessionId}
                    onClick={() => run.mutate(session.sessionId)}
                  >
                    {t('run')}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
