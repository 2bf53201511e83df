'use client';

import type { InboxView } from '@memory-hub/graphql-client';
import { useTranslations } from 'next-intl';
import { Button } from '../../ui/button';
import { Empty, ErrorBox, SkeletonRows } from '../../ui/feedback';
import { Icon } from '../../ui/icon';
import { languageOf } from '../../ui/ranges';
import { Ago } from '../../ui/text';
import { pathOf } from './proposal-path';
import { STATE_TONE } from './state-badge';
import type { Row, useInbox } from './use-review';

interface InboxListProps {
  view: InboxView;
  onView: (view: 'WAITING_FOR_ME' | 'MINE' | 'ALL' | 'DECIDED') => void;
  inbox: ReturnType<typeof useInbox>;
  rows: readonly Row[];
  /** How many of the first rows are the reader's own, sent back by a reviewer. */
  sentBack: number;
  open: string | null;
  onOpen: (id: string) => void;
  onNew: () => void;
}

const VIEWS = ['WAITING_FOR_ME', 'MINE', 'ALL', 'DECIDED'] as const;

export function InboxList(props: InboxListProps) {
  const { view, onView, inbox, rows, sentBack, open, onOpen, onNew } = props;
  const t = useTranslations('review');
  const Heading = open === null ? 'h1' : 'h2'; // a page has one first heading: the open proposal's, if there is one
  const total = inbox.data?.pages[0]?.totalCount;
  return (
    <section className="list" aria-label={t('inbox')}>
      <div className="list-head">
        <Heading className="title">{t('inbox')}</Heading>
        {total !== undefined && <span className="meta">{t('open', { count: total + sentBack })}</span>}
        <Button className="push" icon="plus" onClick={onNew}>
          {t('new')}
        </Button>
      </div>
      <div className="list-tools" role="group" aria-label={t('views')}>
        {VIEWS.map((choice) => (
          <button
            key={choice}
            type="button"
            className="chip"
            aria-pressed={choice === view}
            onClick={() => onView(choice)}
          >
            {t(`view.${choice}`)}
          </button>
        ))}
      </div>
      {inbox.isError && rows.length === 0 ? (
        <div className="list-note">
          <ErrorBox title={t('inboxFailed')} error={inbox.error} onRetry={() => void inbox.refetch()} />
        </div>
      ) : inbox.isPending ? (
        <div className="list-note">
          <SkeletonRows rows={5} />
        </div>
      ) : rows.length === 0 ? (
        <div className="list-note">
          <Empty title={t(`none.${view}`)}>{t(`noneText.${view}`)}</Empty>
        </div>
      ) : (
        <ul className="rows">
          {rows.map((row, place) => (
            <InboxRow
              key={row.id}
              row={row}
              sentBack={place < sentBack}
              open={row.id === open}
              onOpen={() => onOpen(row.id)}
            />
          ))}
        </ul>
      )}
      {inbox.hasNextPage && (
        <p className="list-note">
          <Button busy={inbox.isFetchingNextPage} onClick={() => void inbox.fetchNextPage()}>
            {t('more')}
          </Button>
        </p>
      )}
      <p className="flow meta list-keys">
        <kbd>j</kbd>
        <kbd>k</kbd> {t('keyMove')} <kbd>a</kbd> {t('keyApprove')} <kbd>?</kbd> {t('keyMore')}
      </p>
    </section>
  );
}

interface InboxRowProps {
  row: Row;
  sentBack: boolean;
  open: boolean;
  onOpen: () => void;
}

function InboxRow({ row, sentBack, open, onOpen }: InboxRowProps) {
  const t = useTranslations('review');
  const revisions = row.base === null ? t('first') : `r${row.base.number} → r${row.revision.number}`;
  return (
    <li>
      <a
        className="row"
        href={pathOf(row.id, '')}
        aria-current={open || undefined}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          onOpen();
        }}
      >
        <Icon name={row.kind === 'SKILL' ? 'skill' : 'memory'} />
        <span className="ttl ell" lang={languageOf(row.title)}>
          {row.title}
        </span>
        <span className="meta nowrap">
          <Ago at={row.submittedAt ?? row.updatedAt} />
        </span>
        <span className="l2nd meta flow sep">
          <span className="mono">{row.asset.name}</span>
          <span className="nowrap">{revisions}</span>
          <span lang={languageOf(row.author.name)}>{row.author.name}</span>
          {sentBack ? (
            <span className="warn nowrap">{t('decided.REQUEST_CHANGES')}</span>
          ) : (
            <RowState row={row} />
          )}
        </span>
      </a>
    </li>
  );
}

/** The one thing most worth knowing before opening it. */
function RowState({ row }: { row: Row }) {
  const t = useTranslations('review');
  if (row.state !== 'IN_REVIEW') {
    const tone = STATE_TONE[row.state];
    return <span className={tone === 'ok' ? 'ok nowrap' : 'nowrap'}>{t(`state.${row.state}`)}</span>;
  }
  if (row.checks.some(({ state }) => state === 'QUEUED' || state === 'RUNNING')) {
    return <span className="nowrap">{t('checking')}</span>;
  }
  const broken = row.checks.filter(({ state }) => state === 'ERRORED').length;
  if (broken > 0) return <span className="bad nowrap">{t('errored', { count: broken })}</span>;
  const errors = row.checks
    .flatMap(({ findings }) => findings)
    .filter(({ severity }) => severity === 'ERROR').length;
  if (errors > 0) return <span className="bad nowrap">{t('errors', { count: errors })}</span>;
  const warnings = row.checks
    .flatMap(({ findings }) => findings)
    .filter(({ severity, acknowledgedAt }) => severity === 'WARN' && acknowledgedAt === null).length;
  if (warnings > 0) return <span className="warn nowrap">{t('warnings', { count: warnings })}</span>;
  return <span className="nowrap">{t('checksPassed')}</span>;
}
