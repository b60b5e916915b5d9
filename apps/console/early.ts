/**
 * The first code that a page runs: whoever is logged in has the server asked who they are, and gets the wanted screen's
 * files, while all that is large is still on its way. Small, and a file of its own: it must import nothing that draws.
 */
import { configInPage } from '#features/platform/console/config-in-page.ts';
import type { Config } from '#features/platform/contract.ts';
import type { UserInfo } from '#features/users/contract.ts';
import { addressIn, type HashAddress } from '#foundation/console/address.ts';
import { askEarly, headersOf } from '#foundation/console/early-calls.ts';
import '#foundation/console/import-again.ts';
import { keptLanguage } from '#foundation/console/kept-language.ts';
import { permittedScreens, type Screen } from '#foundation/console/screen.ts';
import { readToken } from '#foundation/console/token.ts';
import type { Question } from '#foundation/console/typed-calls.ts';
import { locales } from '#foundation/core/words.ts';
import { insideScreens } from './inside-screens.ts';
import { keepReader, type KnownReader, keptReader } from './known-reader.ts';

/** The screen of the address, or the one to which a login will lead. */
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
  // What fails here is told by who shows the screen, and asks again.
  screen?.component?.().catch(() => undefined);
  return screen && { screen, params: place?.params ?? {} };
}

/** What the wanted screen asks first, if who is logged in may open it. */
export function questionsOf({ screen, params }: WantedScreen, { roles, timeZone }: KnownReader): readonly Question[] {
  if (!screen.questions || !permittedScreens(insideScreens, roles).includes(screen)) return [];
  return screen.questions({ params, timeZone, now: new Date() });
}

/** As `loadConfig`, `loadSession` and the wanted screen ask, which take the answers over. */
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
  const askAsTold = async (): Promise<void> => {
    const [platform, who] = await Promise.all([config, reader]);
    if (!platform || !who) return;
    const known: KnownReader = { roles: who.roles, timeZone: platform.timeZone };
    if (JSON.stringify(known) === JSON.stringify(kept)) return;
    keepReader(known);
    await askWanted(known);
  };
  // What fails here is asked again, and told then.
  if (kept) askWanted(kept).catch(() => undefined);
  askAsTold().catch(() => undefined);
  warmFormats();
  return wanted;
}

/** What the browser looks up for its first number and moment, it looks up beside the page. */
export function warmFormats(): void {
  const worker = new Worker(new URL('./formats-worker.ts', import.meta.url), {
    type: 'module',
    name: locales[keptLanguage()],
  });
  // Then the page looks for itself.
  worker.addEventListener('error', (event) => event.preventDefault());
}

const token = readToken();
/** Of who is logged in as the page comes; who is not needs it later. */
export const wantedByReader = token === undefined ? undefined : askForReader(token);
