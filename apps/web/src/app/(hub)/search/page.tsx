import { SearchPage } from '../../../features/search/search-page';
import { Translations } from '../../../i18n/translations';

export default function Page() {
  return (
    <Translations parts={['search', 'peek', 'propose', 'terms', 'shell', 'ui', 'errors']}>
      <SearchPage />
    </Translations>
  );
}
