'use client';

import { useTranslations } from 'next-intl';
import { useFormat } from '../../i18n/format';
import { CitedWords } from '../../ui/cited-words';
import { Icon } from '../../ui/icon';
import { findTerms, languageOf, type Range } from '../../ui/ranges';
import { Layer, Words } from '../../ui/text';
import { useSpeakerName, useTerms } from '../terms/use-terms';
import { KIND_ICON, isBeside, isChoosable, isOneText } from './hit';
import type { Hit } from './use-search';
import { Why } from './why';

interface HitRowProps {
  hit: Hit;
  open: boolean;
  /** The row that Tab reaches; j and k move it. */
  tabStop: boolean;
  chosen: boolean;
  onPeek: () => void;
  onToggle: () => void;
}

export function HitRow({ hit, open, tabStop, chosen, onPeek, onToggle }: HitRowProps) {
  const t = useTranslations('search');
  const { title, snippet, kind } = hit;
  const titleIsText = isOneText(hit);
  const marks = titleIsText ? snippet.highlights : findTerms(title, hit.why.keyword?.matched ?? []);
  return (
    <li>
      <article className="hit" aria-current={open || undefined} data-chosen={chosen || undefined}>
        {isChoosable(hit) ? (
          <label className="check hit-check" title={t('choose')}>
            <input
              type="checkbox"
              checked={chosen}
              onChange={onToggle}
              aria-label={t('chooseNamed', { title: title.slice(0, 80) })}
            />
            <Icon name={KIND_ICON[kind]} />
          </label>
        ) : (
          <Icon name={KIND_ICON[kind]} />
        )}
        <h2>
          <a
            href={peekHref(hit.id)}
            data-row=""
            tabIndex={tabStop ? 0 : -1}
            onClick={(event) => {
              if (event.metaKey || event.ctrlKey || event.shiftKey) return;
              event.preventDefault();
              onPeek();
            }}
          >
            <HitWords
              kind={kind}
              text={titleIsText ? snippet.text : title}
              ranges={marks}
              lang={titleIsText ? snippet.lang : null}
            />
          </a>
        </h2>
        <HitMeta hit={hit} />
        {!titleIsText && snippet.text.trim() !== '' && (
          <p className="snip">
            <HitWords kind={kind} text={snippet.text} ranges={snippet.highlights} lang={snippet.lang} />
          </p>
        )}
        <Why why={hit.why} beside={isBeside(hit)} onTrace={onPeek} />
      </article>
    </li>
  );
}

interface HitWordsProps {
  kind: Hit['kind'];
  text: string;
  ranges: readonly Range[];
  lang: string | null;
}

/** A persona cites its scenes; everything else is shown as it is written. */
function HitWords({ kind, text, ranges, lang }: HitWordsProps) {
  if (kind === 'PERSONA') return <CitedWords text={text} ranges={ranges} />;
  return <Words text={text} ranges={ranges} lang={lang} />;
}

function HitMeta({ hit }: { hit: Hit }) {
  const t = useTranslations('search');
  const format = useFormat();
  const speakerName = useSpeakerName();
  const { tagName } = useTerms();
  const name = (value: string) => (
    <span lang={languageOf(value)} key={value}>
      {value}
    </span>
  );
  return (
    <p className="flow sep meta">
      {hit.layer === null ? <span>{t(`kind.${hit.kind}`)}</span> : <Layer layer={hit.layer} />}
      {hit.layer !== null && <span>{t(`one.${hit.kind}`)}</span>}
      {hit.path !== null && <span className="mono">{hit.path}</span>}
      {hit.revision !== null && <span>r{hit.revision}</span>}
      {[
        ...new Set([
          hit.kind === 'TURN' ? speakerName(hit.title) : '',
          hit.agent?.name ?? '',
          hit.space.name,
        ]),
      ]
        .filter(Boolean)
        .map(name)}
      <span title={format.dateTime(hit.recordedAt)}>{format.date(hit.eventTime ?? hit.recordedAt)}</span>
      {hit.tags.slice(0, 3).map((tag) => (
        <span className="tag" key={tag} lang={languageOf(tagName(tag))}>
          {tagName(tag)}
        </span>
      ))}
    </p>
  );
}

function peekHref(id: string): string {
  if (typeof window === 'undefined') return `?peek=${id}`;
  const params = new URLSearchParams(window.location.search);
  params.set('peek', id);
  return `?${params.toString()}`;
}
