import { Reset } from '../../../features/entry/reset';
import { Translations } from '../../../i18n/translations';

export default function Page() {
  return (
    <Translations parts={['entry', 'ui', 'errors']}>
      <Reset />
    </Translations>
  );
}
