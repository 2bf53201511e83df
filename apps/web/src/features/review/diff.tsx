'use client';

import { useTranslations } from 'next-intl';
import { useRef, useState } from 'react';
import { useKeys } from '../../keys/use-keys';
import { LinkButton } from '../../ui/button';
import { languageOf } from '../../ui/ranges';
import type { Proposal } from './use-review';
import { useViewedFiles } from './viewed-files';

type File = Proposal['diff'][number];
type Hunk = File['hunks'][number];
type Line = Hunk['lines'][number];

/** The change, file by file, word by word. */
export function Diff({ proposal }: { proposal: Proposal }) {
  const t = useTranslations('review');
  const { diff, base, revision } = proposal;
  const [viewed, mark] = useViewedFiles(revision.digest);
  const section = useRef<HTMLElement>(null);
  const [at, setAt] = useState(-1);
  const step = (by: number) => {
    const next = Math.max(0, Math.min(at + by, diff.length - 1));
    setAt(next);
    section.current?.querySelectorAll<HTMLElement>('.file')[next]?.focus();
  };
  const flip = () => {
    const file = diff[Math.max(0, at)];
    if (file !== undefined) mark(file.path, !viewed.has(file.path));
  };
  useKeys({ n: () => step(1), p: () => step(-1), v: flip });
  return (
    <section className="sect" aria-label={t('changes')} ref={section}>
      <header>
        <h2>{t('changes')}</h2>
        <span className="meta">
          {t('viewed', { viewed: diff.filter(({ path }) => viewed.has(path)).length, count: diff.length })}
        </span>
        <span className="meta push hide-s">
          <kbd>n</kbd> <kbd>p</kbd> {t('keyFiles')} <kbd>v</kbd> {t('keyViewed')}
        </span>
      </header>
      {diff.length === 0 && <p className="ink2">{t('noChanges')}</p>}
      {diff.map((file) => (
        <FileDiff
          key={file.path}
          file={file}
          label={t('diffLabel', {
            path: file.path,
            from: base === null ? t('nothing') : `r${base.number}`,
            to: `r${revision.number}`,
          })}
          viewed={viewed.has(file.path)}
          onViewed={(on) => mark(file.path, on)}
        />
      ))}
    </section>
  );
}

interface FileDiffProps {
  file: File;
  label: string;
  viewed: boolean;
  onViewed: (viewed: boolean) => void;
}

function FileDiff({ file, label, viewed, onViewed }: FileDiffProps) {
  const t = useTranslations('review');
  const [forced, setForced] = useState(false);
  const folded = viewed && !forced;
  return (
    <div className="file" data-folded={folded || undefined} tabIndex={-1} role="group" aria-label={file.path}>
      <header>
        <span className="mono">{file.path}</span>
        <span className="meta flow">
          {file.added > 0 && <span className="ok">+{file.added}</span>}
          {file.removed > 0 && <span className="bad">−{file.removed}</span>}
          {file.change !== 'CHANGED' && <span>{t(`change.${file.change}`)}</span>}
        </span>
        {viewed && (
          <LinkButton className="meta" aria-expanded={!folded} onClick={() => setForced(!forced)}>
            {t(folded ? 'unfold' : 'fold')}
          </LinkButton>
        )}
        <label className="check push">
          <input
            type="checkbox"
            checked={viewed}
            onChange={(event) => {
              setForced(false);
              onViewed(event.target.checked);
            }}
            aria-label={t('viewedFile', { path: file.path })}
          />
          <span>{t('viewedWord')}</span>
        </label>
      </header>
      {!folded &&
        (file.binary ? (
          <p className="file-note">{t('binary')}</p>
        ) : file.tooLarge ? (
          <p className="file-note">{t('tooLarge')}</p>
        ) : (
          <Hunks hunks={file.hunks} label={label} />
        ))}
    </div>
  );
}

function Hunks({ hunks, label }: { hunks: readonly Hunk[]; label: string }) {
  const t = useTranslations('review');
  return (
    <table className="diff" aria-label={label}>
      <colgroup>
        <col className="n old" />
        <col className="n" />
        <col className="g" />
        <col />
      </colgroup>
      <thead className="vh">
        <tr>
          <th scope="col">{t('oldLine')}</th>
          <th scope="col">{t('newLine')}</th>
          <th scope="col">{t('sign')}</th>
          <th scope="col">{t('text')}</th>
        </tr>
      </thead>
      {hunks.map((hunk, place) => (
        <tbody key={`${hunk.oldStart}-${hunk.newStart}`}>
          {place > 0 && (
            <tr className="hunk">
              <td colSpan={4}>{t('hunk', { line: hunk.newStart })}</td>
            </tr>
          )}
          {hunk.lines.map((line, row) => (
            <DiffLine key={row} line={line} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

const LINE = {
  CONTEXT: { row: undefined, sign: '' },
  ADDED: { row: 'ins', sign: '+' },
  REMOVED: { row: 'del', sign: '−' },
} as const;

function DiffLine({ line }: { line: Line }) {
  const { row, sign } = LINE[line.kind];
  const Word = line.kind === 'REMOVED' ? 'del' : 'ins';
  const whole = line.segments.every(({ changed }) => changed); // a line that is new as a whole needs no second tint
  return (
    <tr className={row}>
      <td className="n old">{line.oldLine}</td>
      <td className="n">{line.newLine}</td>
      <td className="g">{sign}</td>
      <td className="c" lang={languageOf(line.segments.map(({ text }) => text).join(''))}>
        {line.segments.map(({ text, changed }, place) =>
          changed && !whole ? <Word key={place}>{text}</Word> : <span key={place}>{text}</span>,
        )}
      </td>
    </tr>
  );
}
