'use client';

import { useTranslations } from 'next-intl';
import { Icon } from '../../ui/icon';
import { languageOf } from '../../ui/ranges';
import type { Hit } from './use-search';

const BAND_WIDTH = { strong: 'w95', good: 'w70', weak: 'w35' } as const;

/** Why this result is here: the ranks in both lists, and a sentence for each. */
export function Why({ why, onTrace }: { why: Hit['why']; onTrace: () => void }) {
  const t = useTranslations('search');
  const { keyword, meaning, boosts } = why;
  return (
    <details className="whyd">
      <summary className="flow">
        <span className="score">
          <span>
            {t('keyword')} <b>{keyword?.rank ?? '–'}</b>
          </span>
          <span>
            {t('meaning')} <b>{meaning?.rank ?? '–'}</b>
          </span>
          {boosts.length > 0 && (
            <span>
              {t('context')} <b>+{boosts.length}</b>
            </span>
          )}
        </span>
        <span className="link meta">
          {t('why')}
          <Icon name="chevron" />
        </span>
      </summary>
      <table className="why">
        <tbody>
          <tr>
            <th scope="row">{t('keyword')}</th>
            <td className="v mono">{keyword === null ? t('noHit') : t('rank', { rank: keyword.rank })}</td>
            <td>{keyword === null ? t('keywordNone') : <Matched terms={keyword.matched} />}</td>
          </tr>
          <tr>
            <th scope="row">{t('meaning')}</th>
            <td className="v mono">
              {meaning === null ? t('noHit') : t('rank', { rank: meaning.rank })}
              {meaning !== null && (
                <span className="bar">
                  <i className={BAND_WIDTH[bandOf(meaning.band)]} />
                </span>
              )}
            </td>
            <td>{meaning === null ? t('meaningNone') : t(`band.${bandOf(meaning.band)}`)}</td>
          </tr>
          {boosts.length > 0 && (
            <tr>
              <th scope="row">{t('context')}</th>
              <td className="v mono">+{boosts.length}</td>
              <td>{boosts.join(' · ')}</td>
            </tr>
          )}
        </tbody>
      </table>
      <p className="flow sep meta why-sum">
        <span>{why.text}</span>
        <button type="button" className="link meta" onClick={onTrace}>
          {t('trace')}
        </button>
      </p>
    </details>
  );
}

function bandOf(band: string): keyof typeof BAND_WIDTH {
  return band === 'strong' || band === 'good' ? band : 'weak';
}

function Matched({ terms }: { terms: readonly string[] }) {
  const t = useTranslations('search');
  return (
    <>
      {t('contains')}{' '}
      {terms.map((term, place) => (
        <span key={term}>
          {place > 0 && ' '}
          <mark lang={languageOf(term)}>{term}</mark>
        </span>
      ))}
    </>
  );
}
