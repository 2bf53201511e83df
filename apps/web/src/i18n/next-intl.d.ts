import type messages from '../../messages/en.json';
import type { Locale as PageLocale } from './locales';

declare module 'next-intl' {
  interface AppConfig {
    Locale: PageLocale;
    Messages: typeof messages;
  }
}
