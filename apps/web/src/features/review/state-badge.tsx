'use client';

import type { ProposalState } from '@memory-hub/graphql-client';
import { useTranslations } from 'next-intl';
import { Badge, type BadgeTone } from '../../ui/text';

export const STATE_TONE = {
  DRAFT: '',
  IN_REVIEW: 'half on',
  APPROVED: 'on',
  PUBLISHED: 'ok',
  WITHDRAWN: '',
} as const satisfies Record<ProposalState, BadgeTone>;

export function StateBadge({ state }: { state: ProposalState }) {
  const t = useTranslations('review');
  return <Badge tone={STATE_TONE[state]}>{t(`state.${state}`)}</Badge>;
}
