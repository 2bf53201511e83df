import Link from 'next/link';
import { getTranslations } from 'next-intl/server';

export default async function NotFound() {
  const t = await getTranslations('errors');
  return (
    <main className="entry" id="main">
      <title>{t('page.title')}</title>
      <div className="empty">
        <h1 className="ttl">{t('page.title')}</h1>
        <p>{t('page.text')}</p>
        <p>
          <Link className="btn" href="/search">
            {t('page.home')}
          </Link>
        </p>
      </div>
    </main>
  );
}
