'use client';

import { useTranslations } from 'next-intl';
import { Button } from '../../ui/button';
import { Empty } from '../../ui/feedback';
import { Icon } from '../../ui/icon';
import { Layer } from '../../ui/text';
import { countFilters } from './filters';
import { KIND_ICON } from './hit';
import type { SetFilters, UrlFilters, useSearch } from './use-search';

/** Before the first word: what can be found here, and by whom. */
export function SearchStart() {
  const t = useTranslations('search');
  return (
    <div className="start">
      <h2 className="ttl">{t('start.title')}</h2>
      <p className="ink2">{t('start.text')}</p>
      <dl className="start-kinds">
        {(['SKILL', 'CHAT_MEMORY', 'PERSONA', 'SCENE', 'CARD', 'TURN'] as const).map((kind) => (
          <div key={kind}>
            <dt className="flow">
              <Icon name={KIND_ICON[kind]} />
              {t(`kind.${kind}`)}
              {kind === 'PERSONA' && <Layer layer="L3" />}
              {kind === 'SCENE' && <Layer layer="L2" />}
              {kind === 'CARD' && <Layer layer="L1" />}
              {kind === 'TURN' && <Layer layer="L0" />}
            </dt>
            <dd className="ink2">{t(`start.${kind}`)}</dd>
          </div>
        ))}
      </dl>
      <p className="flow meta">
        <kbd>/</kbd> {t('start.field')} <kbd>j</kbd>
        <kbd>k</kbd> {t('start.move')} <kbd>↵</kbd> {t('start.peek')} <kbd>w</kbd> {t('start.why')}
      </p>
    </div>
  );
}

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
      {narrowed > 0
        ? t('none.narrowed', { count: narrowed })
        : t(`none.${answer.mode === 'HYBRID' ? 'both' : 'one'}`)}
    </Empty>
  );
}
