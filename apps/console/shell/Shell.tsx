/** The frame around every screen behind the login: sidebar, navbar, content, live stream and session dialogs. */
import { useMediaQuery } from '@mantine/hooks';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useConfig, usePlatformName } from '#features/platform/console/config.ts';
import { stopExports } from '#features/exports/console/running-exports.ts';
import { loadUserInfo, reloadPage, type Session, session } from '#features/accounts/console/session.ts';
import { useMe } from '#features/accounts/console/use-me.ts';
import { callKey } from '#foundation/console/wire/prefetch.ts';
import { inDays, readCookie, writeCookie } from '#foundation/console/wire/cookies.ts';
import { LocalityProvider } from '#foundation/console/display/format.tsx';
import { language } from '#foundation/console/page/language.ts';
import { stayConnected, useLive } from '#foundation/console/wire/live.ts';
import { AwaitedMain, PendingOverlay } from '#foundation/console/overlay/PendingOverlay.tsx';
import '#foundation/console/list/print.css';
import { PrintHead } from '#foundation/console/list/PrintHead.tsx';
import { printedFor, watchPrinting } from '#foundation/console/list/printing.ts';
import { permittedScreens, type Screen } from '#foundation/console/page/screen.ts';
import { useCell } from '#foundation/console/wire/signal.ts';
import { otherLogin } from '#foundation/console/wire/tab-session.ts';
import { createQueryClient, useRefresh } from '#foundation/console/wire/use-call.ts';
import { useLazyPart } from '#foundation/console/wire/use-lazy-part.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { DocumentTitle } from './DocumentTitle.tsx';
import { expel } from '#apps/console/admission.ts';
import { CachedPages } from './CachedPages.tsx';
import { prefetchPopups } from '#apps/console/boot/prefetch-popups.ts';
import { Navbar } from './Navbar.tsx';
import { followObjects } from './recent-objects.ts';
import { SessionDialogs } from './SessionDialogs.tsx';
import { screens } from '#apps/console/screens.ts';
import classes from './Shell.module.css';
import { Sidebar } from './Sidebar.tsx';
import { settings, settingsPanel } from './settings.ts';
import { TabBar } from './TabBar.tsx';
import { tabs } from './tabs.ts';
import { shellWords } from './words.ts';

/** Below this the device is mobile: the sidebar is a drawer. */
const MOBILE = '(max-width: 991.98px)';
const SIDEBAR_COOKIE = 'sidebarStatus';

const loadMenuDrawer = () => import('./MenuDrawer.tsx');
const loadSettingsPanel = () => import('./SettingsPanel.tsx');
const loadViewBanner = () => import('./ViewBanner.tsx');

export function Shell() {
  // One user's data must never be shown to the next, so all caches live as long as the login. Another session of the
  // same user keeps them.
  const known = useCell(session);
  return known === undefined ? null : <Login key={known.person.username} token={known.token} />;
}

function Login({ token }: { token: string }) {
  const [client] = useState(() => clientOfUser(token));
  const config = useConfig();
  useEffect(() => {
    loadUserInfo().catch(expel);
    void prefetchPopups();
  }, []);
  return (
    <QueryClientProvider client={client}>
      <LocalityProvider currency={config?.currency ?? 'CNY'} timeZone={config?.timeZone ?? 'UTC'}>
        <Frame />
      </LocalityProvider>
    </QueryClientProvider>
  );
}

/** Creates the query client. Screens that ask who is logged in share the guard's request and its answer. */
function clientOfUser(token: string): QueryClient {
  const client = createQueryClient();
  void client.prefetchQuery({ queryKey: callKey('/user/info', language.get(), { token }), queryFn: loadUserInfo });
  return client;
}

