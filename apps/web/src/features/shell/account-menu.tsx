'use client';

import { SignOutDocument, UpdateProfileDocument } from '@memory-hub/graphql-client';
import { useMutation } from '@tanstack/react-query';
import { useLocale, useTranslations } from 'next-intl';
import { act } from '../../data/hub';
import { keepLocale, leave } from '../../data/session';
import { LOCALES, THEMES, type Locale } from '../../i18n/locales';
import { Icon } from '../../ui/icon';
import { Popover } from '../../ui/menu';
import { languageOf } from '../../ui/ranges';
import { useToast } from '../../ui/toast';
import { useTheme } from './theme';
import type { Viewer } from './use-shell';

interface AccountMenuProps {
  viewer: Viewer | undefined;
  onProfile: () => void;
  onKeys: () => void;
}

export function AccountMenu({ viewer, onProfile, onKeys }: AccountMenuProps) {
  const t = useTranslations('shell');
  const name = viewer?.user.name ?? '';
  return (
    <Popover
      role="menu"
      align="end"
      label={t('account', { name })}
      buttonLabel={t('account', { name })}
      buttonClass="avatar"
      button={<span lang={languageOf(name)}>{[...name][0] ?? '·'}</span>}
    >
      <div className="pop-head">
        <b lang={languageOf(name)}>{name}</b>
        <span className="meta">{viewer?.user.email}</span>
      </div>
      <hr />
      <ThemeOptions />
      <hr />
      <LanguageOptions />
      <hr />
      <button type="button" role="menuitem" data-opt="" className="opt" onClick={onProfile}>
        <Icon name="account" />
        <span>{t('profile.title')}</span>
      </button>
      <button type="button" role="menuitem" data-opt="" className="opt" onClick={onKeys}>
        <Icon name="help" />
        <span>{t('keys')}</span>
        <kbd>?</kbd>
      </button>
      <SignOut />
    </Popover>
  );
}

function ThemeOptions() {
  const t = useTranslations('shell');
  const [theme, change] = useTheme();
  return (
    <div role="group" aria-label={t('theme.title')}>
      <div className="pop-h" aria-hidden="true">
        {t('theme.title')}
      </div>
      {THEMES.map((choice) => (
        <button
          key={choice}
          type="button"
          role="menuitemradio"
          aria-checked={theme === choice}
          data-opt=""
          className="opt"
          onClick={() => change(choice)}
        >
          <Icon name={choice === theme ? 'check' : 'theme'} className={choice === theme ? '' : 'faint'} />
          <span>{t(`theme.${choice}`)}</span>
        </button>
      ))}
    </div>
  );
}

const OWN_NAME = { en: 'English', 'zh-CN': '中文' } as const satisfies Record<Locale, string>;

function LanguageOptions() {
  const t = useTranslations('shell');
  const current = useLocale();
  const change = useMutation({
    mutationFn: async (locale: Locale) => {
      keepLocale(locale);
      await act(UpdateProfileDocument, { input: { locale } });
    },
    onSettled: () => window.location.reload(),
  });
  return (
    <div role="group" aria-label={t('language')}>
      <div className="pop-h" aria-hidden="true">
        {t('language')}
      </div>
      {LOCALES.map((locale) => (
        <button
          key={locale}
          type="button"
          role="menuitemradio"
          aria-checked={locale === current}
          data-opt=""
          className="opt"
          onClick={() => change.mutate(locale)}
        >
          <Icon
            name={locale === current ? 'check' : 'language'}
            className={locale === current ? '' : 'faint'}
          />
          <span lang={locale}>{OWN_NAME[locale]}</span>
        </button>
      ))}
    </div>
  );
}

function SignOut() {
  const t = useTranslations('shell');
  const toast = useToast();
  const signOut = useMutation({
    mutationFn: () => act(SignOutDocument, {}),
    onSuccess: leave,
    onError: () => toast(t('signOutFailed')),
  });
  return (
    <button type="button" role="menuitem" data-opt="" className="opt" onClick={() => signOut.mutate()}>
      <Icon name="signOut" />
      <span>{t('signOut')}</span>
    </button>
  );
}
