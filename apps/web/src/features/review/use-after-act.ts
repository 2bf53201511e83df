'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'next-intl';
import { useToast } from '../../ui/toast';

/**
 * What follows an act on a proposal that worked: everything it touched is asked again. When the hub answers with
 * nothing, the act took the proposal out of the reader's sight: that is said, and the inbox is shown instead.
 */
export function useAfterAct(proposalId: string, onGone: () => void) {
  const t = useTranslations('review');
  const toast = useToast();
  const client = useQueryClient();
  return (outcome: object | null, done: string) => {
    const isGone = outcome === null;
    toast(isGone ? t('gone', { done }) : done);
    if (isGone) onGone();
    void client.invalidateQueries({
      queryKey: ['proposal', proposalId],
      refetchType: isGone ? 'none' : 'active',
    });
    for (const queryKey of [['inbox'], ['shell'], ['peek']]) void client.invalidateQueries({ queryKey });
  };
}
