'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '../../ui/icon';

const PAUSE_MS = 300;

/** The field. It searches when typing pauses or on Enter, never in the middle of a composed character. */
export function SearchBar({ text, onSearch }: { text: string; onSearch: (text: string) => void }) {
  const t = useTranslations('search');
  const [typed, setTyped] = useState(text);
  const [shown, setShown] = useState(text);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const composing = useRef(false);
  if (shown !== text) {
    // the URL changed by itself: back, forward, or a link
    setShown(text);
    setTyped(text);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (value: string) => {
    clearTimeout(timer.current);
    if (value === text) return;
    setShown(value);
    onSearch(value);
  };
  const type = (value: string) => {
    setTyped(value);
    clearTimeout(timer.current);
    if (!composing.current) timer.current = setTimeout(() => search(value), PAUSE_MS);
  };
  return (
    <form
      className="search-bar"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        search(typed);
      }}
    >
      <div className="qbox">
        <Icon name="search" />
        <input
          id="search-field"
          type="search"
          aria-label={t('field')}
          placeholder={t('field')}
          autoFocus={text === ''}
          maxLength={20_000}
          value={typed}
          onChange={(event) => type(event.target.value)}
          onCompositionStart={() => (composing.current = true)}
          onCompositionEnd={(event) => {
            composing.current = false;
            type(event.currentTarget.value);
          }}
        />
        <kbd className="hide-s" aria-hidden="true">
          /
        </kbd>
      </div>
    </form>
  );
}
