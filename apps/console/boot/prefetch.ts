/** Prefetches the first requests of the next screen as soon as the user is known. */
import { loadConfig } from '#features/platform/console/config.ts';
import { loadSession, session } from '#features/accounts/console/session.ts';
import { prefetchQueries as ask } from '#foundation/console/wire/prefetch.ts';
import { readToken } from '#foundation/console/wire/token.ts';
import { questionsOf, type WantedScreen } from './early.ts';
import { keepReader } from './known-reader.ts';

/**
 * How long the first page waits for its data. Most answers are faster, and rendering one page is faster than rendering
 * an empty and then a full one.
 */
const PATIENCE_MS = 150;

let answers: Promise<unknown> | undefined;

export function prefetchQueries(wanted: WantedScreen): void {
  const asked = readToken() === undefined ? askAtLogin(wanted) : askForReader(wanted);
  // Errors are ignored here: the guard or the screen sends the request again and reports them.
  answers = asked.catch(() => undefined);
}

/** Resolves when the first page's data has arrived or takes too long. */
export async function answersAhead(): Promise<void> {
  await Promise.race([answers, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
}

async function askForReader(wanted: WantedScreen): Promise<void> {
  const [{ roles }, { timeZone }] = await Promise.all([loadSession(), loadConfig()]);
  await Promise.all(questionsOf(wanted, { roles, timeZone }).map(ask));
}

async function askAtLogin(wanted: WantedScreen): Promise<void> {
  const { timeZone } = await loadConfig();
  const stop = session.listen(() => {
    const known = session.get();
    if (!known) return;
    stop();
    const reader = { roles: known.roles, timeZone };
    keepReader(reader);
    for (const question of questionsOf(wanted, reader)) void ask(question);
  });
}
