'use client';

import { useTranslations } from 'next-intl';
import { Popover } from '../../ui/menu';
import { Badge, type BadgeTone } from '../../ui/text';
import type { Health } from './use-shell';

const TONE: Record<string, BadgeTone> = { ok: 'ok', degraded: 'half warn', down: 'bad', off: '' };
const MODE_TONE = { HYBRID: 'ok', KEYWORD: 'half warn', MEANING: 'half warn', NONE: 'bad' } as const;

/** How search works right now, and part by part why. */
export function HealthChip({ health }: { health: Health | undefined }) {
  const t = useTranslations('shell');
  if (health === undefined) return null;
  return (
    <Popover
      label={t('health.title')}
      align="end"
      buttonClass="chip hide-s"
      className="wide"
      button={<Badge tone={MODE_TONE[health.mode]}>{t(`mode.${health.mode}`)}</Badge>}
      buttonLabel={t('health.button', { mode: t(`mode.${health.mode}`) })}
    >
      <h3>{t('health.title')}</h3>
      <p className="pop-text">{t(`modeText.${health.mode}`)}</p>
      <dl className="health">
        {health.parts.map((part) => (
          <div key={part.name}>
            <dt>
              <Badge tone={TONE[part.state] ?? ''}>{part.name}</Badge>
            </dt>
            <dd className="ink2">{part.detail}</dd>
          </div>
        ))}
      </dl>
    </Popover>
  );
}
