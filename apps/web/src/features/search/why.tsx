'use client';

import { useTranslations } from 'next-intl';
import { Icon } from '../../ui/icon';
import { languageOf } from '../../ui/ranges';
import type { Hit } from './use-search';

const BAND_WIDTH = { strong: 'w95', good: 'w70', weak: 'w35' } as const;

interface WhyProps {
  why: Hit['why'];
  /** It is here for what was said next to it. */
  beside: boolean;
  onTrace: () => void;
}

/** Why this result is here: the ranks in both lists, and a sentence for each. */
export function Why({ why, beside, onTrace }: WhyProps) {
  const t = useTranslations('search');
  const nameOf = useBoostNames();
  const { keyword, meaning, boosts } = why;
  return (
    <details className="whyd">
      <summary className="flow">
        <Ranks why={why} beside={beside} />
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
          {beside && (
            <tr>
              <th scope="row">{t('conversation')}</th>
              <td className="v mono">{t('besideShort')}</td>
              <td>{t('besideText')}</td>
            </tr>
          )}
          {boosts.length > 0 && (
            <tr>
              <th scope="row">{t('context')}</th>
              <td className="v mono">+{boosts.length}</td>
              <td>{boosts.map((boost) => nameOf(boost)).join(t('boostsJoin'))}</td>
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

function Ranks({ why: { keyword, meaning, boosts }, beside }: Pick<WhyProps, 'why' | 'beside'>) {
  const t = useTranslations('search');
  if (beside) {
    return (
      <span className="score">
        <span>{t('beside')}</span>
      </span>
    );
  }
  return (
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
  );
}

const BOOSTS = ['recent', 'heat', 'verified', 'unreviewed', 'stale'] as const;

/** The names of what moves a result besides its match; one that is new here keeps the hub's own. */
function useBoostNames(): (boost: string) => string {
  const t = useTranslations('search');
  return (boost) => {
    const known = BOOSTS.find((name) => name === boost);
    return known === undefined ? boost : t(`boost.${known}`);
  };
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
