'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useFormat } from '../../i18n/format';
import { Button } from '../../ui/button';
import { Empty } from '../../ui/feedback';
import { MountRow } from './mount-row';
import { useMountActs } from './use-mount-acts';
import type { Agent } from './use-agent';

const MountPalette = dynamic(() => import('./mount-palette').then(({ MountPalette }) => MountPalette), {
  ssr: false,
});

/** What the agent may use, in the order it is packed into its prompt. */
export function Mounts({ agent }: { agent: Agent }) {
  const t = useTranslations('mounts');
  const [open, setOpen] = useState(false);
  const acts = useMountActs(agent);
  const mounts = [...agent.mounts].sort(
    (a, b) => b.priority - a.priority || a.asset.name.localeCompare(b.asset.name),
  );
  const add = (
    <Button icon="plus" blocked={!agent.viewerCan.mount && t('noRight')} onClick={() => setOpen(true)}>
      {t('mount')}
    </Button>
  );
  return (
    <section className="sect" aria-label={t('title')}>
      <header>
        <h2>{t('title')}</h2>
        <span className="meta">{t('lead')}</span>
        <span className="push">{add}</span>
      </header>
      <BudgetShare agent={agent} />
      {acts.fault}
      {mounts.length === 0 ? (
        <Empty title={t('none')}>{t('noneText')}</Empty>
      ) : (
        <table className="tbl stack mounts" aria-label={t('title')}>
          <thead>
            <tr>
              <th scope="col" className="num">
                {t('priority')}
              </th>
              <th scope="col">{t('asset')}</th>
              <th scope="col">{t('mode')}</th>
              <th scope="col" className="num">
                {t('budget')}
              </th>
              <th scope="col">{t('revision')}</th>
              <th scope="col">{t('costs')}</th>
              <th scope="col">
                <span className="vh">{t('order')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {mounts.map((mount, place) => (
              <MountRow
                key={mount.id}
                mount={mount}
                acts={acts}
                above={mounts[place - 1]}
                below={mounts[place + 1]}
                mayMount={agent.viewerCan.mount}
              />
            ))}
          </tbody>
        </table>
      )}
      {open && <MountPalette agent={agent} acts={acts} onClose={() => setOpen(false)} />}
    </section>
  );
}

/** The budget as one line: every part in its share, the free rest, and the same in words. */
function BudgetShare({ agent: { budget } }: { agent: Agent }) {
  const t = useTranslations('mounts');
  const format = useFormat();
  const free = budget.limitTokens - budget.usedTokens;
  const whole = Math.max(budget.limitTokens, budget.usedTokens, 1);
  const parts = budget.parts.filter(({ tokens }) => tokens > 0);
  const cut = budget.parts.reduce((sum, part) => sum + part.cutTokens, 0);
  return (
    <div className="budget">
      <div className="flow">
        <span>
          {t.rich('used', {
            used: format.number(budget.usedTokens),
            limit: format.number(budget.limitTokens),
            b: (text) => <b>{text}</b>,
          })}{' '}
          <span className="meta">{t('where')}</span>
        </span>
        <span className={free < 0 ? 'push warn' : 'meta push'}>
          {t(free < 0 ? 'over' : 'free', { count: format.number(Math.abs(free)) })}
        </span>
      </div>
      <div
        className="share"
        {...(parts.length === 0
          ? {}
          : {
              role: 'img',
              'aria-label': format.list(parts.map(({ name, tokens }) => `${name} ${format.number(tokens)}`)),
            })}
      >
        {parts.map(({ name, tokens }, place) => (
          <i
            key={name}
            className={place === 0 ? 'a' : undefined}
            style={{ width: `${(tokens / whole) * 100}%` }}
            title={name}
          />
        ))}
      </div>
      <p className="meta flow sep">
        {parts.slice(0, 6).map(({ name, tokens }) => (
          <span key={name}>
            {name} {format.number(tokens)}
          </span>
        ))}
        {cut > 0 && <span className="warn">{t('cutTotal', { count: format.number(cut) })}</span>}
      </p>
    </div>
  );
}
