'use client';

import { useTranslations } from 'next-intl';
import { Icon } from '../../ui/icon';
import { Layer } from '../../ui/text';
import { AppliedFilters } from './applied-filters';
import { countFilters } from './filters';
import { KIND_ICON } from './hit';
import type { SetFilters, UrlFilters } from './use-search';

interface SearchStartProps {
  filters: UrlFilters;
  onChange: SetFilters;
}

/** Before the first word: what can be found here, and by whom; and what is narrowed already. */
export function SearchStart({ filters, onChange }: SearchStartProps) {
  const t = useTranslations('search');
  return (
    <div className="start">
      {countFilters(filters) > 0 && (
        <p className="flow">
          <span>{t('start.narrowed')}</span>
          <AppliedFilters filters={filters} onChange={onChange} facets={[]} />
        </p>
      )}
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
