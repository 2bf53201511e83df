'use client';

import { AgentsDocument, InboxDocument } from '@memory-hub/graphql-client';
import { useQuery } from '@tanstack/react-query';
import { Command } from 'cmdk';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { ask } from '../../data/hub';
import { Icon, type IconName } from '../../ui/icon';
import { languageOf } from '../../ui/ranges';

interface PaletteProps {
  onClose: () => void;
  onKeys: () => void;
}

/** One field that goes anywhere and starts anything. */
export function Palette({ onClose, onKeys }: PaletteProps) {
  const t = useTranslations('palette');
  const router = useRouter();
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  useEffect(() => {
    if (dialog.current?.open === false) dialog.current.showModal();
  }, []);
  const go = (path: string) => () => {
    onClose();
    router.push(path);
  };
  return (
    <dialog
      ref={dialog}
      className="pop palette"
      aria-label={t('title')}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === dialog.current) onClose();
      }}
    >
      <Command label={t('title')} loop>
        <div className="q">
          <Icon name="search" />
          <Command.Input value={text} onValueChange={setText} placeholder={t('placeholder')} autoFocus />
          <kbd aria-hidden="true">esc</kbd>
        </div>
        <Command.List className="list" label={t('title')}>
          <Command.Empty className="palette-empty">{t('none')}</Command.Empty>
          <Waiting go={go} />
          <Command.Group heading={t('goTo')}>
            {text.trim() !== '' && (
              <Item icon="search" value={`search ${text}`} onChoose={go(`/search?q=${encodeURIComponent(text.trim())}`)}>
                {t('searchFor', { text: text.trim() })}
              </Item>
            )}
            <Item icon="search" note="g s" onChoose={go('/search')}>
              {t('search')}
            </Item>
            <Item icon="inbox" note="g i" onChoose={go('/review')}>
              {t('inbox')}
            </Item>
            <Item icon="agent" note="g a" onChoose={go('/agents')}>
              {t('agents')}
            </Item>
            <Item icon="members" note="g t" onChoose={go('/team')}>
              {t('team')}
            </Item>
            <AgentItems go={go} />
          </Command.Group>
          <Command.Group heading={t('run')}>
            <Item icon="plus" onChoose={go('/agents?new=agent')}>
              {t('newAgent')}
            </Item>
            <Item icon="skill" onChoose={go('/review?new=skill')}>
              {t('newSkill')}
            </Item>
            <Item icon="members" onChoose={go('/team?new=invitation')}>
              {t('invite')}
            </Item>
            <Item icon="help" note="?" onChoose={onKeys}>
              {t('keys')}
            </Item>
          </Command.Group>
        </Command.List>
      </Command>
      <footer className="meta">
        <span>{t('move')}</span>
        <span>{t('open')}</span>
      </footer>
    </dialog>
  );
}

function Waiting({ go }: { go: (path: string) => () => void }) {
  const t = useTranslations('palette');
  const { data } = useQuery({
    queryKey: ['inbox', 'palette'],
    queryFn: ({ signal }) =>
      ask(InboxDocument, { view: 'WAITING_FOR_ME', first: 50, open: '', withOpen: false }, signal),
  });
  const rows = data?.inbox.edges.slice(0, 5) ?? [];
  if (rows.length === 0) return null;
  return (
    <Command.Group heading={t('needsYou')}>
      {rows.map(({ node }) => (
        <Item
          key={node.id}
          icon={node.kind === 'SKILL' ? 'skill' : 'memory'}
          value={`${node.asset.name} ${node.title} ${node.id}`}
          onChoose={go(`/review/${node.id}`)}
        >
          {t('review', { name: node.asset.name, number: node.revision.number })}
        </Item>
      ))}
    </Command.Group>
  );
}

function AgentItems({ go }: { go: (path: string) => () => void }) {
  const t = useTranslations('palette');
  const { data } = useQuery({
    queryKey: ['agents', 'palette'],
    queryFn: ({ signal }) => ask(AgentsDocument, { first: 100 }, signal),
  });
  return data?.agents.edges.map(({ node }) => (
    <Item key={node.id} icon="agent" value={`${node.name} ${node.id}`} onChoose={go(`/agents/${node.id}`)}>
      {t('agent', { name: node.name })}
    </Item>
  ));
}

interface ItemProps {
  icon: IconName;
  note?: string;
  value?: string;
  onChoose: () => void;
  children: ReactNode;
}

function Item({ icon, note, value, onChoose, children }: ItemProps) {
  const lang = typeof children === 'string' ? languageOf(children) : undefined;
  return (
    <Command.Item className="opt" onSelect={onChoose} {...(value === undefined ? {} : { value })}>
      <Icon name={icon} />
      <span lang={lang}>{children}</span>
      {note !== undefined && <span className="meta">{note}</span>}
    </Command.Item>
  );
}
