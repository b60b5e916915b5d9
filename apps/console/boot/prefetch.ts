/** Prefetches the first requests of the next screen as soon as the user is known. */
import { loadConfig } from '#features/platform/console/config.ts';
import { loadSession, session } from '#features/accounts/console/session.ts';
import { prefetchQueries as request } from '#foundation/console/wire/prefetch.ts';
import { readToken } from '#foundation/console/wire/token.ts';
import { prefetchCallsOf, type WantedScreen } from './early.ts';
import { saveLastUser } from './last-user.ts';

export function prefetchQueries(wanted: WantedScreen): void {
  const prefetching = readToken() === undefined ? prefetchAfterLogin(wanted) : prefetchForUser(wanted);
  // Errors are ignored here: the guard or the screen sends the request again and reports them.
  prefetching.catch(() => undefined);
}

async function prefetchForUser(wanted: WantedScreen): Promise<void> {
  const [{ roles }, { timeZone }] = await Promise.all([loadSession(), loadConfig()]);
  for (const call of prefetchCallsOf(wanted, { roles, timeZone })) void request(call);
}

async function prefetchAfterLogin(wanted: WantedScreen): Promise<void> {
  const { timeZone } = await loadConfig();
  const stop = session.listen(() => {
    const known = session.get();
    if (!known) return;
    stop();
    const user = { roles: known.roles, timeZone };
    saveLastUser(user);
    for (const call of prefetchCallsOf(wanted, user)) void request(call);
  });
}
