/** Prefetches the first requests of the next screen as soon as the user is known. */
import { loadConfig } from '#features/platform/console/config.ts';
import { loadSession, session } from '#features/accounts/console/session.ts';
import { prefetchQueries as ask } from '#foundation/console/wire/prefetch.ts';
import { readToken } from '#foundation/console/wire/token.ts';
import { questionsOf, type WantedScreen } from './early.ts';
import { keepReader } from './known-reader.ts';

export function prefetchQueries(wanted: WantedScreen): void {
  const asked = readToken() === undefined ? askAtLogin(wanted) : askForReader(wanted);
  // Errors are ignored here: the guard or the screen sends the request again and reports them.
  asked.catch(() => undefined);
}

async function askForReader(wanted: WantedScreen): Promise<void> {
  const [{ roles }, { timeZone }] = await Promise.all([loadSession(), loadConfig()]);
  for (const question of questionsOf(wanted, { roles, timeZone })) void ask(question);
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
