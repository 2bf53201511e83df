'use client';

import { useEffect, useId, useRef, type FormEvent, type ReactNode } from 'react';
import { useTranslations } from 'next-intl';
import { IconButton } from './button';

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** The buttons. With `onSubmit` the dialog is a form, and Ctrl or ⌘ with Enter sends it. */
  footer?: ReactNode;
  onSubmit?: () => void;
  size?: 'default' | 'wide';
}

/** Of a row of dots, the chosen one: the arrows move the choice from there. */
const FIRST_CONTROL =
  '.dialog-body :is(input:not([hidden], [type=radio]:not(:checked)), select, textarea, button)';

/** A modal window: the browser keeps the focus inside and gives it back afterwards. */
export function Dialog({ title, onClose, children, footer, onSubmit, size = 'default' }: DialogProps) {
  const t = useTranslations('ui');
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (element === null || element.open) return;
    element.showModal();
    const first =
      element.querySelector<HTMLElement>('[data-autofocus]') ??
      element.querySelector<HTMLElement>(FIRST_CONTROL);
    first?.focus();
    return () => element.close();
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit?.();
  };
  const body = (
    <>
      <header>
        <h2 id={id}>{title}</h2>
        <IconButton icon="x" label={t('close')} onClick={onClose} />
      </header>
      <div className="dialog-body">{children}</div>
      {footer !== undefined && <footer>{footer}</footer>}
    </>
  );
  return (
    <dialog
      ref={dialog}
      className={`dialog ${size}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      {onSubmit === undefined ? (
        <div className="dialog-in">{body}</div>
      ) : (
        <form
          className="dialog-in"
          noValidate
          onSubmit={submit}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) submit(event);
          }}
        >
          {body}
        </form>
      )}
    </dialog>
  );
}

/** What the main button of a dialog still waits for, in words; the button names it as its description. */
export function Missing({ id, text }: { id: string; text: string | false }) {
  if (text === false) return null;
  return (
    <span className="meta missing" id={id}>
      {text}
    </span>
  );
}
