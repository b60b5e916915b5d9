/** Hashes cards that were added before the shared hash was stored. Finds nothing once all have one. */
import type { Database } from '#foundation/server/postgres/database.ts';
import type { Job } from '#foundation/server/jobs/jobs.ts';
import type { Sealer } from '#foundation/server/secrets/sealing.ts';
import { selectUnhashed, updateSharedHash } from './store.ts';
import { accountOf, sharedHash } from './verbs.ts';

export interface CardJobDeps {
  db: Database;
  sealer: Sealer;
}

const AT_ONCE = 200;

export function cardJobs({ db, sealer }: CardJobDeps): Job[] {
  return [
    {
      name: 'hash cards',
      everyMs: 60_000,
      async run() {
        for (const card of await selectUnhashed(db, AT_ONCE))
          await updateSharedHash(db, card, sharedHash(sealer, { ...card, account: accountOf(sealer, card) }));
      },
    },
  ];
}
