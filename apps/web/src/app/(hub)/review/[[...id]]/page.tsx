import { ReviewPage } from '../../../../features/review/review-page';
import { Translations } from '../../../../i18n/translations';

export default function Page() {
  return (
    <Translations parts={['review', 'propose', 'shell', 'ui', 'errors']}>
      <ReviewPage />
    </Translations>
  );
}
