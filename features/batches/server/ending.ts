/** Tells the user who made a batch once all its payouts have an outcome. Any number of processes can do this at once. */
import type { Clock } from '#foundation/core/clock.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import type { Job } from '#foundation/server/jobs/jobs.ts';
import type { DisbursementVerbs } from '#features/disbursements/server/verbs.ts';
import type { NoticeVerbs } from '#features/notices/server/verbs.ts';
import { type BatchRecord, selectOpenBatches, updateEnded, updateLookedAt } from './store.ts';

export interface EndingDeps {
  db: Database;
  clock: Clock;
  disbursements: Pick<DisbursementVerbs, 'batchOutcomes'>;
  notices: NoticeVerbs;
}

/** How many batches one pass looks at. One that stays open is looked at again after the others. */
const LOOKED_AT = 50;

export function endBatchesJob(deps: EndingDeps): Job {
  return { name: 'end batches', everyMs: 3_000, run: () => endBatches(deps) };
}

export async function endBatches(deps: EndingDeps): Promise<void> {
  for (const batch of await selectOpenBatches(deps.db, LOOKED_AT)) await lookAt(deps, batch);
}

async function lookAt({ db, clock, disbursements, notices }: EndingDeps, batch: BatchRecord): Promise<void> {
  const outcomes = await disbursements.batchOutcomes(batch.memberNo, [batch.batchNo]);
  const countOf = (outcome: string): number => outcomes.find((one) => one.outcome === outcome)?.count ?? 0;
  const at = clock.now();
  if (countOf('open') > 0) return updateLookedAt(db, batch, at);
  await db.transaction(async (tx) => {
    if (!(await updateEnded(tx, batch, at))) return;
    const [paid, failed, total] = [countOf('paid'), countOf('failed'), batch.rowCount];
    const subject = batch.batchNo.toString();
    await notices.add(tx, {
      userId: batch.userId,
      kind: paid === total ? 'batch_paid' : 'batch_ended',
      values: { batch: batch.fileName ?? subject, paid, failed, count: total },
      subject,
      bellOnly: true,
      at,
    });
  });
}
