'use client';

import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { useLiveState } from '../../data/hub-provider';
import { BrandMark, Icon, type IconName } from '../../ui/icon';
import type { Section } from './place';
import { useSpaceFilter, withSpace } from './space';
import { ThemeButton } from './theme';
import type { Viewer } from './use-shell';

export function Rail({
  section,
  viewer,
  version,
}: {
  section: Section | null;
  viewer?: Viewer;
  version: string;
}) {
  const t = useTranslations('shell');
  const live = useLiveState();
  return (
    <nav className="rail" aria-label={t('main')}>
      <Link className="brand" href="/search" aria-label={t('product')}>
        <BrandMark />
        <span>{t('product')}</span>
      </Link>
      <div className="nav">
        <ul>
          <Entry to="search" icon="search" section={section} />
          <Entry to="review" icon="inbox" section={section} count={viewer?.inboxCount} hot />
          <Entry to="agents" icon="agent" section={section} count={viewer?.agentCount} />
        </ul>
        <h2>{t('team')}</h2>
        <ul>
          <Entry to="team" icon="members" section={section} />
        </ul>
      </div>
      <div className="rail-foot">
        <span className="meta">
          {t(`live.${live}`)} · v{version}
        </span>
        <ThemeButton />
      </div>
    </nav>
  );
}

interface EntryProps {
  to: Section;
  icon: IconName;
  section: Section | null;
  count?: number | undefined;
  hot?: boolean;
}

function Entry({ to, icon, section, count = 0, hot = false }: EntryProps) {
  const t = useTranslations('shell');
  const [space] = useSpaceFilter();
  const name = t(`nav.${to}`);
  return (
    <li>
      <Link href={withSpace(`/${to}`, space)} aria-current={section === to ? 'page' : undefined} title={name}>
        <Icon name={icon} />
        <span>{name}</span>
        {count > 0 && (
          <b className={hot ? 'n hot' : 'n'}>
            {count}
            <span className="vh"> {t(`count.${to}`, { count })}</span>
          </b>
        )}
      </Link>
    </li>
  );
}
