/** The wire form of a rate that a copied order keeps. */
import { type Currency, formatAmount, formatPercent } from '#foundation/core/money.ts';
import type { RateOutput } from '../fields.ts';
import type { KeptRate } from './projection/row.ts';

export function keptRateOutput({ percent, fixed, minFee, maxFee }: KeptRate, currency: Currency): RateOutput {
  const amount = (minor: string): string => formatAmount(BigInt(minor), currency);
  return {
    percent: formatPercent(percent),
    fixed: amount(fixed),
    minFee: minFee === null ? null : amount(minFee),
    maxFee: maxFee === null ? null : amount(maxFee),
  };
}
