'use client';

import { useState } from 'react';

const KEPT = 200;
const STORE = 'memhub-viewed';

function load(): string[] {
  try {
    const value: unknown = JSON.parse(window.localStorage.getItem(STORE) ?? '[]');
    return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
  } catch {
    return [];
  }
}

/** Which files of a revision this reader has looked at. Bound to the digest: a new revision starts unread. */
export function useViewedFiles(
  digest: string,
): readonly [ReadonlySet<string>, (path: string, viewed: boolean) => void] {
  const [all, setAll] = useState(load);
  const prefix = `${digest} `;
  const viewed = new Set(all.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length)));
  const mark = (path: string, on: boolean) => {
    const rest = load().filter((key) => key !== prefix + path);
    const next = (on ? [...rest, prefix + path] : rest).slice(-KEPT);
    try {
      window.localStorage.setItem(STORE, JSON.stringify(next));
    } catch {
      // storage is full or refused: the mark lasts as long as the page
    }
    setAll(next);
  };
  return [viewed, mark];
}
