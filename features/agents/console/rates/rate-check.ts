/**
 * Finds amounts at which a rate brings less than the agent's own, for the form's live check. Pure. Every amount that it
 * returns is such an amount; the server alone decides about all amounts of the range.
 */
import { orderFee, type Rate } from '#features/channels/rules.ts';
import { HUNDRED_PERCENT } from '#foundation/core/money.ts';

export interface AmountRange {
  readonly minAmountMinor: bigint;
  readonly maxAmountMinor: bigint;
}

export interface Undercut {
  readonly amountMinor: bigint;
  readonly feeMinor: bigint;
  readonly ownMinor: bigint;
}

/** Both fees change by steps of the smallest unit, so that they can cross a little away from where their lines do. */
const NEAR = 50n;

/** The ends of the range are named before other amounts. Undefined if no amount was found. */
export function undercutOf(rate: Rate, own: Rate, range: AmountRange): Undercut | undefined {
  for (const amountMinor of candidates(rate, own, range)) {
    const [feeMinor, ownMinor] = [orderFee(amountMinor, rate), orderFee(amountMinor, own)];
    if (feeMinor < ownMinor) return { amountMinor, feeMinor, ownMinor };
  }
  return undefined;
}

/** The ends of the range and the amounts around each place where one of the two fees bends or both can cross. */
function candidates(rate: Rate, own: Rate, { minAmountMinor, maxAmountMinor }: AmountRange): bigint[] {
  const lines = [...linesOf(rate), ...linesOf(own)];
  const places = lines.flatMap((line, index) => lines.slice(index + 1).flatMap((other) => crossing(line, other) ?? []));
  const found = new Set<bigint>();
  for (const place of [minAmountMinor, maxAmountMinor, ...places])
    for (let amount = place - NEAR; amount <= place + NEAR; amount += 1n)
      if (amount >= minAmountMinor && amount <= maxAmountMinor) found.add(amount);
  const others = [...found].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return [minAmountMinor, maxAmountMinor, ...others];
}

interface Line {
  percentE4: number;
  fixedMinor: bigint;
}

/** The straight lines that a fee follows: its formula, its limits, and the amount itself, which a fee never exceeds. */
function linesOf({ percentE4, fixedMinor, minFeeMinor, maxFeeMinor }: Rate): Line[] {
  return [
    { percentE4, fixedMinor },
    { percentE4: HUNDRED_PERCENT, fixedMinor: 0n },
    ...[minFeeMinor, maxFeeMinor].flatMap((limit) => (limit === null ? [] : { percentE4: 0, fixedMinor: limit })),
  ];
}

function crossing(a: Line, b: Line): bigint | undefined {
  const slope = BigInt(a.percentE4 - b.percentE4);
  return slope === 0n ? undefined : ((b.fixedMinor - a.fixedMinor) * BigInt(HUNDRED_PERCENT)) / slope;
}
