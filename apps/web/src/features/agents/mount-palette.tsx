'use client';

import { MountableDocument } from '@memory-hub/graphql-client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState } from 'react';
import { ask } from '../../data/hub';
import { keys } from '../../data/keys';
import { Icon } from '../../ui/icon';
import { languageOf } from '../../ui/ranges';
import type { Agent } from './use-agent';
import type { MountActs } from './use-mount-acts';

const PAUSE_MS = 150;

/** Finds an asset to mount. Only what the agent's owner may read and what is published is offered. */
export function MountPalette({
  agent,
  acts,
  onClose,
}: {
  agent: Agent;
  acts: MountActs;
  onClose: () => void;
}) {
  const t = useTranslations('mounts');
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const asked = usePaused(text);
  useEffect(() => {
    if (dialog.current?.open !== false) return;
    dialog.current.showModal();
    dialog.current.querySelector('input')?.focus();
  }, []);
  const query = useQuery({
    queryKey: keys.mountable(agent.id, asked),
    queryFn: async ({ signal }) =>
      (await ask(MountableDocument, { id: agent.id, text: asked }, signal)).agent?.mountable ?? [],
    placeholderData: keepPreviousData,
  });
  const taken = new Set(agent.mounts.map(({ asset }) => asset.id));
  return (
    <dialog
      ref={dialog}
      className="pop palette"
      aria-label={t('mountOn', { name: agent.name })}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <Command label={t('mountOn', { name: agent.name })} shouldFilter={false} loop>
        <div className="q">
          <Icon name="search" />
          <Command.Input value={text} onValueChange={setText} placeholder={t('find')} />
          <kbd aria-hidden="true">esc</kbd>
        </div>
        <Command.List className="list" label={t('mountOn', { name: agent.name })} tabIndex={-1}>
          {query.isError && <p className="palette-empty">{t('findFailed')}</p>}
          {query.data?.length === 0 && <p className="palette-empty">{t('findNone')}</p>}
          {query.data?.map((asset) => (
            <Command.Item
              key={asset.id}
              value={asset.id}
              className="opt tall"
              disabled={taken.has(asset.id)}
              onSelect={() => {
                acts.mount(asset);
                onClose();
              }}
            >
              <Icon name={asset.kind === 'SKILL' ? 'skill' : 'memory'} />
              <span>
                <span lang={languageOf(asset.title)}>{asset.title === '' ? asset.name : asset.title}</span>
                <span className="meta ell" lang={languageOf(asset.description)}>
                  {asset.description}
                </span>
              </span>
              <span className="meta nowrap">
                {taken.has(asset.id)
                  ? t('already')
                  : asset.publishedRevision !== null && `r${asset.publishedRevision.number}`}
              </span>
            </Command.Item>
          ))}
        </Command.List>
      </Command>
      <footer className="meta">
        <span>{t('findHint')}</span>
      </footer>
    </dialog>
  );
}

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
