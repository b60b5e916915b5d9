/** The sandbox's statement of a day: what was paid to it and what it paid out. It keeps no fees and never settles. */
import { formatAmount } from '#foundation/core/money.ts';
import type { TimeRange } from '#foundation/core/time-zone.ts';
import type { Queryable } from '#foundation/server/postgres/database.ts';
import type { UpstreamLine, UpstreamStatement } from './connector.ts';
import { SETTLES_AFTER_MS, stateOf } from './sandbox-payouts.ts';
import { selectPaidBetween, selectPayoutsBetween } from './sandbox-store.ts';

const LINES_AT_ONCE = 5_000;

export function sandboxStatement(on: Queryable, upstreamId: number, range: TimeRange): UpstreamStatement {
  return { openingMinor: null, closingMinor: null, lines: numbered(linesOf(on, upstreamId, range)) };
}

type Unnumbered = Omit<UpstreamLine, 'lineNo' | 'raw'> & { currency: string };

async function* numbered(pieces: AsyncIterable<readonly Unnumbered[]>): AsyncGenerator<UpstreamLine[], void> {
  let lineNo = 0;
  for await (const piece of pieces)
    yield piece.map(({ currency, ...line }) => {
      lineNo += 1;
      const { upstreamNo, ourNo, kind, amountMinor, at } = line;
      const amount = formatAmount(amountMinor < 0n ? -amountMinor : amountMinor, currency);
      return { ...line, lineNo, raw: [upstreamNo, ourNo, kind, amount, currency, at?.toISOString()].join(',') };
    });
}

async function* linesOf(
  on: Queryable,
  upstreamId: number,
  { from, to }: TimeRange,
): AsyncGenerator<Unnumbered[], void> {
  for (let after = ''; ;) {
    const paid = await selectPaidBetween(on, { upstreamId, from, to, after, limit: LINES_AT_ONCE });
    yield paid.map(({ upstreamNo, memberNo, systemNo, amountMinor, currency, settledAt }) => ({
      upstreamNo,
      ourNo: `${memberNo}-${systemNo}`,
      kind: 'payin',
      amountMinor,
      feeMinor: null,
      at: settledAt,
      status: 'success',
      currency,
    }));
    if (paid.length < LINES_AT_ONCE) break;
    after = paid.at(-1)?.upstreamNo ?? '';
  }
  const settled = (at: Date): Date => new Date(at.getTime() + SETTLES_AFTER_MS);
  const requested = {
    from: new Date(from.getTime() - SETTLES_AFTER_MS),
    to: new Date(to.getTime() - SETTLES_AFTER_MS),
  };
  for (let after = ''; ;) {
    const payouts = await selectPayoutsBetween(on, { upstreamId, ...requested, after, limit: LINES_AT_ONCE });
    yield payouts.map((payout) => {
      const { upstreamNo, status, amountMinor, currency } = stateOf(payout, to);
      return {
        upstreamNo,
        ourNo: payout.reference,
        kind: 'payout',
        amountMinor: -amountMinor,
        feeMinor: null,
        at: settled(payout.createdAt),
        status: status === 'failed' ? 'failed' : 'success',
        currency,
      };
    });
    if (payouts.length < LINES_AT_ONCE) return;
    after = payouts.at(-1)?.reference ?? '';
  }
}
