'use client';

import {
  CreateApiKeyDocument,
  RevokeApiKeyDocument,
  type AgentConnectionFragment,
  type AgentQuery,
} from '@memory-hub/graphql-client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { act } from '../../data/hub';
import { keys } from '../../data/keys';
import { useFormat } from '../../i18n/format';
import { Button } from '../../ui/button';
import { FormFault, Notice } from '../../ui/feedback';
import { Ago, CopyButton } from '../../ui/text';
import { RevokeDialog, RollDialog } from './key-dialogs';
import { keepSecret, secretOf } from './secrets';
import type { Agent } from './use-agent';
import { VerifyRevoked } from './verify-revoked';

/** The one key of the agent: shown once when made, rolled, revoked, and the end of it proven. */
export function KeySection({ agent, now }: { agent: Agent; now: AgentConnectionFragment }) {
  const t = useTranslations('key');
  const client = useQueryClient();
  const [asked, setAsked] = useState<'roll' | 'revoke'>();
  const [fresh, setFresh] = useState(() => secretOf(agent.id));
  const [ended, setEnded] = useState<{ secret: string | undefined }>();
  const show = (next: AgentConnectionFragment | null) => {
    if (next === null) return;
    client.setQueryData(keys.agentStatus(agent.id), next);
    client.setQueryData<AgentQuery>(keys.agent(agent.id), (old) =>
      old?.agent == null ? old : { ...old, agent: { ...old.agent, ...next } },
    );
    void client.invalidateQueries({ queryKey: ['agents'] });
  };
  const roll = useMutation({
    mutationFn: async (overlapMinutes: number) =>
      (await act(CreateApiKeyDocument, { input: { agentId: agent.id, overlapMinutes } })).createApiKey,
    onSuccess: ({ agent: next, key }) => {
      if (key !== null) {
        keepSecret(agent.id, key);
        setFresh(key);
      }
      setEnded(undefined);
      setAsked(undefined);
      show(next);
    },
  });
  const revoke = useMutation({
    mutationFn: async (id: string) => (await act(RevokeApiKeyDocument, { input: { id } })).revokeApiKey,
    onSuccess: ({ agent: next }) => {
      setEnded({ secret: fresh });
      setFresh(undefined);
      setAsked(undefined);
      show(next);
    },
  });
  const key = now.key?.revokedAt == null ? now.key : null;
  const { createKey, revokeKey } = agent.viewerCan;
  return (
    <section className="sect" aria-label={t('title')}>
      <header>
        <h2>{t('title')}</h2>
        <span className="meta">{t('lead')}</span>
        {key === null && createKey && (
          <span className="push">
            <Button icon="key" look="primary" busy={roll.isPending} onClick={() => roll.mutate(0)}>
              {t('create')}
            </Button>
          </span>
        )}
      </header>
      {ended !== undefined && <VerifyRevoked secret={ended.secret} />}
      {fresh !== undefined && <FreshKey secret={fresh} />}
      <FormFault error={asked === undefined ? (roll.error ?? revoke.error) : null} />
      {key === null ? (
        <p className="ink2">{t('none')}</p>
      ) : (
        <KeyTable keyView={key} mayRoll={createKey} mayRevoke={revokeKey} onAsk={setAsked} />
      )}
      {asked === 'roll' && (
        <RollDialog
          agent={agent.name}
          busy={roll.isPending}
          error={roll.error}
          onRoll={(overlap) => roll.mutate(overlap)}
          onClose={() => setAsked(undefined)}
        />
      )}
      {asked === 'revoke' && key !== null && (
        <RevokeDialog
          agent={agent.name}
          keyView={key}
          busy={revoke.isPending}
          error={revoke.error}
          onRevoke={() => revoke.mutate(key.id)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  );
}

/** The secret itself. It is nowhere else: leaving the page hides it for good. */
function FreshKey({ secret }: { secret: string }) {
  const t = useTranslations('key');
  return (
    <Notice tone="ok" icon="key" title={t('once')} action={<CopyButton text={secret} />}>
      <code className="secret">{secret}</code> {t('onceText')}
    </Notice>
  );
}

interface KeyTableProps {
  keyView: NonNullable<AgentConnectionFragment['key']>;
  mayRoll: boolean;
  mayRevoke: boolean;
  onAsk: (what: 'roll' | 'revoke') => void;
}

function KeyTable({ keyView, mayRoll, mayRevoke, onAsk }: KeyTableProps) {
  const t = useTranslations('key');
  const format = useFormat();
  return (
    <table className="tbl stack" aria-label={t('title')}>
      <thead>
        <tr>
          <th scope="col">{t('key')}</th>
          <th scope="col">{t('may')}</th>
          <th scope="col">{t('lastUsed')}</th>
          <th scope="col">{t('expires')}</th>
          <th scope="col">
            <span className="vh">{t('actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <td data-l={t('key')}>
            <code>{keyView.prefix}…</code>
          </td>
          <td data-l={t('may')}>{format.list(keyView.scopes.map((scope) => t(`scope.${scope}`)))}</td>
          <td data-l={t('lastUsed')}>
            {keyView.lastUsedAt === null ? (
              <span className="meta">{t('never')}</span>
            ) : (
              <Ago at={keyView.lastUsedAt} />
            )}
          </td>
          <td data-l={t('expires')}>
            {keyView.expiresAt === null ? (
              <span className="meta">{t('noExpiry')}</span>
            ) : (
              format.date(keyView.expiresAt)
            )}
          </td>
          <td className="num nowrap">
            {mayRoll && <Button onClick={() => onAsk('roll')}>{t('roll')}</Button>}{' '}
            {mayRevoke && (
              <Button look="danger" onClick={() => onAsk('revoke')}>
                {t('revoke')}
              </Button>
            )}
          </td>
        </tr>
      </tbody>
    </table>
  );
}
