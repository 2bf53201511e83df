'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useState, type ReactNode } from 'react';
import { HubError } from '../data/hub';
import { Button, LinkButton } from './button';
import { Icon, type IconName } from './icon';

type Tone = 'plain' | 'ok' | 'warn' | 'bad';
const TONE_ICON = { plain: 'info', ok: 'check', warn: 'warn', bad: 'bad' } as const satisfies Record<
  Tone,
  IconName
>;

/** A sentence that stands in the page until its reason is gone. `bad` interrupts a screen reader, the rest wait. */
export function Notice(props: {
  tone?: Tone;
  icon?: IconName;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
}) {
  const { tone = 'plain' } = props;
  return (
    <div className={`notice is-${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon name={props.icon ?? TONE_ICON[tone]} />
      <p>
        <b>{props.title}</b> {props.children !== undefined && <span className="ink2">{props.children}</span>}
      </p>
      {props.action}
    </div>
  );
}

/** Nothing to show: one sentence why, one thing to do. `whole`: it is all there is on the page, and heads it. */
export function Empty(props: {
  title: ReactNode;
  whole?: boolean;
  icon?: IconName;
  children?: ReactNode;
  actions?: ReactNode;
}) {
  const Heading = props.whole === true ? 'h1' : 'h2';
  return (
    <div className="empty">
      <Heading className="ttl flow">
        {props.icon !== undefined && <Icon name={props.icon} />}
        {props.title}
      </Heading>
      {props.children !== undefined && <p>{props.children}</p>}
      {props.actions !== undefined && <div className="flow">{props.actions}</div>}
    </div>
  );
}

const KNOWN = [
  'OFFLINE',
  'UNAVAILABLE',
  'RATE_LIMITED',
  'FORBIDDEN',
  'NOT_FOUND',
  'UNAUTHENTICATED',
  'VALIDATION_FAILED',
] as const;

/** The sentences of an error: why it happened, as the hub says it, and what to do. */
export function useErrorText(): (error: unknown) => { why: string; todo: string; requestId: string | null } {
  const t = useTranslations('errors');
  return (error) => {
    if (!(error instanceof HubError))
      return { why: t('INTERNAL.why'), todo: t('INTERNAL.todo'), requestId: null };
    const code = KNOWN.find((known) => known === error.code) ?? 'INTERNAL';
    return {
      why: error.message === '' ? t(`${code}.why`) : error.message,
      todo: error.hint ?? t(`${code}.todo`),
      requestId: error.requestId,
    };
  };
}

interface ErrorBoxProps {
  title: string;
  error: unknown;
  onRetry?: () => void;
  /** It is all there is on the page, and heads it. */
  whole?: boolean;
}

/** What happened, why, what to do, and the number to quote. */
export function ErrorBox({ title, error, onRetry, whole = false }: ErrorBoxProps) {
  const t = useTranslations('errors');
  const { why, todo, requestId } = useErrorText()(error);
  const details = [title, why, requestId === null ? '' : `${t('request')} ${requestId}`]
    .filter(Boolean)
    .join('\n');
  const Heading = whole ? 'h1' : 'h2';
  return (
    <div className="errbox" role="alert">
      <div>
        <Heading className="ttl flow">
          <Icon name="bad" className="bad" />
          {title}
        </Heading>
        <p className="ink2">{why}</p>
      </div>
      <p>{todo}</p>
      {onRetry !== undefined && (
        <p>
          <Button onClick={onRetry}>{t('retry')}</Button>
        </p>
      )}
      <p className="meta flow">
        {requestId !== null && (
          <>
            {t('request')} <code>{requestId}</code>
          </>
        )}
        <LinkButton className="meta" onClick={() => void navigator.clipboard?.writeText(details)}>
          {t('copy')}
        </LinkButton>
      </p>
    </div>
  );
}

/** The fault of a form that belongs to no field of it. */
export function FormFault({ error, fields = [] }: { error: unknown; fields?: readonly string[] }) {
  const { why, todo, requestId } = useErrorText()(error);
  const t = useTranslations('errors');
  if (error == null) return null;
  if (error instanceof HubError && fields.some((field) => error.faultOf(field) !== undefined)) return null;
  return (
    <Notice tone="bad" title={why}>
      {todo} {requestId !== null && <span className="meta">{`${t('request')} ${requestId}`}</span>}
    </Notice>
  );
}

const SKELETON_AFTER_MS = 150;

/** True once something has taken so long that the page should show the shape of what comes. */
export function useSlow(waiting: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setSlow(true), SKELETON_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [waiting]);
  return waiting && slow;
}

/** Rows in the height of those that come. They do not move. */
export function SkeletonRows({ rows = 6, lines = 2 }: { rows?: number; lines?: number }) {
  const t = useTranslations('ui');
  const slow = useSlow(true);
  return (
    <div aria-busy="true" className="skeletons">
      <span className="vh">{t('loading')}</span>
      {slow &&
        Array.from({ length: rows }, (_, row) => (
          <div className="skeleton" key={row} aria-hidden="true">
            {Array.from({ length: lines }, (_line, line) => (
              <span className={`skel w${((row * 3 + line * 5) % 7) + 1}`} key={line} />
            ))}
          </div>
        ))}
    </div>
  );
}
