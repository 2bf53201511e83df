'use client';

import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { IconButton } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { languageOf } from '../../ui/ranges';
import { AccountMenu } from './account-menu';
import { HealthChip } from './health-chip';
import { useObjectName, type Section } from './place';
import { useSpaceFilter, withSpace } from './space';
import { SpaceSwitcher } from './space-switcher';
import type { Health, Viewer } from './use-shell';

/** What lies over the page. */
export type Overlay = 'palette' | 'keys' | 'profile' | null;

interface HeaderProps {
  section: Section | null;
  viewer: Viewer | undefined;
  health: Health | undefined;
  onOpen: (overlay: Overlay) => void;
}

export function Header({ section, viewer, health, onOpen }: HeaderProps) {
  const t = useTranslations('shell');
  return (
    <header className="head">
      <SpaceSwitcher viewer={viewer} />
      <Crumbs section={section} />
      <button type="button" className="find push" aria-label={t('palette')} onClick={() => onOpen('palette')}>
        <Icon name="search" />
        <span>{t('palette')}</span>
        <kbd data-key="⌘K" aria-hidden="true" />
      </button>
      <HealthChip health={health} />
      <IconButton className="hide-s" icon="help" label={t('help')} onClick={() => onOpen('keys')} />
      <AccountMenu viewer={viewer} onProfile={() => onOpen('profile')} onKeys={() => onOpen('keys')} />
    </header>
  );
}

/** The path of the page: section, then what it shows. */
function Crumbs({ section }: { section: Section | null }) {
  const t = useTranslations('shell');
  const [space] = useSpaceFilter();
  const object = useObjectName();
  if (section === null) return null;
  return (
    <nav aria-label={t('path')} className="crumb-nav">
      <ol className="crumb">
        <li>
          {object === null ? (
            <span aria-current="page">{t(`nav.${section}`)}</span>
          ) : (
            <Link href={withSpace(`/${section}`, space)}>{t(`nav.${section}`)}</Link>
          )}
        </li>
        {object !== null && (
          <li>
            <span aria-current="page" lang={languageOf(object)}>
              {object}
            </span>
          </li>
        )}
      </ol>
    </nav>
  );
}
