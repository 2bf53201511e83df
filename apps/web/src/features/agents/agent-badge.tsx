'use client';

import { useTranslations } from 'next-intl';
import { Badge } from '../../ui/text';

interface Known {
  status: string;
  firstCallAt: string | null;
  key: { revokedAt: string | null; expiresAt: string | null } | null;
}

/** Whether the agent can call, and has. */
export function AgentBadge({ agent }: { agent: Known }) {
  const t = useTranslations('agents');
  if (agent.status.toLowerCase() === 'paused') return <Badge tone="warn">{t('state.paused')}</Badge>;
  if (agent.key === null || agent.key.revokedAt !== null) return <Badge tone="bad">{t('state.noKey')}</Badge>;
  if (agent.firstCallAt === null) return <Badge tone="half on">{t('state.waiting')}</Badge>;
  return <Badge tone="ok">{t('state.connected')}</Badge>;
}
