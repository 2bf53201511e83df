'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useState, type ReactNode } from 'react';
import { useFormat } from '../i18n/format';
import { languageOf, splitAt, type Range } from './ranges';
import { Button } from './button';

/** Text of people and agents: marked where it counts, in its own language for readers aloud and for the font. */
export function Words({
  text,
  ranges = [],
  lang,
}: {
  text: string;
  ranges?: readonly Range[];
  lang?: string | null;
}) {
  return (
    <span lang={lang ?? languageOf(text)}>
      {splitAt(text, ranges).map(({ text: part, marked }, place) =>
        marked ? <mark key={place}>{part}</mark> : <span key={place}>{part}</span>,
      )}
    </span>
  );
}

const LAYER_CLASS = { L0: 'l0', L1: 'l1', L2: 'l2', L3: 'l3' } as const;
export type LayerName = keyof typeof LAYER_CLASS;

export function Layer({ layer }: { layer: LayerName }) {
  return <span className={`layer ${LAYER_CLASS[layer]}`}>{layer}</span>;
}

export type BadgeTone = '' | 'ok' | 'warn' | 'bad' | 'on' | 'half on' | 'half warn';
export function Badge({ tone = '', children }: { tone?: BadgeTone; children: ReactNode }) {
  return <span className={`badge ${tone}`}>{children}</span>;
}

const MINUTE_MS = 60_000;

/** How long ago, kept true each minute; the exact time is its tooltip. */
export function Ago({ at }: { at: string }) {
  const format = useFormat();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={at} title={format.dateTime(at)}>
      {format.ago(at, now)}
    </time>
  );
}

const COPIED_MS = 2_000;

export function CopyButton({
  text,
  label,
  quiet = false,
}: {
  text: string;
  label?: string;
  quiet?: boolean;
}) {
  const t = useTranslations('ui');
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await copyText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), COPIED_MS);
  };
  return (
    <Button look={quiet ? 'quiet' : 'default'} icon={copied ? 'check' : 'copy'} onClick={() => void copy()}>
      <span aria-live="polite">{copied ? t('copied') : (label ?? t('copy'))}</span>
    </Button>
  );
}

/** Puts text on the clipboard, also on plain http, where the browser has no clipboard object. */
export async function copyText(text: string): Promise<void> {
  if (window.isSecureContext) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'vh';
  (document.querySelector('dialog[open]') ?? document.body).append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}
