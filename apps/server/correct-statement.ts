/**
 * `npm run correct-statement -- --member 10000002 --from 2026-11-20 --reason "…"`: after a database administrator has
 * corrected a member's books for a closed day, adds a new version of that day of the statement and of the closed days
 * after it. The old versions stay.
 */
import { z } from 'zod';
import { platformVerbs } from '#features/platform/server/verbs.ts';
import { correctDays, NotClosed } from '#features/statements/server/correcting.ts';
import { systemClock } from '#foundation/core/clock.ts';
import { Day, MemberNo } from '#foundation/core/wire.ts';
import { CommandError, printLine, runCommand } from '#foundation/server/process/command.ts';
import { withDatabase } from './with-database.ts';

const Wanted = z.object({ member: MemberNo, from: Day, reason: z.string().trim().min(1) });

await runCommand(
  async (options) => {
    const wanted = Wanted.safeParse(options);
    if (!wanted.success)
      throw new CommandError('give --member (eight digits), --from (a closed day, YYYY-MM-DD) and --reason');
    const { member: memberNo, from, reason } = wanted.data;
    await withDatabase(async (db) => {
      const platform = platformVerbs({ db, clock: systemClock });
      const { currency } = await platform.settings();
      const days = await correctDays(
        { db, clock: systemClock, platform },
        { memberNo, currency },
        { from, reason },
      ).catch((error: unknown) => {
        throw error instanceof NotClosed ? new CommandError(error.message) : error;
      });
      printLine(`${days} days of member ${memberNo} have a new version, from ${from} on.`);
    });
  },
  { member: { type: 'string' }, from: { type: 'string' }, reason: { type: 'string' } },
);
