'use client';

import dynamic from 'next/dynamic';
import { parseAsString, useQueryState } from 'nuqs';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { usePlace } from '../shell/place';
import { useShell } from '../shell/use-shell';
import { browsedBy } from './filters';
import { Results } from './results';
import { SearchBar } from './search-bar';
import { useFilters, useSearch, type Item } from './use-search';

const Facets = dynamic(() => import('./facets').then(({ Facets }) => Facets), {
  ssr: false,
  loading: () => <div className="facets" />,
});
const SelectionBar = dynamic(() => import('./selection-bar').then(({ SelectionBar }) => SelectionBar), {
  ssr: false,
});
const Browse = dynamic(() => import('./browse').then(({ Browse }) => Browse), { ssr: false });
const Peek = dynamic(() => import('../peek/peek').then(({ Peek }) => Peek), { ssr: false });

/** One search over everything the reader may see. */
export function SearchPage() {
  const t = useTranslations('search');
  const { viewer } = useShell();
  const [filters, setFilters] = useFilters();
  const [peek, setPeek] = useQueryState('peek', parseAsString.withOptions({ history: 'push' }));
  const [chosen, setChosen] = useState<ReadonlyMap<string, Item>>(new Map());
  const search = useSearch(filters);
  usePlace(filters.q.trim() === '' ? null : filters.q.trim());

  const start = filters.q.trim() === '';
  const browsed = browsedBy(filters);
  const shown = { filters, onChange: setFilters, peek, onPeek: (id: string) => void setPeek(id) };
  const toggle = (item: Item) =>
    setChosen((now) => {
      const next = new Map(now);
      if (!next.delete(item.id)) next.set(item.id, item);
      return next;
    });
  const close = () => {
    const opener = document.querySelector<HTMLElement>('.hit[aria-current] h2 a');
    void setPeek(null);
    opener?.focus();
  };
  const forget = (id: string) => {
    setChosen((now) => new Map([...now].filter(([other]) => other !== id)));
    void setPeek(null);
  };
  return (
    <>
      <h1 className="vh">{t('heading', { organisation: viewer?.organisation.name ?? '' })}</h1>
      <div className="search" data-peek={peek !== null || undefined} data-start={start || undefined}>
        <SearchBar text={filters.q} onSearch={(q) => setFilters({ q })} />
        {!start && <Facets filters={filters} onChange={setFilters} facets={search.answer?.facets ?? []} />}
        {browsed === null ? (
          <Results {...shown} search={search} chosen={chosen} onToggle={toggle} />
        ) : (
          <Browse {...shown} what={browsed} chosen={chosen} onToggle={toggle} />
        )}
        {peek !== null && <Peek id={peek} onPeek={shown.onPeek} onClose={close} onForgotten={forget} />}
      </div>
      {chosen.size > 0 && <SelectionBar chosen={[...chosen.values()]} onClear={() => setChosen(new Map())} />}
    </>
  );
}