function Frame() {
  const t = useWords(shellWords);
  const known = useCell(session);
  // Only the path: the query changes with every letter of a filter.
  const pathname = useLocation({ select: (location) => location.pathname });
  const mobile = useMediaQuery(MOBILE, undefined, { getInitialValueInEffect: false }) ?? false;
  const [wide, setWide] = useState(() => readCookie(SIDEBAR_COOKIE) !== '0');
  // The drawer is open on one path. Navigating to another closes it.
  const [drawerAt, setDrawerAt] = useState<string>();
  // Coming back must not open it again.
  if (drawerAt !== undefined && drawerAt !== pathname) setDrawerAt(undefined);
  const drawer = mobile && drawerAt === pathname;
  const content = useRef<HTMLElement>(null);
  const all = useCell(screens);
  const permitted = useMemo(() => permittedScreens(all, known?.roles ?? []), [all, known]);
  const { fixedHeader, tagsView } = useCell(settings);
  useLiveStream();
  usePrinting(known?.person);
  // The next login starts without the previous one's pages and running exports.
  useEffect(
    () => () => {
      tabs.set([]);
      stopExports();
    },
    [],
  );
  useEffect(() => followObjects(), []);
  // A running export must not be saved in another user's browser.
  useEffect(() => otherLogin.listen(() => otherLogin.get() && stopExports()), []);

  const toggle = () => {
    if (mobile) return setDrawerAt(drawer ? undefined : pathname);
    writeCookie(SIDEBAR_COOKIE, wide ? '0' : '1', inDays(365));
    setWide(!wide);
  };
  return (
    <div className={classes.root} data-wide={wide || undefined}>
      <a
        className={classes.skip}
        data-print="never"
        href="#content"
        onClick={(event) => {
          event.preventDefault();
          content.current?.focus();
        }}
      >
        {t('skip')}
      </a>
      {mobile ? (
        <MenuWhenWanted opened={drawer} onClose={() => setDrawerAt(undefined)} screens={permitted} />
      ) : (
        <Sidebar wide={wide} screens={permitted} />
      )}
      <div className={classes.page}>
        <div className={classes.head} data-print="never" data-fixed={fixedHeader || undefined}>
          <Navbar screens={permitted} person={known?.person} opened={mobile ? drawer : wide} onToggle={toggle} />
          {tagsView && <TabBar screens={permitted} />}
        </div>
        <ViewBannerWhenViewing />
        <AwaitedMain id="content" className={classes.content} ref={content} tabIndex={-1}>
          <PrintHead />
          <Outlet />
          <CachedPages screens={permitted} />
        </AwaitedMain>
        <PendingOverlay />
      </div>
      <DocumentTitle screens={all} />
      <SessionDialogs />
      <SettingsWhenWanted />
    </div>
  );
}

/** Its code is fetched when it is first opened. */
function MenuWhenWanted({
  opened,
  onClose,
  screens: permitted,
}: {
  opened: boolean;
  onClose: () => void;
  screens: readonly Screen[];
}) {
  const lazy = useLazyPart(opened, loadMenuDrawer, onClose);
  return lazy.part && <lazy.part.MenuDrawer opened={lazy.opened} onClose={onClose} screens={permitted} />;
}

/** Its code is fetched when it is first opened. */
function SettingsWhenWanted() {
  const wanted = useCell(settingsPanel);
  const close = () => settingsPanel.set(false);
  const { part, opened } = useLazyPart(wanted, loadSettingsPanel, close);
  return part && <part.SettingsPanel opened={opened} onClose={close} />;
}

/** For an operator who reads as this user. */
function ViewBannerWhenViewing() {
  const me = useMe().data;
  const { part } = useLazyPart(me?.view != null, loadViewBanner, reloadPage);
  return part && me?.view && <part.ViewBanner view={me.view} name={me.userinfo.nickname || me.userinfo.username} />;
}

/** Prints show the platform, the user and the member number. */
function usePrinting(person: Session['person'] | undefined): void {
  const t = useWords(shellWords);
  const platform = usePlatformName();
  const number = person?.memberNo == null ? '' : t('member_no', { number: person.memberNo });
  const whose = [platform, person?.nickname || person?.username, number].filter(Boolean).join(' · ');
  useEffect(() => printedFor.set(whose), [whose]);
  useEffect(() => watchPrinting(), []);
}

/** Opens one live stream per login. After an interruption everything on the screen is refetched. */
function useLiveStream(): void {
  const refresh = useRefresh();
  useEffect(() => stayConnected(), []);
  useLive('resumed', () => void refresh());
}
