/** What the server says a withdrawal costs; and the rule of the form that is measured by it. */
import { z } from 'zod';
import type { OutputOf } from '#foundation/core/calls.ts';
import { type Currency, parseAmount, parseAmountOrZero } from '#foundation/core/money.ts';
import { ApplyWithdrawal, type disbursementCalls } from '../contract.ts';
import type { disbursementTexts } from '../words.ts';

export type Quote = OutputOf<(typeof disbursementCalls)['calls']['/withdrawal/quote']>;

export interface Measure {
  amountMinor: bigint | undefined;
  quote: Quote;
  currency: Currency;
  /** In the reader's figures. */
  told: { least: string; most: string };
}

/** The contract's rule for what is typed, and the quote's for the amount, so that it is told before it is sent. */
export const MeasuredWithdrawal = z
  .object({ ...ApplyWithdrawal.omit({ requestId: true }).shape, measure: z.custom<Measure>() })
  .superRefine(({ measure }, context) => {
    const fault = faultOf(measure);
    if (fault !== undefined) context.addIssue({ code: 'custom', path: ['amount'], message: fault, params: measure.told });
  });

type Fault = keyof typeof disbursementTexts | 'amount_form';

function faultOf({ amountMinor, quote, currency }: Measure): Fault | undefined {
  if (amountMinor === undefined) return 'amount_form';
  const minor = (text: string): bigint => parseAmountOrZero(text, currency) ?? 0n;
  if (amountMinor < minor(quote.minimum) || amountMinor > minor(quote.maximum)) return 'withdrawal_range';
  return amountMinor > minor(quote.most) ? 'balance_insufficient' : undefined;
}

export function measureOf(amount: string, quote: Quote, currency: Currency, told: Measure['told']): Measure {
  return { amountMinor: parseAmount(amount, currency), quote, currency, told };
}
