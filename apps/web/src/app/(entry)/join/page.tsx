import { Join } from '../../../features/entry/join';
import { Translations } from '../../../i18n/translations';

export default function Page() {
  return (
    <Translations parts={['entry', 'ui', 'errors']}>
      <Join />
    </Translations>
  );
}
