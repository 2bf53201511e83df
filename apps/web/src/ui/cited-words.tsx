'use client';

import type { ReactNode } from 'react';
import { splitAtCites } from './cites';
import { languageOf, type Range } from './ranges';
import { Words } from './text';

interface CitedWordsProps {
  text: string;
  ranges?: readonly Range[];
  /** What stands for a citation; without it, what it names as a label. */
  cite?: (() => ReactNode) | undefined;
}

/** Words of a persona with the scenes they rest on as labels, never as the signs in the text. */
export function CitedWords({ text, ranges, cite }: CitedWordsProps) {
  return splitAtCites(text, ranges).map((part, place) =>
    part.cite ? (
      <span className="cites" key={place}>
        {' '}
        {cite?.() ?? (
          <span className="tag" lang={languageOf(part.text)}>
            {part.text}
          </span>
        )}
      </span>
    ) : (
      <Words key={place} text={part.text} ranges={part.ranges} />
    ),
  );
}
