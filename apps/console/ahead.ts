/** The first questions of the screen that comes next, asked as soon as it is known who asks them. */
import { loadConfig } from '#features/platform/console/config.ts';
import { loadSession, session } from '#features/users/console/session.ts';
import { permittedScreens } from '#foundation/console/screen.ts';
import { readToken } from '#foundation/console/token.ts';
import type { WantedScreen } from './early.ts';
import { insideScreens } from './inside-screens.ts';

/** As long as this the first page waits for its answers: most come sooner, and one page is drawn faster than an empty one and a full one. */
const PATIENCE_MS = 150;

let answers: Promise<unknown> | undefined;

export function askAhead(wanted: WantedScreen): void {
  const asked = readToken() === undefined ? askAtLogin(wanted) : askForReader(wanted);
  // What fails here is told by the guard, or by the screen, which asks again.
  answers = asked.catch(() => undefined);
}

/** For the first page: when what was asked for it has come, or takes too long. */
export async function answersAhead(): Promise<void> {
  await Promise.race([answers, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}

async function askForReader({ screen, loaded }: WantedScreen): Promise<void> {
  const [{ roles }, { askAhead: ask }] = await Promise.all([loadSession(), loaded, loadConfig()]);
  if (permittedScreens(insideScreens, roles).includes(screen)) await ask?.();
}

async function askAtLogin({ screen, loaded }: WantedScreen): Promise<void> {
  const { askAhead: ask } = await loaded;
  if (!ask) return;
  const stop = session.listen(() => {
    const known = session.get();
    if (!known) return;
    stop();
    if (permittedScreens(insideScreens, known.roles).includes(screen)) void ask();
  });
}
