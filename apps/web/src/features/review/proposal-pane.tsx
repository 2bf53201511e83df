'use client';

import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { useFormat } from '../../i18n/format';
import { Button, IconButton, LinkButton } from '../../ui/button';
import { Empty, ErrorBox, Notice, SkeletonRows } from '../../ui/feedback';
import { Icon } from '../../ui/icon';
import { languageOf } from '../../ui/ranges';
import { Words } from '../../ui/text';
import { usePlace } from '../shell/place';
import { askedFor } from './asked-for';
import { AssetMenu } from './asset-menu';
import { Checks } from './checks';
import { DecisionBar } from './decision-bar';
import { Decisions } from './decisions';
import { Diff } from './diff';
import { PolicyAndImpact } from './policy-and-impact';
import { StateBadge } from './state-badge';
import { useProposal, useReading, type Proposal } from './use-review';

const ReviseMemory = dynamic(
  () => import('../propose/revise-memory').then(({ ReviseMemory }) => ReviseMemory),
  { ssr: false },
);
const ReviseSkill = dynamic(() => import('../propose/revise-skill').then(({ ReviseSkill }) => ReviseSkill), {
  ssr: false,
});

interface ProposalPaneProps {
  id: string;
  ready: boolean;
  place: { at: number; count: number };
  onStep: (by: number) => void;
  onBack: () => void;
}

export function ProposalPane({ id, ready, place, onStep, onBack }: ProposalPaneProps) {
  const t = useTranslations('review');
  const query = useProposal(id, ready);
  return (
    <article className="detail pane" aria-label={t('detail')} aria-busy={query.isFetching}>
      <div className="back">
        <LinkButton onClick={onBack}>
          <Icon name="left" /> {t('inbox')}
        </LinkButton>
        <Steps place={place} onStep={onStep} />
      </div>
      {query.data == null && <h1 className="vh">{t('detail')}</h1>}
      {query.isError ? (
        <div className="page">
          <ErrorBox title={t('failed')} error={query.error} onRetry={() => void query.refetch()} />
        </div>
      ) : query.data === undefined ? (
        <div className="page">
          <SkeletonRows rows={6} lines={3} />
        </div>
      ) : query.data === null ? (
        <div className="page">
          <Empty
            title={t('missing')}
            actions={
              <Link className="btn" href="/search">
                {t('searchInstead')}
              </Link>
            }
          >
            {t('missingText')}
          </Empty>
        </div>
      ) : (
        <ProposalBody latest={query.data} place={place} onStep={onStep} onBack={onBack} />
      )}
    </article>
  );
}

interface BodyProps {
  latest: Proposal;
  place: { at: number; count: number };
  onStep: (by: number) => void;
  onBack: () => void;
}

function ProposalBody({ latest, place, onStep, onBack }: BodyProps) {
  const t = useTranslations('review');
  const { shown, arrived, read } = useReading(latest);
  const [revising, setRevising] = useState(false);
  usePlace(`${shown.asset.name} r${shown.revision.number}`);
  return (
    <>
      <Head
        proposal={shown}
        place={place}
        onStep={onStep}
        onRevise={() => setRevising(true)}
        onBack={onBack}
      />
      {arrived !== null && (
        <div className="banner">
          <Notice
            tone="bad"
            title={t('arrived', { next: arrived.revision.number, now: shown.revision.number })}
            action={
              <LinkButton className="nowrap" onClick={read}>
                {t('read', { number: arrived.revision.number })}
              </LinkButton>
            }
          >
            {t('arrivedText')}
          </Notice>
        </div>
      )}
      <SentBack proposal={shown} onRevise={() => setRevising(true)} />
      <PolicyAndImpact proposal={shown} />
      <Checks proposal={shown} />
      <Diff proposal={shown} />
      <Decisions proposal={shown} />
      <DecisionBar proposal={shown} moved={arrived !== null} onGone={onBack} />
      {revising && shown.kind === 'SKILL' && (
        <ReviseSkill proposal={shown} onClose={() => setRevising(false)} />
      )}
      {revising && shown.kind === 'CHAT_MEMORY' && (
        <ReviseMemory proposal={shown} onClose={() => setRevising(false)} />
      )}
    </>
  );
}

/** The reviewer's words come before everything else: it is the author's turn. */
function SentBack({ proposal, onRevise }: { proposal: Proposal; onRevise: () => void }) {
  const t = useTranslations('review');
  const format = useFormat();
  const asked = askedFor(proposal);
  if (asked === null) return null;
  return (
    <div className="banner">
      <Notice
        tone="warn"
        title={t('sentBack', { name: asked.by.name, at: format.dateTime(asked.at) })}
        action={proposal.viewerCan.edit && <Button onClick={onRevise}>{t('revise')}</Button>}
      >
        {asked.note !== null && <Words text={asked.note} />}
        {asked.digest !== proposal.revision.digest && ` ${t('sentBackRevised')}`}
      </Notice>
    </div>
  );
}

interface HeadProps {
  proposal: Proposal;
  place: { at: number; count: number };
  onStep: (by: number) => void;
  onRevise: () => void;
  onBack: () => void;
}

function Head({ proposal, place, onStep, onRevise, onBack }: HeadProps) {
  const t = useTranslations('review');
  const format = useFormat();
  const { asset, base, revision, author, lastEditor, space } = proposal;
  return (
    <header className="detail-head">
      <div className="flow">
        <StateBadge state={proposal.state} />
        <span className="meta flow sep">
          <span className="mono">{asset.name}</span>
          <span className="nowrap">
            {base === null ? t('first') : `r${base.number} → r${revision.number}`}
          </span>
          <span className="mono">P-{proposal.number}</span>
        </span>
        <span className="push flow">
          <AssetMenu proposal={proposal} onGone={onBack} />
        </span>
        <span className="flow hide-n">
          {proposal.viewerCan.edit && <Button onClick={onRevise}>{t('revise')}</Button>}
          <Steps place={place} onStep={onStep} />
        </span>
      </div>
      <h1 lang={languageOf(proposal.title)}>{proposal.title}</h1>
      <p className="ink2">
        {t.rich('by', {
          kind: t(`kind.${proposal.kind}`),
          author: () => (
            <b className="ink" lang={languageOf(author.name)}>
              {author.name}
            </b>
          ),
          space: () => <span lang={languageOf(space.name)}>{space.name}</span>,
          at: format.dateTime(proposal.submittedAt ?? proposal.createdAt),
        })}
        {lastEditor.id !== author.id && ` ${t('edited', { name: lastEditor.name })}`}
      </p>
      {proposal.message !== '' && (
        <p className="message">
          <Words text={proposal.message} />
        </p>
      )}
    </header>
  );
}

function Steps({ place, onStep }: { place: { at: number; count: number }; onStep: (by: number) => void }) {
  const t = useTranslations('review');
  if (place.at === -1 || place.count < 2) return null;
  return (
    <span className="flow steps push">
      <span className="meta">{t('place', { at: place.at + 1, count: place.count })}</span>
      <IconButton
        icon="up"
        label={t('previous')}
        blocked={place.at === 0 && t('previousNone')}
        onClick={() => onStep(-1)}
      />
      <IconButton
        icon="down"
        label={t('next')}
        blocked={place.at === place.count - 1 && t('nextNone')}
        onClick={() => onStep(1)}
      />
    </span>
  );
}
