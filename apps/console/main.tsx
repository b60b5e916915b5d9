/** Starts the console in the browser and prefetches what comes next: the wanted screen, or what follows the login. */
import { publicScreens } from './public-screens.ts';
import { fetchWantedScreen, firstScreen, warmFormats } from './boot/early.ts';
import '#foundation/console/display/mantine-base.ts';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { loadConfig, renewConfig } from '#features/platform/console/config.ts';
import { loadSession, sessionEnded } from '#features/accounts/console/session.ts';
import { hydrateKeepingInput } from '#features/accounts/console/public/typed-before-hydration.ts';
import { guardComposing } from '#foundation/console/form/composing.ts';
import { inDays, readCookie, removeCookie, writeCookie } from '#foundation/console/wire/cookies.ts';
import { clearErrors, rootErrorHandlers, watchErrors } from '#foundation/console/wire/error-log.ts';
import { followHash, goTo, hashAddress } from '#foundation/console/page/hash-address.ts';
import { language } from '#foundation/console/page/language.ts';
import { watchPresence } from '#foundation/console/wire/presence.ts';
import { readToken } from '#foundation/console/wire/token.ts';
import { prefetchQueries } from './boot/prefetch.ts';
import { loadAuthenticatedApp } from './App.tsx';
import { Console } from './Console.tsx';
import { guardAnonymous, LOGIN } from './guard.ts';
import { forgetLastUser } from './boot/forget-last-user.ts';
import { defaultSettings, settings } from './shell/settings.ts';

/** Name of the cookie that the server reads. It lives only as long as a page takes to load. */
const AWAY = 'away';
const AWAY_DAYS = 20 / 86_400;
/**
 * How long a logged-in user's page stays empty. The inner chunk mostly arrives sooner, and rendering one page is faster
 * than rendering two.
 */
const MAX_BLANK_MS = 150;

// Configures the schema library, which is loaded later: it must not compile code from strings, which the page's
// security policy forbids and reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

// In development the browser's own tools show more.
const errorHandlers = import.meta.env.PROD ? rootErrorHandlers : {};
if (import.meta.env.PROD) watchErrors();

watchPresence();
guardComposing();

// A prerendered page doesn't wait for this code, so this code can run before the page is fully parsed.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start, { once: true });
else start();

function start(): void {
  const isAnonymous = readToken() === undefined;
  // Requested while the first page renders. Errors are ignored here: the guard sends the request again and reports
  // them.
  loadConfig().catch(() => undefined);
  if (!isAnonymous) loadSession().catch(() => undefined);
  const instead = isAnonymous ? guardAnonymous(hashAddress.get(), publicScreens) : undefined;
  if (instead !== undefined) goTo(instead, { replace: true });
  sessionEnded.listen(forgetLastUser);
  // The next user must not see this user's errors, however the session ended.
  sessionEnded.listen(clearErrors);
  followHash();
  // When the user comes back from another window, the configuration is revalidated.
  document.addEventListener(
    'visibilitychange',
    () => document.visibilityState === 'visible' && void renewConfig().catch(() => undefined),
  );
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no root element');
  window.addEventListener('beforeunload', markAway);
  if (isAnonymous) {
    show(root);
    afterLoad(() => {
      warmFormats();
      void prefetchConsole();
    });
  } else
    void Promise.race([prefetchConsole(), new Promise((resolve) => setTimeout(resolve, MAX_BLANK_MS))]).then(() =>
      show(root),
    );
}

function show(root: HTMLElement): void {
  const prerendered = root.firstElementChild !== null && canHydrate();
  // Synchronous, so that no key press is lost between reading the typed text and restoring it.
  hydrateKeepingInput(root, () => flushSync(() => draw(root, prerendered)));
  // These elements hid the form at addresses that are not its own.
  for (const mark of document.querySelectorAll('[data-elsewhere]')) mark.remove();
  delete document.documentElement.dataset['away'];
  if (readCookie(AWAY) !== undefined) removeCookie(AWAY);
}

/**
 * Marks a reload of another page before the login, so that the server's page doesn't flash the login form. The server
 * can't see the address after #.
 */
function markAway(): void {
  if (readToken() === undefined && hashAddress.get().path !== LOGIN) writeCookie(AWAY, '1', inDays(AWAY_DAYS));
}

/**
 * Whether the prerendered form is what should be rendered now. It is in the default colour only, and React would not
 * notice a difference.
 */
function canHydrate(): boolean {
  return (
    readToken() === undefined &&
    hashAddress.get().path === LOGIN &&
    document.documentElement.lang === language.get() &&
    settings.get().theme === defaultSettings.theme
  );
}

function draw(root: HTMLElement, prerendered: boolean): void {
  if (prerendered) hydrateRoot(root, <Console />, errorHandlers);
  else {
    root.replaceChildren();
    createRoot(root, errorHandlers).render(<Console />);
  }
}

async function prefetchConsole(): Promise<void> {
  const wanted = firstScreen ?? fetchWantedScreen();
  if (wanted) prefetchQueries(wanted);
  try {
    const { warmFormatters } = await loadAuthenticatedApp();
    if (readToken() === undefined) whenIdle(warmFormatters);
  } catch {
    // Whatever shows it loads it again and reports the error.
  }
}

/** Runs `then` when the first page has loaded and the browser is idle. */
function afterLoad(then: () => void): void {
  window.addEventListener('load', () => whenIdle(then), { once: true });
}

function whenIdle(then: () => void): void {
  if (window.requestIdleCallback) window.requestIdleCallback(then);
  else setTimeout(then, 300);
}
