'use client';

import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';

interface PopoverProps {
  /** The name of the panel, spoken. */
  label: string;
  button: ReactNode;
  buttonClass?: string;
  buttonLabel?: string;
  /** `menu`: arrow keys move between `[data-opt]` items, and a choice closes it. */
  role?: 'menu' | 'dialog';
  align?: 'start' | 'end';
  className?: string;
  children: ReactNode;
  onOpen?: () => void;
}

const EDGE = 8;

/** A panel that floats below its button. The browser closes it on Escape and on a click elsewhere. */
export function Popover(props: PopoverProps) {
  const { label, button, buttonClass = 'btn quiet', buttonLabel, role = 'dialog', align = 'start' } = props;
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const anchor = useRef<HTMLButtonElement>(null);

  const place = (open: boolean) => {
    if (!open || panel.current === null || anchor.current === null) return;
    const box = anchor.current.getBoundingClientRect();
    const { style, offsetWidth } = panel.current;
    const wanted = align === 'start' ? box.left : box.right - offsetWidth;
    style.top = `${box.bottom + 4}px`;
    style.left = `${Math.max(EDGE, Math.min(wanted, window.innerWidth - offsetWidth - EDGE))}px`;
    style.maxHeight = `${window.innerHeight - box.bottom - EDGE * 2}px`;
    if (role === 'menu') items(panel.current)[0]?.focus();
    props.onOpen?.();
  };
  const close = () => {
    panel.current?.hidePopover();
    anchor.current?.focus();
  };
  return (
    <>
      <button
        ref={anchor}
        type="button"
        className={buttonClass}
        popoverTarget={id}
        aria-haspopup={role}
        aria-label={buttonLabel}
        title={buttonLabel}
      >
        {button}
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        role={role}
        aria-label={label}
        className={`pop ${props.className ?? ''}`}
        onToggle={(event) => place(event.newState === 'open')}
        onKeyDown={role === 'menu' ? moveInMenu : undefined}
        onClick={(event) => {
          if ((event.target as Element).closest('[data-opt]') !== null) close();
        }}
      >
        {props.children}
      </div>
    </>
  );
}

function items(panel: HTMLElement): HTMLElement[] {
  return [...panel.querySelectorAll<HTMLElement>('[data-opt]')];
}

function moveInMenu(event: KeyboardEvent<HTMLElement>): void {
  const all = items(event.currentTarget);
  const at = all.findIndex((item) => item === document.activeElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  all.at(next % all.length)?.focus();
}
