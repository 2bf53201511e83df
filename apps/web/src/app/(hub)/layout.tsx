import { NuqsAdapter } from 'nuqs/adapters/next/app';
import type { ReactNode } from 'react';
import { AnswersProvider } from '../../data/hub-provider';
import { Shell } from '../../features/shell/shell';
import { Translations } from '../../i18n/translations';
import { version } from '../../../package.json';

export default function HubLayout({ children }: { children: ReactNode }) {
  return (
    <Translations parts={['shell', 'palette', 'keys', 'ui', 'errors']}>
      <NuqsAdapter>
        <AnswersProvider>
          <Shell version={version}>{children}</Shell>
        </AnswersProvider>
      </NuqsAdapter>
    </Translations>
  );
}
