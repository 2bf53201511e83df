'use client';

import type { AgentConnectionFragment } from '@memory-hub/graphql-client';
import { useTranslations } from 'next-intl';
import { useEffect, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useFormat } from '../../i18n/format';
import { Ago, CopyButton } from '../../ui/text';
import { Notice } from '../../ui/feedback';
import { useClientLabel } from './client-label';

const PLACE = '<KEY>';

/** How an agent program is connected, and whether it has called. */
export function Connect({ agent, secret }: { agent: AgentConnectionFragment; secret: string | undefined }) {
  const t = useTranslations('connect');
  const [chosen, setChosen] = useState(
    () => agent.connect.find(({ client }) => client === agent.clientType)?.client,
  );
  const snippet = agent.connect.find(({ client }) => client === chosen) ?? agent.connect[0];
  if (snippet === undefined) return null;
  const code = snippet.code.replaceAll(PLACE, secret ?? PLACE);
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const at = agent.connect.indexOf(snippet);
    const next = agent.connect.at((at + step) % agent.connect.length);
    setChosen(next?.client);
    document.getElementById(`tab-${next?.client}`)?.focus();
  };
  return (
    <>
      <div className="code">
        <header>
          <div className="tabs" role="tablist" aria-label={t('client')} onKeyDown={move}>
            {agent.connect.map(({ client, label }) => (
              <button
                key={client}
                id={`tab-${client}`}
                type="button"
                role="tab"
                aria-selected={client === snippet.client}
                aria-controls="snippet"
                tabIndex={client === snippet.client ? 0 : -1}
                onClick={() => setChosen(client)}
              >
                {label}
              </button>
            ))}
          </div>
          <span className="push">
            <CopyButton text={code} label={t('copy')} />
          </span>
        </header>
        <pre id="snippet" role="tabpanel" aria-labelledby={`tab-${snippet.client}`} tabIndex={0}>
          {snippet.file !== null && <span className="dim">{`${t('file', { file: snippet.file })}\n`}</span>}
          {withKey(snippet.code, secret)}
        </pre>
      </div>
      <p className="meta">{secret === undefined ? t('keyHidden') : t('keyOnce')}</p>
      <FirstCall agent={agent} />
    </>
  );
}

function withKey(code: string, secret: string | undefined): ReactNode[] {
  return code.split(PLACE).flatMap((part, place) =>
    place === 0
      ? [part]
      : [
          <span className="tok" key={place}>
            {secret ?? 'mh_…'}
          </span>,
          part,
        ],
  );
}

/** Waits for the first call, and turns by itself when it comes. */
export function FirstCall({ agent }: { agent: AgentConnectionFragment }) {
  const t = useTranslations('connect');
  const format = useFormat();
  const clientOf = useClientLabel();
  const mayCall = agent.key !== null && agent.key.revokedAt === null;
  const seconds = useSeconds(agent.firstCallAt === null && mayCall);
  if (!mayCall) {
    return (
      <Notice tone="warn" title={t('noKey')}>
        {agent.lastCallAt === null
          ? t('noKeyNever')
          : t.rich('noKeyText', { ago: () => <Ago at={agent.lastCallAt ?? ''} /> })}
      </Notice>
    );
  }
  if (agent.firstCallAt !== null) {
    return (
      <Notice tone="ok" title={t('connected', { client: clientOf(agent) })}>
        {t.rich('connectedText', {
          at: format.dateTime(agent.firstCallAt),
          ago: () => <Ago at={agent.lastCallAt ?? agent.firstCallAt ?? ''} />,
        })}
      </Notice>
    );
  }
  return (
    <>
      <Notice icon="wait" title={t('waiting')}>
        <span aria-hidden="true">{t('waitingText', { seconds })}</span>
      </Notice>
      <details className="help">
        <summary className="link">{t('nothing')}</summary>
        <ul className="dots">
          <li>{t('nothing1')}</li>
          <li>{t('nothing2')}</li>
          <li>{t('nothing3')}</li>
        </ul>
      </details>
    </>
  );
}

function useSeconds(running: boolean): number {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setSeconds((now) => now + 1), 1_000);
    return () => clearInterval(timer);
  }, [running]);
  return seconds;
}
