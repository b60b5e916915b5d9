/** Public API of the batches feature: pays a batch. */
import type { SystemNumbers } from '#foundation/core/system-number.ts';
import type { Database, Tx } from '#foundation/server/postgres/database.ts';
import { equalBytes, type Sealer } from '#foundation/server/secrets/sealing.ts';
import type { BatchApplyOutcome } from '#features/disbursements/server/applying-batch.ts';
import type { DisbursementVerbs } from '#features/disbursements/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import type { ReadRow } from '../table.ts';
import type { CheckedGood } from './checking.ts';
import { insertBatch, selectByRequest } from './store.ts';

/** The content that the form generated its number for: one number is valid for one content, once. */
export interface BatchRequest {
  memberNo: bigint;
  requestId: string;
  skipInvalid: boolean;
  rows: readonly ReadRow[];
}

export interface BatchToPay extends BatchRequest {
  userId: bigint;
  fileName: string | null;
  /** The rows to pay. */
  good: readonly CheckedGood[];
  /** Runs in the transaction that takes the money. If it throws, everything is undone. */
  withinTransaction?(tx: Tx, batchNo: bigint): Promise<void>;
}

type RefusedBatch = Extract<BatchApplyOutcome, { outcome: 'refused' }>;
export type PaidBatch =
  | { outcome: 'applied' | 'repeated'; batchNo: bigint }
  | { outcome: 'refused'; error: 'order_conflict' }
  | RefusedBatch;

export interface BatchVerbs {
  /** Returns the batch of this number. `order_conflict` if that had other content. */
  find(request: BatchRequest): Promise<PaidBatch | undefined>;
  /** Takes the money for all good rows, or for none. */
  pay(batch: BatchToPay): Promise<PaidBatch>;
}

export interface BatchDeps {
  db: Database;
  sealer: Sealer;
  systemNumbers: SystemNumbers;
  platform: Pick<PlatformVerbs, 'settings'>;
  disbursements: Pick<DisbursementVerbs, 'applyAll'>;
}

export function batchVerbs({ db, sealer, systemNumbers, platform, disbursements }: BatchDeps): BatchVerbs {
  const find: BatchVerbs['find'] = async (request) => {
    const before = await selectByRequest(db, request.memberNo, request.requestId);
    if (!before) return undefined;
    const isSame = sealer
      .fingerprints(contentOf(request), 'payout request')
      .some((hash) => equalBytes(hash, before.requestHash));
    return isSame ? { outcome: 'repeated', batchNo: before.batchNo } : { outcome: 'refused', error: 'order_conflict' };
  };
  return {
    find,
    async pay(batch) {
      const { memberNo, userId, requestId, fileName, good, withinTransaction } = batch;
      const { currency } = await platform.settings();
      const batchNo = systemNumbers.next();
      const requestHash = sealer.fingerprint(contentOf(batch), 'payout request');
      const outcome = await disbursements.applyAll({
        memberNo,
        batchNo,
        requestHash,
        rows: good.map(({ line, good: { amountMinor, beneficiary } }) => ({ line, amountMinor, beneficiary })),
        isThere: async (tx) => (await selectByRequest(tx, memberNo, requestId)) !== undefined,
        async withinTransaction(tx, sums) {
          await insertBatch(tx, {
            memberNo,
            batchNo,
            userId,
            requestId,
            requestHash,
            fileName,
            currency,
            rowCount: good.length,
            ...sums,
          });
          await withinTransaction?.(tx, batchNo);
        },
      });
      if (outcome.outcome === 'refused') return outcome;
      if (outcome.outcome === 'applied') return { outcome: 'applied', batchNo };
      const before = await find(batch);
      if (!before) throw new Error('a batch was there, and is not');
      return before;
    },
  };
}

function contentOf({ skipInvalid, rows }: BatchRequest): string {
  return `batch ${JSON.stringify([skipInvalid, rows.map(({ line, values: { amount, type, holder, bank, branch, account } }) => [line, amount, type, holder, bank, branch, account])])}`;
}
