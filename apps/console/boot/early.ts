/**
 * The first code that a page runs. For a logged-in user it requests who they are and fetches the next screen's files
 * while the large chunks are still loading. It must stay small and in a file of its own, and must not import anything
 * that renders.
 */
import { configInPage } from '#features/platform/console/config-in-page.ts';
import type { Config } from '#features/platform/contract.ts';
import type { UserInfo } from '#features/accounts/contract.ts';
import { addressIn, type HashAddress } from '#foundation/console/page/address.ts';
import { sendEarly, headersOf } from '#foundation/console/wire/early-calls.ts';
import '#foundation/console/wire/import-again.ts';
import { storedLanguage } from '#foundation/console/page/stored-language.ts';
import { permittedScreens, type Screen } from '#foundation/console/page/screen.ts';
import { readToken } from '#foundation/console/wire/token.ts';
import type { CallRequest } from '#foundation/console/wire/typed-calls.ts';
import { locales } from '#foundation/core/words.ts';
import { authenticatedScreens } from '#apps/console/authenticated-screens.ts';
import { saveLastUser, type LastUser, readLastUser } from './last-user.ts';

/** The screen of the address, or the one that a login will lead to. */
export interface WantedScreen {
  screen: Screen;
  params: HashAddress['params'];
}

export function fetchWantedScreen(): WantedScreen | undefined {
  const address = addressIn(window.location.hash);
  const shown = authenticatedScreens.filter(({ component }) => component);
  const places = [address, addressIn(address.params['redirect'] ?? '')];
  const place = places.find(({ path }) => shown.some((screen) => screen.path === path));
  const screen = shown.find(({ path }) => path === place?.path) ?? shown[0];
  // Errors are ignored here: whatever shows the screen loads it again and reports them.
  screen?.component?.().catch(() => undefined);
  return screen && { screen, params: place?.params ?? {} };
}

/** The first requests of the wanted screen, or none if the user can't open it. */
export function prefetchCallsOf(
  { screen, params }: WantedScreen,
  { roles, timeZone }: LastUser,
): readonly CallRequest[] {
  if (!screen.prefetch || !permittedScreens(authenticatedScreens, roles).includes(screen)) return [];
  return screen.prefetch({ params, timeZone, now: new Date() });
}

/** Sends the same requests as `loadConfig`, `loadSession` and the wanted screen, which then take over the answers. */
function sendFirstRequests(token: string): WantedScreen | undefined {
  const headers = headersOf(storedLanguage(), token);
  const config = configInPage ?? sendEarly<Config>({ method: 'GET', path: '/config', headers });
  const user = sendEarly<UserInfo>({ method: 'POST', path: '/user/info', input: { token }, headers });
  const wanted = fetchWantedScreen();
  const requestScreen = async (known: LastUser): Promise<void> => {
    for (const call of wanted ? prefetchCallsOf(wanted, known) : [])
      void sendEarly({ method: 'POST', ...call, headers });
  };
  const kept = readLastUser();
  const requestWhenKnown = async (): Promise<void> => {
    const [platform, who] = await Promise.all([config, user]);
    if (!platform || !who) return;
    const known: LastUser = { roles: who.roles, timeZone: platform.timeZone };
    if (JSON.stringify(known) === JSON.stringify(kept)) return;
    saveLastUser(known);
    await requestScreen(known);
  };
  // Errors are ignored here: each request is sent again later, which reports them.
  if (kept) requestScreen(kept).catch(() => undefined);
  requestWhenKnown().catch(() => undefined);
  warmFormats();
  return wanted;
}

/** Loads the browser's data for numbers and dates in a worker, off the main thread. */
export function warmFormats(): void {
  const worker = new Worker(new URL('./formats-worker.ts', import.meta.url), {
    type: 'module',
    name: locales[storedLanguage()],
  });
  // Without the worker the page loads the data itself.
  worker.addEventListener('error', (event) => event.preventDefault());
}

const token = readToken();
/** The wanted screen of a user who is logged in when the page loads. Undefined without a login: it is fetched later. */
export const firstScreen = token === undefined ? undefined : sendFirstRequests(token);
