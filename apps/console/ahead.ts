/** The first questions of the screen that comes next, asked as soon as it is known who asks them. */
import { loadConfig } from '#features/platform/console/config.ts';
import { loadSession, session } from '#features/users/console/session.ts';
import { askAhead as ask } from '#foundation/console/asked-ahead.ts';
import { readToken } from '#foundation/console/token.ts';
import { questionsOf, type WantedScreen } from './early.ts';
import { keepReader } from './known-reader.ts';

/**
 * As long as this the first page waits for its answers: most come sooner, and one page is drawn faster than an empty
 * one and a full one.
 */
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
