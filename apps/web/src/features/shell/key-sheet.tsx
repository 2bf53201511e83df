'use client';

import { useTranslations } from 'next-intl';
import { Dialog } from '../../ui/dialog';
import type { Section } from './place';

const EVERYWHERE = ['mod+k', '/', 'g s', 'g i', 'g a', 'g t', 'z', '?', 'Esc'] as const;
const OF_SECTION = {
  search: ['j', 'k', 'Enter', 'x', 'w'],
  review: ['j', 'k', 'n', 'p', 'v', 'a', 'r', 'mod+Enter'],
  agents: ['j', 'k', 'Enter'],
  team: [],
} as const satisfies Record<Section, readonly string[]>;

/** Every key that does something here. */
export function KeySheet({ section, onClose }: { section: Section | null; onClose: () => void }) {
  const t = useTranslations('keys');
  const here = section === null ? [] : OF_SECTION[section];
  return (
    <Dialog title={t('title')} onClose={onClose}>
      <p className="ink2">{t('text')}</p>
      <div className="keys">
        {section !== null && here.length > 0 && (
          <section>
            <h3>{t('here')}</h3>
            <dl>
              {here.map((key) => (
                <Row key={key} name={key} text={t(`${section}.${key}` as 'search.j')} />
              ))}
            </dl>
          </section>
        )}
        <section>
          <h3>{t('everywhere')}</h3>
          <dl>
            {EVERYWHERE.map((key) => (
              <Row key={key} name={key} text={t(`all.${key}`)} />
            ))}
          </dl>
        </section>
      </div>
    </Dialog>
  );
}

function Row({ name, text }: { name: string; text: string }) {
  const shown = name.replace('mod+', '⌘ ').replace('Enter', '↵').split(' ');
  return (
    <div>
      <dt>
        {shown.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </dt>
      <dd>{text}</dd>
    </div>
  );
}
