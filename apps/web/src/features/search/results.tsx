'use client';

import dynamic from 'next/dynamic';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { useFormat } from '../../i18n/format';
import { useKeys } from '../../keys/use-keys';
import { Button } from '../../ui/button';
import { ErrorBox, Notice, SkeletonRows } from '../../ui/feedback';
import { AppliedFilters } from './applied-filters';
import { isChoosable } from './hit';
import { HitRow } from './hit-row';
import { ModeChip } from './mode-chip';
import { SearchStart } from './search-start';
import type { Hit, Item, SetFilters, UrlFilters, useSearch } from './use-search';

const NoResults = dynamic(() => import('./no-results').then(({ NoResults }) => NoResults), { ssr: false });

interface ResultsProps {
  filters: UrlFilters;
  onChange: SetFilters;
  search: ReturnType<typeof useSearch>;
  peek: string | null;
  onPeek: (id: string) => void;
  chosen: ReadonlyMap<string, Item>;
  onToggle: (hit: Hit) => void;
}

export function Results(props: ResultsProps) {
  const t = useTranslations('search');
  const { filters, search } = props;
  const { query, answer } = search;
  return (
    <section className="results" aria-label={t('results')}>
      <AnnounceTotal search={search} />
      {filters.q.trim() === '' ? (
        <SearchStart filters={filters} onChange={props.onChange} />
      ) : query.isError && answer === undefined ? (
        <ErrorBox title={t('failed')} error={query.error} onRetry={() => void query.refetch()} />
      ) : answer === undefined ? (
        <SkeletonRows rows={6} lines={3} />
      ) : (
        <Found {...props} answer={answer} />
      )}
    </section>
  );
}

function Found(props: ResultsProps & { answer: NonNullable<ReturnType<typeof useSearch>['answer']> }) {
  const t = useTranslations('search');
  const format = useFormat();
  const { filters, onChange, search, answer, peek } = props;
  const { query, hits } = search;
  const list = useRef<HTMLOListElement>(null);
  const [at, setAt] = useState(0);
  const current = Math.min(at, hits.length - 1);
  useHitKeys({ ...props, list, at: current, onMove: setAt });
  const ms = answer.tookMs.reduce((longest, stage) => Math.max(longest, stage.ms), 0);
  const coverage = answer.meaningCoverage;
  return (
    <div className={query.isPlaceholderData ? 'stale' : undefined} aria-busy={query.isFetching}>
      <div className="flow results-head">
        <span>
          <b>{t('total', { count: answer.total, capped: answer.totalIsCapped ? 'yes' : 'no' })}</b>{' '}
          {ms > 0 && <span className="meta">{t('took', { ms: format.number(Math.round(ms)) })}</span>}
        </span>
        <ModeChip answer={answer} asked={filters.mode} onChoose={(mode) => onChange({ mode })} />
        <AppliedFilters filters={filters} onChange={onChange} facets={answer.facets} />
      </div>
      {answer.degraded.map((part) => (
        <Notice key={`${part.leg}${part.reason}`} tone="warn" title={t('degraded')}>
          {part.message}
        </Notice>
      ))}
      {answer.degraded.length === 0 && coverage.embedded < coverage.total && (
        <Notice tone="warn" title={t('catchingUp')}>
          {t('catchingUpText', { embedded: coverage.embedded, total: coverage.total })}
        </Notice>
      )}
      {query.isError && (
        <Notice tone="bad" title={t('failed')}>
          {t('failedKept')}
        </Notice>
      )}
      {hits.length === 0 ? (
        <NoResults filters={filters} onChange={onChange} answer={answer} />
      ) : (
        <ol className="hits" ref={list}>
          {hits.map((hit, place) => (
            <HitRow
              key={hit.id}
              hit={hit}
              open={hit.id === peek}
              tabStop={place === current}
              chosen={props.chosen.has(hit.id)}
              onPeek={() => {
                setAt(place);
                props.onPeek(hit.id);
              }}
              onToggle={() => props.onToggle(hit)}
            />
          ))}
        </ol>
      )}
      {hits.length > 0 && (
        <p className="flow more">
          <span className="meta">{t('shown', { count: hits.length, total: answer.total })}</span>
          {query.hasNextPage && (
            <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {t('more')}
            </Button>
          )}
        </p>
      )}
    </div>
  );
}

interface HitKeys extends ResultsProps {
  list: React.RefObject<HTMLOListElement | null>;
  at: number;
  onMove: (at: number) => void;
}

/** j and k move, Enter peeks, x chooses, w opens the reasons. */
function useHitKeys({ list, at, onMove, search: { hits }, onPeek, onToggle, peek }: HitKeys): void {
  const row = (place: number) => list.current?.querySelectorAll<HTMLElement>(':scope > li')[place];
  const focused = () => row(at)?.contains(document.activeElement) === true;
  const move = (step: number) => {
    const next = focused() ? Math.max(0, Math.min(at + step, hits.length - 1)) : at;
    onMove(next);
    row(next)?.querySelector<HTMLElement>('[data-row]')?.focus();
    const hit = hits[next];
    if (peek !== null && hit !== undefined && window.innerWidth >= 1280) onPeek(hit.id);
  };
  const onCurrent = (run: (hit: Hit) => void) => () => {
    const hit = hits[at];
    if (hit !== undefined) run(hit);
  };
  const showWhy = () => {
    const details = row(at)?.querySelector('details');
    if (details != null) details.open = !details.open;
  };
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    x: onCurrent((hit) => {
      if (isChoosable(hit)) onToggle(hit);
    }),
    w: showWhy,
  });
}

/** Tells a reader by ear how many results there are, once they are there. */
function AnnounceTotal({ search: { answer, query } }: { search: ReturnType<typeof useSearch> }) {
  const t = useTranslations('search');
  const [said, setSaid] = useState('');
  const settled = answer !== undefined && !query.isPlaceholderData;
  const text = settled
    ? t('total', { count: answer.total, capped: answer.totalIsCapped ? 'yes' : 'no' })
    : '';
  useEffect(() => {
    const timer = setTimeout(() => setSaid(text), 500);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <p className="vh" role="status">
      {said}
    </p>
  );
}
