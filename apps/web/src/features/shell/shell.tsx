'use client';

import dynamic from 'next/dynamic';
import { usePathname, useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { LiveUpdates } from '../../data/hub-provider';
import { TimeZoneContext } from '../../i18n/format';
import { useGoKeys, useKeys } from '../../keys/use-keys';
import { ErrorBox } from '../../ui/feedback';
import { ToastProvider } from '../../ui/toast';
import { Banners } from './banners';
import { Header, type Overlay } from './header';
import { PageTitle, PlaceProvider, sectionOf } from './place';
import { Rail } from './rail';
import { useSpaceFilter, withSpace } from './space';
import { useShell } from './use-shell';

const Palette = dynamic(() => import('./palette').then(({ Palette }) => Palette), { ssr: false });
const KeySheet = dynamic(() => import('./key-sheet').then(({ KeySheet }) => KeySheet), { ssr: false });

const Profile = dynamic(() => import('./profile').then(({ Profile }) => Profile), { ssr: false });

export function Shell({ version, children }: { version: string; children: ReactNode }) {
  return (
    <PlaceProvider>
      <Frame version={version}>{children}</Frame>
    </PlaceProvider>
  );
}

function Frame({ version, children }: { version: string; children: ReactNode }) {
  const t = useTranslations('shell');
  const { viewer, health, query } = useShell();
  const pathname = usePathname();
  const section = sectionOf(pathname);
  const [overlay, setOverlay] = useState<Overlay>(null);
  const main = useFocusOnNewPage(pathname);
  useShellKeys(setOverlay);
  const close = () => setOverlay(null);
  return (
    <TimeZoneContext.Provider value={viewer?.user.timeZone}>
      <LiveUpdates following={viewer !== undefined}>
        <ToastProvider>
          <PageTitle section={section} organisation={viewer?.organisation.name} />
          <a className="skip" href="#main">
            {t('skip')}
          </a>
          <div className="app">
            <Rail section={section} viewer={viewer} version={version} />
            <Header section={section} viewer={viewer} health={health} onOpen={setOverlay} />
            <main id="main" tabIndex={-1} ref={main}>
              <Banners />
              {query.isError && viewer === undefined ? (
                <div className="page">
                  <ErrorBox
                    whole
                    title={t('broken')}
                    error={query.error}
                    onRetry={() => void query.refetch()}
                  />
                </div>
              ) : (
                children
              )}
            </main>
          </div>
          {overlay === 'palette' && <Palette onClose={close} onKeys={() => setOverlay('keys')} />}
          {overlay === 'profile' && viewer !== undefined && <Profile user={viewer.user} onClose={close} />}
          {overlay === 'keys' && <KeySheet onClose={close} section={section} />}
        </ToastProvider>
      </LiveUpdates>
    </TimeZoneContext.Provider>
  );
}

/** A new page takes the focus, so that a reader by ear or by keys starts at its top. Not on the first load. */
function useFocusOnNewPage(pathname: string) {
  const main = useRef<HTMLElement>(null);
  const section = sectionOf(pathname);
  const shown = useRef(section);
  useEffect(() => {
    if (shown.current === section) return;
    shown.current = section;
    main.current?.focus({ preventScroll: true });
  }, [section]);
  return main;
}

function useShellKeys(open: (overlay: Overlay) => void): void {
  const router = useRouter();
  const [space] = useSpaceFilter();
  const go = (path: string) => () => router.push(withSpace(path, space));
  const find = () => {
    const field = document.querySelector<HTMLInputElement>('#search-field');
    if (field === null) router.push('/search');
    else field.select();
  };
  useKeys({ 'mod+k': () => open('palette'), '?': () => open('keys'), '/': find });
  useGoKeys({ s: go('/search'), i: go('/review'), a: go('/agents'), t: go('/team') });
}
