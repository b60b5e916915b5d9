/** Hashes certifications that were submitted before their hashes were stored. Finds nothing once all have them. */
import type { Database } from '#foundation/server/postgres/database.ts';
import type { Job } from '#foundation/server/jobs/jobs.ts';
import { hashesOf, type HashingDeps } from './hashes.ts';
import { placeOf } from './sealed-id.ts';
import { selectUnhashed, updateHashes } from './store.ts';

export interface CertificationJobDeps extends HashingDeps {
  db: Database;
}

const AT_ONCE = 50;

export function certificationJobs(deps: CertificationJobDeps): Job[] {
  const { db, sealer } = deps;
  return [
    {
      name: 'hash certifications',
      everyMs: 60_000,
      async run() {
        for (const record of await selectUnhashed(db, AT_ONCE)) {
          const idNumber = sealer.open(record.idNumberSealed, placeOf(record));
          await updateHashes(db, record, await hashesOf(deps, db, { ...record, idNumber }));
        }
      },
    },
  ];
}
