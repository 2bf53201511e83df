'use client';

import { AssetRevisionsDocument, type MountMode } from '@memory-hub/graphql-client';
import { useQuery } from '@tanstack/react-query';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { ask } from '../../data/hub';
import { keys } from '../../data/keys';
import { useFormat } from '../../i18n/format';
import { IconButton } from '../../ui/button';
import { RowSelect } from '../../ui/field';
import { Icon } from '../../ui/icon';
import { languageOf } from '../../ui/ranges';
import type { Mount } from './use-agent';
import type { MountActs } from './use-mount-acts';

const MODES = ['INLINE', 'SUMMARY', 'TOOL', 'OFF'] as const satisfies readonly MountMode[];
const LATEST = 'latest';

interface MountRowProps {
  mount: Mount;
  acts: MountActs;
  above: Mount | undefined;
  below: Mount | undefined;
  mayMount: boolean;
}

export function MountRow({ mount, acts, above, below, mayMount }: MountRowProps) {
  const t = useTranslations('mounts');
  const { asset } = mount;
  const inPrompt = mount.mode === 'INLINE' || mount.mode === 'SUMMARY';
  return (
    <tr className="hov">
      <td className="num" data-l={t('priority')}>
        {mount.priority}
      </td>
      <td>
        <span className="flow nowrap-flow">
          <Icon name={asset.kind === 'SKILL' ? 'skill' : 'memory'} />
          <span>
            <Link className="ttl" href={`/search?peek=${asset.id}`} lang={languageOf(asset.name)}>
              {asset.name}
            </Link>{' '}
            <span className="meta">{t(`kind.${asset.kind}`)}</span>
            <MountNote mount={mount} />
          </span>
        </span>
      </td>
      <td data-l={t('mode')}>
        <RowSelect
          label={t('modeOf', { name: asset.name })}
          value={mount.mode}
          disabled={!mayMount}
          onChange={(event) => {
            const mode = MODES.find((known) => known === event.target.value);
            if (mode !== undefined) acts.update(mount, { mode });
          }}
        >
          {MODES.map((mode) => (
            <option key={mode} value={mode}>
              {t(`modes.${mode}`)}
            </option>
          ))}
        </RowSelect>
      </td>
      <td data-l={t('budget')} className="num">
        {inPrompt ? (
          <BudgetInput mount={mount} acts={acts} disabled={!mayMount} />
        ) : (
          <span className="meta">{t(mount.mode === 'TOOL' ? 'onCall' : 'off')}</span>
        )}
      </td>
      <td data-l={t('revision')}>
        <RevisionSelect mount={mount} acts={acts} disabled={!mayMount} />
      </td>
      <td data-l={t('costs')}>
        {inPrompt ? <Costs mount={mount} /> : <span className="meta">{t('free0')}</span>}
      </td>
      <td className="num">
        <IconButton
          icon="up"
          label={t('up', { name: asset.name })}
          blocked={above === undefined ? t('first') : !mayMount && t('noRight')}
          onClick={() => acts.update(mount, { priority: Math.min(100, (above?.priority ?? 0) + 1) })}
        />
        <IconButton
          icon="down"
          label={t('down', { name: asset.name })}
          blocked={below === undefined ? t('last') : !mayMount && t('noRight')}
          onClick={() => acts.update(mount, { priority: Math.max(0, (below?.priority ?? 0) - 1) })}
        />
        <IconButton
          icon="x"
          label={t('unmount', { name: asset.name })}
          blocked={!mayMount && t('noRight')}
          onClick={() => acts.unmount(mount)}
        />
      </td>
    </tr>
  );
}

function MountNote({ mount }: { mount: Mount }) {
  const t = useTranslations('mounts');
  const format = useFormat();
  const open = mount.asset.openProposals.find(({ state }) => state === 'IN_REVIEW' || state === 'APPROVED');
  return (
    <>
      {mount.warning !== null && <span className="meta warn row-note">{mount.warning}</span>}
      {mount.cutTokens > 0 && mount.warning === null && (
        <span className="meta warn row-note">
          {t('cut', {
            cut: format.number(mount.cutTokens),
            whole: format.number(mount.tokens + mount.cutTokens),
          })}
        </span>
      )}
      {open !== undefined && (
        <Link className="meta row-note" href={`/review/${open.id}`}>
          {t('inReview')}
        </Link>
      )}
    </>
  );
}

interface ControlProps {
  mount: Mount;
  acts: MountActs;
  disabled: boolean;
}

/** Saved when it is left or on Enter; a value that is no number is put back. */
function BudgetInput({ mount, acts, disabled }: ControlProps) {
  const t = useTranslations('mounts');
  const [typed, setTyped] = useState<string>();
  const save = () => {
    const value = Number(typed);
    if (typed !== undefined && Number.isInteger(value) && value > 0 && value !== mount.budgetTokens) {
      acts.update(mount, { budgetTokens: value });
    }
    setTyped(undefined);
  };
  return (
    <input
      className="input sm num budget-input"
      inputMode="numeric"
      aria-label={t('budgetOf', { name: mount.asset.name })}
      disabled={disabled}
      value={typed ?? String(mount.budgetTokens)}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save();
        if (event.key === 'Escape') setTyped(undefined);
      }}
    />
  );
}

function RevisionSelect({ mount, acts, disabled }: ControlProps) {
  const t = useTranslations('mounts');
  const [asked, setAsked] = useState(false);
  const { data } = useQuery({
    queryKey: keys.revisions(mount.asset.id),
    enabled: asked,
    queryFn: async ({ signal }) => (await ask(AssetRevisionsDocument, { id: mount.asset.id }, signal)).asset,
  });
  const pinned = mount.pinnedRevision;
  const known = data?.revisions.edges.map(({ node }) => node) ?? (pinned === null ? [] : [pinned]);
  const latest = pinned === null ? mount.effectiveRevision?.number : undefined;
  return (
    <RowSelect
      label={t('revisionOf', { name: mount.asset.name })}
      value={pinned?.id ?? LATEST}
      disabled={disabled}
      onPointerEnter={() => setAsked(true)}
      onFocus={() => setAsked(true)}
      onChange={(event) =>
        acts.update(
          mount,
          event.target.value === LATEST ? { followLatest: true } : { pinnedRevisionId: event.target.value },
        )
      }
    >
      <option value={LATEST}>{latest === undefined ? t('latest') : t('latestIs', { number: latest })}</option>
      {known.map(({ id, number }) => (
        <option key={id} value={id}>
          {t('pinned', { number })}
        </option>
      ))}
    </RowSelect>
  );
}

function Costs({ mount }: { mount: Mount }) {
  const format = useFormat();
  const share = mount.budgetTokens === 0 ? 0 : Math.min(1, mount.tokens / mount.budgetTokens);
  return (
    <span className="flow nowrap-flow">
      <span className="bar in-row" aria-hidden="true">
        <i className={mount.cutTokens > 0 ? 'over' : 'calm'} style={{ width: `${share * 100}%` }} />
      </span>
      <span className="num">{format.number(mount.tokens)}</span>
    </span>
  );
}
