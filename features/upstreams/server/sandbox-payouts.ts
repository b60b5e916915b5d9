/**
 * The sandbox's payouts. A payout settles two seconds after it was created: paid, or failed if the amount ends in .44.
 * For an amount that ends in .99 the request times out, so that the sender must query the result. For an amount of 186.98
 * it times out as well, and no query is answered, so that a person must settle it.
 */
import type { Clock } from '#foundation/core/clock.ts';
import type { Queryable } from '#foundation/server/postgres/database.ts';
import { type Connector, UpstreamError, type UpstreamPayout } from './connector.ts';
import { insertSandboxPayout, type SandboxPayout, selectSandboxPayout } from './sandbox-store.ts';
import { sandboxReasons } from '../reason-words.ts';

export const SETTLES_AFTER_MS = 2_000;
export const UNANSWERED_MINOR = 186_98n;

export function sandboxPayouts({
  db,
  clock,
}: {
  db: Queryable;
  clock: Clock;
}): NonNullable<Connector<unknown>['payouts']> {
  return {
    async create({ reference, amountMinor, currency }, { upstreamId }) {
      const createdAt = clock.now();
      const payout = await insertSandboxPayout(db, { upstreamId, reference, amountMinor, currency, createdAt });
      if (payout.amountMinor !== amountMinor || payout.currency !== currency)
        throw new UpstreamError('refused', 'reference_taken');
      if (amountMinor % 100n === 99n || amountMinor === UNANSWERED_MINOR) throw new UpstreamError('unknown', 'timeout');
      return stateOf(payout, clock.now());
    },

    async query({ reference, currency }) {
      const payout = await selectSandboxPayout(db, reference);
      // A refusal is an answer: it does not count as a failure that pauses the upstream.
      if (payout?.amountMinor === UNANSWERED_MINOR) throw new UpstreamError('refused', 'result_not_known_yet');
      if (payout) return stateOf(payout, clock.now());
      return {
        reference,
        status: 'not_found',
        upstreamNo: null,
        amountMinor: 0n,
        currency,
        bankReference: null,
        failReason: null,
      };
    },
  };
}

export function stateOf({ reference, amountMinor, currency, createdAt }: SandboxPayout, now: Date): UpstreamPayout {
  const payout = {
    reference,
    upstreamNo: `SBP-${reference}`,
    amountMinor,
    currency,
    bankReference: null,
    failReason: null,
  };
  if (now.getTime() < createdAt.getTime() + SETTLES_AFTER_MS) return { ...payout, status: 'accepted' };
  if (amountMinor % 100n === 44n) return { ...payout, status: 'failed', failReason: sandboxReasons.amount_44.en };
  return { ...payout, status: 'paid', bankReference: `SANDBOX${createdAt.getTime()}` };
}
