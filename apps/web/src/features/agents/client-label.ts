'use client';

import { useTranslations } from 'next-intl';
import { callerName, clientName } from './clients';

interface Caller {
  clientType: string;
  lastClient: string | null;
}

/** The program behind an agent: as it introduced itself, else as it was chosen, else simply a client. */
export function useClientLabel(): (agent: Caller) => string {
  const t = useTranslations('connect');
  return ({ clientType, lastClient }) => callerName(lastClient) ?? clientName(clientType) ?? t('anyClient');
}
