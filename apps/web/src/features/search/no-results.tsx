'use client';

import { useTranslations } from 'next-intl';
import { Button } from '../../ui/button';
import { Empty } from '../../ui/feedback';
import { Layer } from '../../ui/text';
import { countFilters } from './filters';
import { reasonOf } from './reason';
import type { SetFilters, UrlFilters, useSearch } from './use-search';

interface NoResultsProps {
  filters: UrlFilters;
  onChange: SetFilters;
  answer: NonNullable<ReturnType<typeof useSearch>['answer']>;
}

/** Nothing found: names what was asked, and the one thing most worth dropping. */
export function NoResults({ filters, onChange, answer }: NoResultsProps) {
  const t = useTranslations('search');
  const narrowed = countFilters(filters);
  const turnsOnly = filters.layer.length === 1 && filters.layer[0] === 'L0';
  return (
    <Empty
      title={t.rich('none.title', { text: filters.q, code: (text) => <span className="mono">{text}</span> })}
      actions={
        <>
          {narrowed > 0 && (
            <Button
              onClick={() =>
                onChange({
                  kind: [],
                  space: [],
                  agent: [],
                  layer: [],
                  tag: [],
                  category: null,
                  session: null,
                  age: null,
                })
              }
            >
              {t('none.dropAll')}
            </Button>
          )}
          {!filters.history && (
            <Button onClick={() => onChange({ history: true })}>{t('none.history')}</Button>
          )}
          {!turnsOnly && (
            <Button onClick={() => onChange({ kind: [], layer: ['L0'] })}>
              <Layer layer="L0" />
              {t('none.words')}
            </Button>
          )}
        </>
      }
    >
      {t(`none.${reasonOf(answer, narrowed)}`, { count: narrowed })}
    </Empty>
  );
}
