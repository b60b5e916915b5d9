/** The screen that comes next, before it is wanted: its code at once, and its first questions as soon as it is known who asks them. */
import { loadConfig } from '#features/platform/console/config.ts';
import { loadSession, session } from '#features/users/console/session.ts';
import { hashAddress } from '#foundation/console/hash-address.ts';
import { permittedScreens, type Screen, type ScreenModule } from '#foundation/console/screen.ts';
import { readToken } from '#foundation/console/token.ts';
import { screens } from './screens.ts';

/** As long as this the first page waits for its answers: most come sooner, and one page is drawn faster than an empty one and a full one. */
const PATIENCE_MS = 150;

let answers: Promise<unknown> | undefined;

/** The screen of the address, or the one to which a login will lead. */
export function loadScreenAhead(): void {
  const { path, params } = hashAddress.get();
  const inside = screens.filter((screen) => screen.component && !screen.open);
  const [redirect] = params['redirect']?.split('?', 1) ?? [];
  const wanted = inside.find((screen) => screen.path === path || screen.path === redirect) ?? inside[0];
  const loaded = wanted?.component?.();
  if (!wanted || !loaded) return;
  const asked = readToken() === undefined ? askAtLogin(wanted, loaded) : askForReader(wanted, loaded);
  // What fails here is told by the guard, or by the screen, which asks again.
  answers = asked.catch(() => undefined);
}

/** For the first page: when what was asked for it has come, or takes too long. */
export async function answersAhead(): Promise<void> {
  await Promise.race([answers, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}

async function askForReader(screen: Screen, loaded: Promise<ScreenModule>): Promise<void> {
  const [{ roles }, { askAhead }] = await Promise.all([loadSession(), loaded, loadConfig()]);
  if (permittedScreens(screens, roles).includes(screen)) await askAhead?.();
}

async function askAtLogin(screen: Screen, loaded: Promise<ScreenModule>): Promise<void> {
  const { askAhead } = await loaded;
  if (!askAhead) return;
  const stop = session.listen(() => {
    const known = session.get();
    if (!known) return;
    stop();
    if (permittedScreens(screens, known.roles).includes(screen)) void askAhead();
  });
}
