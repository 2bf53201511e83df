'use client';

import { CreateAgentDocument, type AgentKeyOutcomeFragment } from '@memory-hub/graphql-client';
import { useMutation } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useEffect, useState, type FormEvent } from 'react';
import { HubError, act } from '../../data/hub';
import { LiveUpdates } from '../../data/hub-provider';
import { Button } from '../../ui/button';
import { FormFault } from '../../ui/feedback';
import { TextField } from '../../ui/field';
import { ClientField } from '../agents/client-field';
import { Connect } from '../agents/connect';
import { keepSecret } from '../agents/secrets';
import { useAgentStatus } from '../agents/use-agent-status';

export type NewAgent = NonNullable<AgentKeyOutcomeFragment['agent']> & { secret: string };

export function AgentStep({ spaceId, onDone }: { spaceId: string; onDone: (agent: NewAgent) => void }) {
  const t = useTranslations('entry');
  const [name, setName] = useState('builder');
  const [clientType, setClientType] = useState('claude-code');
  const create = useMutation({
    mutationFn: () => act(CreateAgentDocument, { input: { spaceId, name: name.trim(), clientType } }),
    onSuccess: ({ createAgent: { agent, key } }) => {
      if (agent === null || key === null) return;
      keepSecret(agent.id, key);
      onDone({ ...agent, secret: key });
    },
  });
  const fault = create.error instanceof HubError ? create.error : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <form className="in-form" onSubmit={submit}>
      <p className="ink2">{t('setup.agentText')}</p>
      <FormFault error={create.error} fields={['name']} />
      <div className="cols2">
        <TextField
          label={t('agentName')}
          required
          value={name}
          fault={fault?.faultOf('name')}
          onChange={(event) => setName(event.target.value)}
        />
        <ClientField value={clientType} onChange={setClientType} />
      </div>
      <p>
        <Button type="submit" look="primary" large busy={create.isPending}>
          {t('setup.createAgent')}
        </Button>
      </p>
    </form>
  );
}

export function ConnectStep({ agent, onConnected }: { agent: NewAgent; onConnected: () => void }) {
  return (
    <LiveUpdates following>
      <Waiting agent={agent} onConnected={onConnected} />
    </LiveUpdates>
  );
}

function Waiting({ agent, onConnected }: { agent: NewAgent; onConnected: () => void }) {
  const t = useTranslations('entry');
  const now = useAgentStatus(agent.id, agent);
  const connected = now.firstCallAt !== null;
  useEffect(() => {
    if (connected) onConnected();
  }, [connected, onConnected]);
  return (
    <>
      <p className="ink2">
        {t.rich('setup.connectText', { name: agent.name, b: (text) => <b className="ink">{text}</b> })}
      </p>
      <Connect agent={now} secret={agent.secret} />
      <p className="flow">
        {connected ? (
          <Link className="btn primary lg" href="/search">
            {t('open')}
          </Link>
        ) : (
          <>
            <Button large blocked={t('setup.openBlocked')}>
              {t('open')}
            </Button>
            <Link className="btn quiet lg" href="/search">
              {t('setup.connectLater')}
            </Link>
          </>
        )}
      </p>
    </>
  );
}
