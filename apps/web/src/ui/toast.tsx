'use client';

import { useTranslations } from 'next-intl';
import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useKeys } from '../keys/use-keys';
import { Button, IconButton } from './button';
import { Icon } from './icon';

const UNDO_S = 10;
const STAY_S = 5;

interface Toast {
  id: number;
  text: string;
  undo?: () => void;
}

const ToastContext = createContext<(text: string, undo?: () => void) => void>(() => undefined);

/** Tells what was done. With `undo` it stays 10 s, and `z` takes it back. */
export const useToast = () => useContext(ToastContext);

export function ToastProvider({ children }: { children: ReactNode }) {
  const t = useTranslations('ui');
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const show = useCallback((text: string, undo?: () => void) => {
    setToasts((now) => [
      ...now.slice(-2),
      { id: (now.at(-1)?.id ?? 0) + 1, text, ...(undo === undefined ? {} : { undo }) },
    ]);
  }, []);
  const drop = useCallback((id: number) => setToasts((now) => now.filter((toast) => toast.id !== id)), []);
  const last = useMemo(() => toasts.findLast((toast) => toast.undo !== undefined), [toasts]);
  useKeys(
    last === undefined
      ? {}
      : {
          z: () => {
            last.undo?.();
            drop(last.id);
          },
        },
  );
  return (
    <ToastContext.Provider value={show}>
      {children}
      <div className="toasts" role="region" aria-label={t('toasts')} aria-live="polite">
        {toasts.map((toast) => (
          <ToastView key={toast.id} toast={toast} onDrop={drop} />
        ))}
      </div>
    </ToastContext.Provider>
  );
}

function ToastView({ toast, onDrop }: { toast: Toast; onDrop: (id: number) => void }) {
  const t = useTranslations('ui');
  const [left, setLeft] = useState(toast.undo === undefined ? STAY_S : UNDO_S);
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held) return;
    if (left <= 0) {
      onDrop(toast.id);
      return;
    }
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left, held, onDrop, toast.id]);
  return (
    <div className="toast" onPointerEnter={() => setHeld(true)} onPointerLeave={() => setHeld(false)}>
      <Icon name="check" className="ok" />
      <span>{toast.text}</span>
      {toast.undo === undefined ? (
        <IconButton icon="x" label={t('close')} onClick={() => onDrop(toast.id)} />
      ) : (
        <>
          <span className="left" aria-hidden="true">
            {t('seconds', { count: left })}
          </span>
          <Button
            look="quiet"
            onFocus={() => setHeld(true)}
            onBlur={() => setHeld(false)}
            onClick={() => {
              toast.undo?.();
              onDrop(toast.id);
            }}
          >
            {t('undo')} <kbd>z</kbd>
          </Button>
        </>
      )}
    </div>
  );
}
