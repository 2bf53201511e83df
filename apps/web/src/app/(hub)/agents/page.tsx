import { AgentsPage } from '../../../features/agents/agents-page';
import { Translations } from '../../../i18n/translations';

export default function Page() {
  return (
    <Translations parts={['agents', 'connect', 'shell', 'ui', 'errors']}>
      <AgentsPage />
    </Translations>
  );
}
