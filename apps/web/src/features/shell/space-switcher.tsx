'use client';

import { useTranslations } from 'next-intl';
import { Icon } from '../../ui/icon';
import { Popover } from '../../ui/menu';
import { languageOf } from '../../ui/ranges';
import { useSpaceFilter } from './space';
import type { Viewer, ViewerSpace } from './use-shell';

/** Narrows every list to one space, or widens it to all. */
export function SpaceSwitcher({ viewer }: { viewer: Viewer | undefined }) {
  const t = useTranslations('shell');
  const [chosen, choose] = useSpaceFilter();
  const current = viewer?.spaces.find(({ space }) => space.id === chosen)?.space;
  const name = current?.name ?? viewer?.organisation.name ?? '';
  const teams = viewer?.spaces.filter(({ space }) => space.kind === 'TEAM') ?? [];
  const personal = viewer?.spaces.filter(({ space }) => space.kind === 'PERSONAL') ?? [];
  return (
    <Popover
      role="menu"
      label={t('spaces')}
      buttonLabel={t('space', { name: current === undefined ? `${name}, ${t('allSpaces')}` : name })}
      button={
        <>
          <Icon name={current === undefined ? 'assets' : current.kind === 'TEAM' ? 'members' : 'lock'} />
          <span className="hide-s ell" lang={languageOf(name)}>
            {name}
          </span>
          <Icon name="chevron" />
        </>
      }
    >
      <Option
        icon="assets"
        on={current === undefined}
        name={t('allSpaces')}
        onChoose={() => void choose(null)}
      />
      {teams.map((entry) => (
        <SpaceOption key={entry.space.id} entry={entry} chosen={chosen} onChoose={(id) => void choose(id)} />
      ))}
      {personal.length > 0 && <hr />}
      {personal.map((entry) => (
        <SpaceOption key={entry.space.id} entry={entry} chosen={chosen} onChoose={(id) => void choose(id)} />
      ))}
    </Popover>
  );
}

interface SpaceOptionProps {
  entry: ViewerSpace;
  chosen: string | null;
  onChoose: (id: string) => void;
}

function SpaceOption({ entry: { space, role }, chosen, onChoose }: SpaceOptionProps) {
  const t = useTranslations('shell');
  const personal = space.kind === 'PERSONAL';
  return (
    <Option
      icon={personal ? 'lock' : 'members'}
      on={space.id === chosen}
      name={space.name}
      note={personal ? t('onlyYou') : t(`role.${role}`)}
      onChoose={() => onChoose(space.id)}
    />
  );
}

interface OptionProps {
  icon: 'assets' | 'lock' | 'members';
  on: boolean;
  name: string;
  note?: string;
  onChoose: () => void;
}

function Option({ icon, on, name, note, onChoose }: OptionProps) {
  return (
    <button
      type="button"
      className="opt"
      role="menuitemradio"
      aria-checked={on}
      data-opt=""
      onClick={onChoose}
    >
      <Icon name={icon} />
      <span lang={languageOf(name)}>{name}</span>
      {on ? <Icon name="check" /> : note !== undefined && <span className="meta">{note}</span>}
    </button>
  );
}
