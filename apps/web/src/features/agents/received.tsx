'use client';

import { AgentManifestDocument } from '@memory-hub/graphql-client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ask } from '../../data/hub';
import { keys } from '../../data/keys';
import { useFormat } from '../../i18n/format';
import { Button } from '../../ui/button';
import { ErrorBox } from '../../ui/feedback';
import { CopyButton, Words } from '../../ui/text';
import { shortDigest } from '../review/digest';
import type { Agent } from './use-agent';

/** The exact text that goes into the agent's prompt, and what a message would add in front of itself. */
export function Received({ agent }: { agent: Agent }) {
  const t = useTranslations('received');
  const format = useFormat();
  const { manifest } = agent;
  const bytes = new TextEncoder().encode(manifest.stable).byteLength;
  return (
    <aside aria-label={t('title')}>
      <div className="stick">
        <div className="recv-head">
          <div className="flow">
            <h2>{t('title')}</h2>
            <span className="push">
              <CopyButton quiet text={manifest.stable} />
            </span>
          </div>
          <p className="meta">
            {t.rich('exact', {
              bytes: format.number(bytes),
              tokens: format.number(manifest.tokens),
              digest: () => (
                <span className="mono" title={manifest.digest}>
                  {shortDigest(manifest.digest)}
                </span>
              ),
            })}
          </p>
        </div>
        {manifest.stable === '' ? (
          <p className="ink2 recv-none">{t('nothing')}</p>
        ) : (
          <pre className="recv-text" tabIndex={0} aria-label={t('title')} data-testid="manifest-stable">
            {manifest.stable}
          </pre>
        )}
        <Parts manifest={manifest} />
        <TryMessage agentId={agent.id} />
      </div>
    </aside>
  );
}

type Manifest = Agent['manifest'];

/** The parts of the text by what they cost, and the tools. */
function Parts({ manifest }: { manifest: Manifest }) {
  const t = useTranslations('received');
  const format = useFormat();
  return (
    <dl className="recv">
      {manifest.used.map((item) => (
        <div key={item.id} className="recv-row">
          <dt>
            {format.number(item.tokens)}
            <span className="vh"> {t('tokens')}</span>
          </dt>
          <dd>
            <b>
              <Words text={item.title} />
            </b>{' '}
            <span className="meta">{item.why}</span>
            {item.cut && <span className="warn meta row-note">{t('cut')}</span>}
          </dd>
        </div>
      ))}
      {manifest.tools.length > 0 && (
        <div className="recv-row">
          <dt>{t('tools')}</dt>
          <dd className="mono">{manifest.tools.join(', ')}</dd>
        </div>
      )}
    </dl>
  );
}

function TryMessage({ agentId }: { agentId: string }) {
  const t = useTranslations('received');
  const format = useFormat();
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState('');
  const query = useQuery({
    queryKey: keys.manifest(agentId, asked),
    enabled: asked !== '',
    queryFn: async ({ signal }) =>
      (await ask(AgentManifestDocument, { id: agentId, sampleText: asked }, signal)).agent?.manifest ?? null,
    placeholderData: keepPreviousData,
  });
  const dynamic = query.data?.dynamic;
  return (
    <form
      className="recv-try"
      onSubmit={(event) => {
        event.preventDefault();
        setAsked(typed.trim());
      }}
    >
      <div className="field">
        <label htmlFor="sample">{t('try')}</label>
        <span className="with-button">
          <input
            id="sample"
            className="input"
            value={typed}
            placeholder={t('tryExample')}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button type="submit" large busy={query.isFetching && asked !== ''}>
            {t('tryButton')}
          </Button>
        </span>
      </div>
      {query.isError && <ErrorBox title={t('tryFailed')} error={query.error} />}
      {dynamic !== undefined && (
        <div aria-live="polite">
          <p className="meta">
            {dynamic === '' ? t('tryNothing') : t('tryBefore', { count: format.number(dynamic.length) })}
          </p>
          {dynamic !== '' && <pre className="recv-text small">{dynamic}</pre>}
        </div>
      )}
    </form>
  );
}
