/** A rate that a copied order keeps: from the rate, and as answers write it. */
import { type RateTexts, rateTexts } from '#features/channels/rate-texts.ts';
import type { Rate } from '#features/channels/rules.ts';
import type { Currency } from '#foundation/core/money.ts';
import type { KeptRate } from './projection/row.ts';

export function keptRate({ percentE4, fixedMinor, minFeeMinor, maxFeeMinor }: Rate): KeptRate {
  return {
    percent: percentE4,
    fixed: fixedMinor.toString(),
    minFee: minFeeMinor?.toString() ?? null,
    maxFee: maxFeeMinor?.toString() ?? null,
  };
}

export function keptRateTexts({ percent, fixed, minFee, maxFee }: KeptRate, currency: Currency): RateTexts {
  const rate: Rate = {
    percentE4: percent,
    fixedMinor: BigInt(fixed),
    minFeeMinor: minFee === null ? null : BigInt(minFee),
    maxFeeMinor: maxFee === null ? null : BigInt(maxFee),
  };
  return rateTexts(rate, currency);
}
