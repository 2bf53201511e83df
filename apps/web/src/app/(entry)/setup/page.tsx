import { Setup } from '../../../features/entry/setup';
import { Translations } from '../../../i18n/translations';

export default function Page() {
  return (
    <Translations parts={['entry', 'connect', 'ui', 'errors']}>
      <Setup />
    </Translations>
  );
}
