/**
 * The first code that a page runs. For a logged-in user it requests who they are and fetches the next screen's files
 * while the large chunks are still loading. It must stay small and in a file of its own, and must not import anything
 * that renders.
 */
import { configInPage } from '#features/platform/console/config-in-page.ts';
import type { Config } from '#features/platform/contract.ts';
import type { UserInfo } from '#features/accounts/contract.ts';
import { addressIn, type HashAddress } from '#foundation/console/page/address.ts';
import { askEarly, headersOf } from '#foundation/console/wire/early-calls.ts';
import '#foundation/console/wire/import-again.ts';
import { keptLanguage } from '#foundation/console/page/kept-language.ts';
import { permittedScreens, type Screen } from '#foundation/console/page/screen.ts';
import { readToken } from '#foundation/console/wire/token.ts';
import type { Question } from '#foundation/console/wire/typed-calls.ts';
import { locales } from '#foundation/core/words.ts';
import { insideScreens } from '#apps/console/inside-screens.ts';
import { keepReader, type KnownReader, keptReader } from './known-reader.ts';

/** The screen of the address, or the one that a login will lead to. */
export interface WantedScreen {
  screen: Screen;
  params: HashAddress['params'];
}

export function fetchWantedScreen(): WantedScreen | undefined {
  const address = addressIn(window.location.hash);
  const shown = insideScreens.filter(({ component }) => component);
  const places = [address, addressIn(address.params['redirect'] ?? '')];
  const place = places.find(({ path }) => shown.some((screen) => screen.path === path));
  const screen = shown.find(({ path }) => path === place?.path) ?? shown[0];
  // Errors are ignored here: whatever shows the screen loads it again and reports them.
  screen?.component?.().catch(() => undefined);
  return screen && { screen, params: place?.params ?? {} };
}

/** The first requests of the wanted screen, or none if the user can't open it. */
export function questionsOf({ screen, params }: WantedScreen, { roles, timeZone }: KnownReader): readonly Question[] {
  if (!screen.questions || !permittedScreens(insideScreens, roles).includes(screen)) return [];
  return screen.questions({ params, timeZone, now: new Date() });
}

/** Sends the same requests as `loadConfig`, `loadSession` and the wanted screen, which then take over the answers. */
function askForReader(token: string): WantedScreen | undefined {
  const headers = headersOf(keptLanguage(), token);
  const config = configInPage ?? askEarly<Config>({ method: 'GET', path: '/config', headers });
  const reader = askEarly<UserInfo>({ method: 'POST', path: '/user/info', input: { token }, headers });
  const wanted = fetchWantedScreen();
  const askWanted = async (known: KnownReader): Promise<void> => {
    for (const question of wanted ? questionsOf(wanted, known) : [])
      void askEarly({ method: 'POST', ...question, headers });
  };
  const kept = keptReader();
  const askWhenKnown = async (): Promise<void> => {
    const [platform, who] = await Promise.all([config, reader]);
    if (!platform || !who) return;
    const known: KnownReader = { roles: who.roles, timeZone: platform.timeZone };
    if (JSON.stringify(known) === JSON.stringify(kept)) return;
    keepReader(known);
    await askWanted(known);
  };
  // Errors are ignored here: each request is sent again later, which reports them.
  if (kept) askWanted(kept).catch(() => undefined);
  askWhenKnown().catch(() => undefined);
  warmFormats();
  return wanted;
}

/** Loads the browser's data for numbers and dates in a worker, off the main thread. */
export function warmFormats(): void {
  const worker = new Worker(new URL('./formats-worker.ts', import.meta.url), {
    type: 'module',
    name: locales[keptLanguage()],
  });
  // Without the worker the page loads the data itself.
  worker.addEventListener('error', (event) => event.preventDefault());
}

const token = readToken();
/** The wanted screen of a user who is logged in when the page loads. Undefined without a login: it is fetched later. */
export const wantedByReader = token === undefined ? undefined : askForReader(token);
