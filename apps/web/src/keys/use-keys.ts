'use client';

import { useEffect, useRef } from 'react';
import { isCommand, nameOfPress } from './typing';

export type KeyMap = Readonly<Record<string, (() => void) | undefined>>;

const FIELD = 'input:not([type=checkbox]):not([type=radio]), textarea, select, [contenteditable=true]';

/** Binds keys while the component is shown. Nothing fires below an open dialog, except keys bound inside it. */
export function useKeys(map: KeyMap, within?: 'dialog'): void {
  const latest = useRef(map);
  useEffect(() => {
    latest.current = map;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const name = nameOfPress(event);
      if (name === null || event.defaultPrevented || !(event.target instanceof Element)) return;
      const run = latest.current[name];
      if (run === undefined || !isCommand(name, event.target.closest(FIELD) !== null)) return;
      if (within === undefined && document.querySelector('dialog[open]') !== null) return;
      if (isOwnKey(name, event.target)) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [within]);
}

/** Enter and the arrows belong to the control that has the focus, unless it is a row of a list. */
function isOwnKey(name: string, target: Element): boolean {
  if (name !== 'Enter' && name !== ' ') return false;
  return target.closest('button, a, summary, [role=menu]') !== null && target.closest('[data-row]') === null;
}

const SEQUENCE_MS = 1_000;

/** Two-letter commands: `g`, then a letter of `go` within a second. They come before the keys of the page. */
export function useGoKeys(go: Readonly<Record<string, () => void>>): void {
  const latest = useRef(go);
  const armedAt = useRef(0);
  useEffect(() => {
    latest.current = go;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const name = nameOfPress(event);
      if (name === null || !(event.target instanceof Element) || event.target.closest(FIELD) !== null) return;
      const run = event.timeStamp - armedAt.current < SEQUENCE_MS ? latest.current[name] : undefined;
      armedAt.current = name === 'g' ? event.timeStamp : 0;
      if (run === undefined) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', onKey, true);
    return () => document.removeEventListener('keydown', onKey, true);
  }, []);
}
