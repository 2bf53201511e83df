'use client';

import { useTranslations } from 'next-intl';
import { useEffect, useRef } from 'react';
import { useKeys } from '../../keys/use-keys';
import { IconButton } from '../../ui/button';
import { Empty, ErrorBox, SkeletonRows } from '../../ui/feedback';
import { CopyButton } from '../../ui/text';
import { PeekAsset } from './peek-asset';
import { PeekMemory } from './peek-memory';
import { usePeek } from './use-peek';

interface PeekProps {
  id: string;
  /** Shows something else in the same panel. */
  onPeek: (id: string) => void;
  onClose: () => void;
  /** What was shown was forgotten: there is nothing to show any more. */
  onForgotten: (id: string) => void;
}

/** One result in full, beside the list: where it comes from, who can read it, what to do with it. */
export function Peek({ id, onPeek, onClose, onForgotten }: PeekProps) {
  const t = useTranslations('peek');
  const query = usePeek(id);
  const panel = useRef<HTMLElement>(null);
  useKeys({ Escape: onClose });
  useEffect(() => {
    // a panel over the list takes the focus; beside the list it stays where the reader is
    if (window.innerWidth < 1280) panel.current?.focus();
  }, [id]);
  return (
    <aside
      className={query.isPlaceholderData ? 'prev stale' : 'prev'}
      aria-label={t('title')}
      aria-busy={query.isFetching}
      tabIndex={-1}
      ref={panel}
    >
      <div className="prev-tools">
        <CitationButton id={id} />
        <IconButton icon="x" label={t('close')} onClick={onClose} />
      </div>
      {query.isError ? (
        <ErrorBox title={t('failed')} error={query.error} onRetry={() => void query.refetch()} />
      ) : query.data === undefined ? (
        <SkeletonRows rows={4} lines={3} />
      ) : query.data.node === null ? (
        <Empty title={t('missing')}>{t('missingText')}</Empty>
      ) : query.data.node.__typename === 'Asset' ? (
        <PeekAsset asset={query.data.node} />
      ) : (
        <PeekMemory
          node={query.data.node}
          trace={query.data.trace ?? null}
          onPeek={onPeek}
          onForgotten={onForgotten}
        />
      )}
    </aside>
  );
}

function CitationButton({ id }: { id: string }) {
  const t = useTranslations('peek');
  return <CopyButton quiet label={t('citation')} text={`${window.location.origin}/search?peek=${id}`} />;
}
