/** A rate as requests and answers write it: four texts. Pure. */
import {
  type Currency,
  formatAmount,
  formatPercent,
  parseAmountOrZero,
  parsePercent,
  type PercentE4,
} from '#foundation/core/money.ts';
import type { Rate } from './rules.ts';

export interface RateTexts {
  readonly percent: string;
  readonly fixed: string;
  readonly minFee: string | null;
  readonly maxFee: string | null;
}

export type RatePart = keyof RateTexts;

/** The rate, or the parts whose texts say none. */
type ReadRate = { rate: Rate; wrong: [] } | { rate: undefined; wrong: [RatePart, ...RatePart[]] };

interface PartReaders {
  percentOf?: (text: string) => PercentE4 | undefined;
  amountOf?: (text: string, currency: Currency) => bigint | undefined;
}

/** Whether the parts fit together is for `isSoundRate` to say. The functions can read a part in another way. */
export function readRate(
  { percent, fixed, minFee, maxFee }: RateTexts,
  currency: Currency,
  { percentOf = parsePercent, amountOf = parseAmountOrZero }: PartReaders = {},
): ReadRate {
  const orNull = (text: string | null) => (text === null ? null : amountOf(text, currency));
  const percentE4 = percentOf(percent);
  const fixedMinor = amountOf(fixed, currency);
  const [minFeeMinor, maxFeeMinor] = [orNull(minFee), orNull(maxFee)];
  if (percentE4 !== undefined && fixedMinor !== undefined && minFeeMinor !== undefined && maxFeeMinor !== undefined)
    return { rate: { percentE4, fixedMinor, minFeeMinor, maxFeeMinor }, wrong: [] };
  const read = { percent: percentE4, fixed: fixedMinor, minFee: minFeeMinor, maxFee: maxFeeMinor };
  const [first, ...others] = rateParts.filter((part) => read[part] === undefined);
  if (!first) throw new Error('a rate without a wrong part was not read');
  return { rate: undefined, wrong: [first, ...others] };
}

export const rateParts = ['percent', 'fixed', 'minFee', 'maxFee'] as const satisfies readonly RatePart[];

export function rateTexts({ percentE4, fixedMinor, minFeeMinor, maxFeeMinor }: Rate, currency: Currency) {
  return {
    percent: formatPercent(percentE4),
    fixed: formatAmount(fixedMinor, currency),
    minFee: minFeeMinor === null ? null : formatAmount(minFeeMinor, currency),
    maxFee: maxFeeMinor === null ? null : formatAmount(maxFeeMinor, currency),
  };
}
