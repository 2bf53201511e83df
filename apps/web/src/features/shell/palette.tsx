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
  const [marked, setMarked] = useState('');
  useEffect(() => {
    if (dialog.current?.open !== false) return;
    dialog.current.showModal();
    dialog.current.querySelector('input')?.focus();
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
      <Command label={t('title')} loop value={marked} onValueChange={setMarked}>
        <div className="q">
          <Icon name="search" />
          <Command.Input value={text} onValueChange={setText} placeholder={t('placeholder')} />
          <kbd aria-hidden="true">esc</kbd>
        </div>
        <Command.List className="list" label={t('title')} tabIndex={-1}>
          <Command.Empty className="palette-empty">{t('none')}</Command.Empty>
          <Waiting go={go} onFirst={setMarked} />
          <Command.Group heading={t('goTo')}>
            {text.trim() !== '' && (
              <Item
                icon="search"
                value={`search ${text}`}
                onChoose={go(`/search?q=${encodeURIComponent(text.trim())}`)}
              >
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

function Waiting({ go, onFirst }: { go: (path: string) => () => void; onFirst: (value: string) => void }) {
  const t = useTranslations('palette');
  const { data } = useQuery({
    queryKey: ['inbox', 'palette'],
    queryFn: ({ signal }) =>
      ask(InboxDocument, { view: 'WAITING_FOR_ME', first: 50, open: '', withOpen: false }, signal),
  });
  const rows = data?.inbox.edges.slice(0, 5) ?? [];
  const first = rows[0] === undefined ? null : valueOf(rows[0].node);
  useEffect(() => {
    if (first !== null) onFirst(first); // what waits comes first, also when it arrives last
  }, [first, onFirst]);
  if (rows.length === 0) return null;
  return (
    <Command.Group heading={t('needsYou')}>
      {rows.map(({ node }) => (
        <Item
          key={node.id}
          icon={node.kind === 'SKILL' ? 'skill' : 'memory'}
          value={valueOf(node)}
          onChoose={go(`/review/${node.id}`)}
        >
          {t('review', { name: node.asset.name, number: node.revision.number })}
        </Item>
      ))}
    </Command.Group>
  );
}

const valueOf = ({ asset, title, id }: { asset: { name: string }; title: string; id: string }) =>
  `${asset.name} ${title} ${id}`;

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
