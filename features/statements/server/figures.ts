/** The figures of a day, a month or any range, in minor units: counts and sums by type of the money log. Pure. */
import type { MoneyLogType } from '#features/ledger/money-log-types.ts';
import { moneyLogTypes } from '#features/ledger/money-log-types.ts';
import { type Currency, formatAmount } from '#foundation/core/money.ts';
import type { StatementFigures } from '../contract.ts';

/** Signed as in the money log. */
export interface TypeSums {
  count: number;
  amountMinor: bigint;
  feeMinor: bigint;
}

export interface Figures {
  openingMinor: bigint;
  sums: ReadonlyMap<MoneyLogType, TypeSums>;
}

const NOTHING: TypeSums = { count: 0, amountMinor: 0n, feeMinor: 0n };

export function sumsOf({ sums }: Pick<Figures, 'sums'>, type: MoneyLogType): TypeSums {
  return sums.get(type) ?? NOTHING;
}

/** What the entries change the balance by. */
export function changeOf({ sums }: Pick<Figures, 'sums'>): bigint {
  let change = 0n;
  for (const { amountMinor, feeMinor } of sums.values()) change += amountMinor - feeMinor;
  return change;
}

export function closingOf(figures: Figures): bigint {
  return figures.openingMinor + changeOf(figures);
}

/** The figures of days in their order. */
export function figuresTogether(openingMinor: bigint, days: readonly Pick<Figures, 'sums'>[]): Figures {
  const sums = new Map<MoneyLogType, TypeSums>();
  for (const day of days)
    for (const [type, { count, amountMinor, feeMinor }] of day.sums) {
      const before = sums.get(type) ?? NOTHING;
      sums.set(type, {
        count: before.count + count,
        amountMinor: before.amountMinor + amountMinor,
        feeMinor: before.feeMinor + feeMinor,
      });
    }
  return { openingMinor, sums };
}

/** As the wire says them: magnitudes whose sign the name tells. */
export function figuresOutput(figures: Figures, currency: Currency): StatementFigures {
  const [payin, recharge, withdrawal, payout, refund, commission, adjustment, reversal] = moneyLogTypes.map((type) =>
    sumsOf(figures, type),
  ) as [TypeSums, TypeSums, TypeSums, TypeSums, TypeSums, TypeSums, TypeSums, TypeSums];
  const amount = (minor: bigint): string => formatAmount(minor, currency);
  const counted = ({ count, amountMinor }: TypeSums, sign: 1n | -1n) => ({ count, amount: amount(sign * amountMinor) });
  const change = ({ amountMinor, feeMinor }: TypeSums): string => amount(amountMinor - feeMinor);
  return {
    opening: amount(figures.openingMinor),
    collections: counted(payin, 1n),
    collectionFees: amount(payin.feeMinor),
    recharges: counted(recharge, 1n),
    rechargeFees: amount(recharge.feeMinor),
    withdrawals: counted(withdrawal, -1n),
    payouts: counted(payout, -1n),
    disbursementFees: amount(withdrawal.feeMinor + payout.feeMinor),
    refunds: { ...counted(refund, 1n), fee: amount(-refund.feeMinor) },
    commission: change(commission),
    adjustments: change(adjustment),
    reversals: change(reversal),
    closing: amount(closingOf(figures)),
  };
}
