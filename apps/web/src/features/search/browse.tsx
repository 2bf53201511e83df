'use client';

import { useTranslations } from 'next-intl';
import { useRef } from 'react';
import { useFormat } from '../../i18n/format';
import { useKeys } from '../../keys/use-keys';
import { Button } from '../../ui/button';
import { Empty, ErrorBox, SkeletonRows } from '../../ui/feedback';
import { Icon } from '../../ui/icon';
import { languageOf } from '../../ui/ranges';
import { Layer, Words } from '../../ui/text';
import { useTerms } from '../terms/use-terms';
import { AppliedFilters } from './applied-filters';
import { BROWSED, BROWSED_LAYER, type Browsed } from './filters';
import { KIND_ICON } from './hit';
import { useBrowse, type BrowsedRow } from './use-browse';
import type { Item, SetFilters, UrlFilters } from './use-search';

interface BrowseProps {
  what: Browsed;
  filters: UrlFilters;
  onChange: SetFilters;
  peek: string | null;
  onPeek: (id: string) => void;
  chosen: ReadonlyMap<string, Item>;
  onToggle: (item: Item) => void;
}

/** Without words there is nothing to search for; a memory can still be looked through, newest first. */
export function Browse(props: BrowseProps) {
  const t = useTranslations('search');
  const { what, filters, onChange, peek } = props;
  const { query, rows, total } = useBrowse(what, filters.agent[0] ?? null, filters.category);
  const list = useRef<HTMLOListElement>(null);
  useRowKeys(list);
  return (
    <section className="results" aria-label={t('results')}>
      <div className="flow results-head">
        <span role="status">
          <b>{total === undefined ? t('browse.title') : t(`browse.total.${what}`, { count: total })}</b>
        </span>
        <span className="flow" role="group" aria-label={t('browse.show')}>
          {BROWSED.filter((other) => other !== 'SCENE' || filters.agent.length === 1).map((other) => (
            <button
              key={other}
              type="button"
              className="chip"
              aria-pressed={other === what}
              onClick={() => onChange({ layer: [BROWSED_LAYER[other]], category: null })}
            >
              {t(`browse.tab.${other}`)}
            </button>
          ))}
        </span>
        <AppliedFilters filters={{ ...filters, layer: [] }} onChange={onChange} facets={[]} />
      </div>
      <p className="meta">{t('browse.text')}</p>
      {query.isError ? (
        <ErrorBox title={t('browse.failed')} error={query.error} onRetry={() => void query.refetch()} />
      ) : rows === undefined ? (
        <SkeletonRows rows={6} lines={2} />
      ) : rows.length === 0 ? (
        <Empty title={t(`browse.none.${what}`)}>{t('browse.noneText')}</Empty>
      ) : (
        <ol className="hits" ref={list}>
          {rows.map((row) => (
            <BrowseRow
              key={row.id}
              row={row}
              open={row.id === peek}
              chosen={props.chosen.has(row.id)}
              onPeek={() => props.onPeek(row.id)}
              onToggle={() => props.onToggle(row)}
            />
          ))}
        </ol>
      )}
      {query.hasNextPage && (
        <p className="flow more">
          <Button busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('more')}
          </Button>
        </p>
      )}
    </section>
  );
}

interface BrowseRowProps {
  row: BrowsedRow;
  open: boolean;
  chosen: boolean;
  onPeek: () => void;
  onToggle: () => void;
}

function BrowseRow({ row, open, chosen, onPeek, onToggle }: BrowseRowProps) {
  const t = useTranslations('search');
  const format = useFormat();
  const { tagName } = useTerms();
  const { kind } = row;
  return (
    <li>
      <article className="hit" aria-current={open || undefined} data-chosen={chosen || undefined}>
        {kind === 'TURN' ? (
          <Icon name={KIND_ICON[kind]} />
        ) : (
          <label className="check hit-check" title={t('choose')}>
            <input
              type="checkbox"
              checked={chosen}
              onChange={onToggle}
              aria-label={t('chooseNamed', { title: row.title.slice(0, 80) })}
            />
            <Icon name={KIND_ICON[kind]} />
          </label>
        )}
        <h2>
          <a
            href={`?peek=${row.id}`}
            data-row=""
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              onPeek();
            }}
          >
            <Words text={row.title} />
          </a>
        </h2>
        <p className="flow sep meta">
          <Layer layer={BROWSED_LAYER[kind]} />
          {row.turns !== null && <span>{t('browse.turns', { count: row.turns })}</span>}
          {row.agent !== null && <span lang={languageOf(row.agent)}>{row.agent}</span>}
          <span title={format.dateTime(row.at)}>{format.date(row.at)}</span>
          {row.tags.slice(0, 3).map((tag) => (
            <span className="tag" key={tag} lang={languageOf(tagName(tag))}>
              {tagName(tag)}
            </span>
          ))}
        </p>
        {row.text !== '' && (
          <p className="snip">
            <Words text={row.text} />
          </p>
        )}
      </article>
    </li>
  );
}

/** j and k move from row to row. */
function useRowKeys(list: React.RefObject<HTMLOListElement | null>): void {
  const move = (step: number) => () => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    const at = rows.findIndex((row) => row === document.activeElement);
    rows[at === -1 ? 0 : Math.max(0, Math.min(at + step, rows.length - 1))]?.focus();
  };
  useKeys({ j: move(1), k: move(-1) });
}
