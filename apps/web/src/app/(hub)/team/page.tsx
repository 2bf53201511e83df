import { TeamPage } from '../../../features/team/team-page';
import { Translations } from '../../../i18n/translations';

export default function Page() {
  return (
    <Translations parts={['team', 'shell', 'ui', 'errors']}>
      <TeamPage />
    </Translations>
  );
}
