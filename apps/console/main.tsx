/**
 * Starts the console in the browser, and fetches ahead what comes next: the wanted screen, or what follows the login.
 */
import { fetchWantedScreen, wantedByReader, warmFormats } from './early.ts';
import '#foundation/console/mantine-base.ts';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { loadConfig, renewConfig } from '#features/platform/console/config.ts';
import { userScreens } from '#features/users/console/screens.ts';
import { loadSession, sessionEnded } from '#features/users/console/session.ts';
import { takingOver } from '#features/users/console/typed-before.ts';
import { guardComposing } from '#foundation/console/composing.ts';
import { inDays, readCookie, removeCookie, writeCookie } from '#foundation/console/cookies.ts';
import { clearErrors, rootErrorHandlers, watchErrors } from '#foundation/console/error-log.ts';
import { followHash, goTo, hashAddress } from '#foundation/console/hash-address.ts';
import { language } from '#foundation/console/language.ts';
import { watchPresence } from '#foundation/console/presence.ts';
import { readToken } from '#foundation/console/token.ts';
import { askAhead } from './ahead.ts';
import { loadInside } from './App.tsx';
import { Console } from './Console.tsx';
import { guardStranger, LOGIN } from './guard.ts';
import { forgetReader } from './forget-reader.ts';
import { defaultSettings, settings } from './settings.ts';

/** As the server reads it; kept only as long as a page takes to load. */
const AWAY = 'away';
const AWAY_DAYS = 20 / 86_400;
/**
 * As long as this a reader's page stays empty: what lies inside is mostly there, and one page is drawn faster than two.
 */
const INSIDE_MS = 150;

// Where the schema library, loaded later, looks: it must not try to make code from text, which the page's policy
// forbids and reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

// Who develops has the browser's own tools, which tell more.
const errorHandlers = import.meta.env.PROD ? rootErrorHandlers : {};
if (import.meta.env.PROD) watchErrors();

watchPresence();
guardComposing();

// The page that comes with a form does not wait for this code, and this code may come before the page's end.
if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', start, { once: true });
else start();

function start(): void {
  const stranger = readToken() === undefined;
  // Asked while the first page is drawn. What fails here is told by the guard, which asks again.
  loadConfig().catch(() => undefined);
  if (!stranger) loadSession().catch(() => undefined);
  const instead = stranger ? guardStranger(hashAddress.get(), userScreens) : undefined;
  if (instead !== undefined) goTo(instead, { replace: true });
  sessionEnded.listen(forgetReader);
  // What went wrong for one person is nothing for the next to read, however the session ended.
  sessionEnded.listen(clearErrors);
  followHash();
  // Back from another window: what was changed meanwhile is followed.
  document.addEventListener(
    'visibilitychange',
    () => document.visibilityState === 'visible' && void renewConfig().catch(() => undefined),
  );
  const root = document.getElementById('root');
  if (!root) throw new Error('the page has no root element');
  window.addEventListener('beforeunload', tellAway);
  if (stranger) {
    show(root);
    whenIdle(() => {
      warmFormats();
      void loadAhead();
    });
  } else
    void Promise.race([loadAhead(), new Promise((resolve) => setTimeout(resolve, INSIDE_MS))]).then(() => show(root));
}

function show(root: HTMLElement): void {
  const drawnAhead = root.firstElementChild !== null && mayTakeOver();
  // At once, so that no key is pressed between reading what was typed and holding it.
  takingOver(root, () => flushSync(() => draw(root, drawnAhead)));
  // They hid the form at addresses that are not its own.
  for (const mark of document.querySelectorAll('[data-elsewhere]')) mark.remove();
  delete document.documentElement.dataset['away'];
  if (readCookie(AWAY) !== undefined) removeCookie(AWAY);
}

/**
 * Who loads another page before the login anew is not to see the form for a moment: the server can not see the address
 * after #.
 */
function tellAway(): void {
  if (readToken() === undefined && hashAddress.get().path !== LOGIN) writeCookie(AWAY, '1', inDays(AWAY_DAYS));
}

/**
 * Whether the form in the page is what is to be drawn. Another colour than the usual is not in it, and React would not
 * notice.
 */
function mayTakeOver(): boolean {
  return (
    readToken() === undefined &&
    hashAddress.get().path === LOGIN &&
    document.documentElement.lang === language.get() &&
    settings.get().theme === defaultSettings.theme
  );
}

function draw(root: HTMLElement, drawnAhead: boolean): void {
  if (drawnAhead) hydrateRoot(root, <Console />, errorHandlers);
  else {
    root.replaceChildren();
    createRoot(root, errorHandlers).render(<Console />);
  }
}

async function loadAhead(): Promise<void> {
  const wanted = wantedByReader ?? fetchWantedScreen();
  if (wanted) askAhead(wanted);
  try {
    const { writeAhead } = await loadInside();
    if (readToken() === undefined) soon(writeAhead);
  } catch {
    // Whoever shows it asks again, and tells.
  }
}

/** After the first page stands and answers. */
function whenIdle(then: () => void): void {
  window.addEventListener('load', () => soon(then), { once: true });
}

function soon(then: () => void): void {
  if (window.requestIdleCallback) window.requestIdleCallback(then);
  else setTimeout(then, 300);
}
