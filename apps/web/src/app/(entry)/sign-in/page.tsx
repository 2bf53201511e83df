import { SignIn } from '../../../features/entry/sign-in';
import { Translations } from '../../../i18n/translations';

export default function Page() {
  return (
    <Translations parts={['entry', 'ui', 'errors']}>
      <SignIn />
    </Translations>
  );
}
