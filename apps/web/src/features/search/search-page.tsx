'use client';

import dynamic from 'next/dynamic';
import { parseAsString, useQueryState } from 'nuqs';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { usePlace } from '../shell/place';
import { useShell } from '../shell/use-shell';
import { Facets } from './facets';
import { Results } from './results';
import { SearchBar } from './search-bar';
import { useFilters, useSearch, type Hit } from './use-search';

const SelectionBar = dynamic(() => import('./selection-bar').then(({ SelectionBar }) => SelectionBar), {
  ssr: false,
});
const Peek = dynamic(() => import('../peek/peek').then(({ Peek }) => Peek), { ssr: false });

/** One search over everything the reader may see. */
export function SearchPage() {
  const t = useTranslations('search');
  const { viewer } = useShell();
  const [filters, setFilters] = useFilters();
  const [peek, setPeek] = useQueryState('peek', parseAsString.withOptions({ history: 'push' }));
  const [chosen, setChosen] = useState<ReadonlyMap<string, Hit>>(new Map());
  const search = useSearch(filters);
  usePlace(filters.q.trim() === '' ? null : filters.q.trim());

  const start = filters.q.trim() === '';
  const toggle = (hit: Hit) =>
    setChosen((now) => {
      const next = new Map(now);
      if (!next.delete(hit.id)) next.set(hit.id, hit);
      return next;
    });
  const close = () => {
    const opener = document.querySelector<HTMLElement>('.hit[aria-current] h2 a');
    void setPeek(null);
    opener?.focus();
  };
  return (
    <>
      <h1 className="vh">{t('heading', { organisation: viewer?.organisation.name ?? '' })}</h1>
      <div className="search" data-peek={peek !== null || undefined} data-start={start || undefined}>
        <SearchBar text={filters.q} onSearch={(q) => setFilters({ q })} />
        {!start && <Facets filters={filters} onChange={setFilters} facets={search.answer?.facets ?? []} />}
        <Results
          filters={filters}
          onChange={setFilters}
          search={search}
          peek={peek}
          onPeek={(id) => void setPeek(id)}
          chosen={chosen}
          onToggle={toggle}
        />
        {peek !== null && <Peek id={peek} onPeek={(id) => void setPeek(id)} onClose={close} />}
      </div>
      {chosen.size > 0 && <SelectionBar chosen={[...chosen.values()]} onClear={() => setChosen(new Map())} />}
    </>
  );
}
