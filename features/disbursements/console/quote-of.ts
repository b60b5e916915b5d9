/** The server's quote for a withdrawal, and the form's rule that is checked against it. */
import { z } from 'zod';
import type { OutputOf } from '#foundation/core/calls.ts';
import { type AmountFault, readAmount } from '#foundation/core/amount-text.ts';
import { type Currency, parseAmountOrZero } from '#foundation/core/money.ts';
import { ApplyWithdrawal, type disbursementCalls } from '../contract.ts';
import type { disbursementTexts } from '../words.ts';

export type Quote = OutputOf<(typeof disbursementCalls)['calls']['/withdrawal/quote']>;

export interface Measure {
  amount: bigint | AmountFault;
  quote: Quote;
  currency: Currency;
  /** Formatted for the user. */
  told: { least: string; most: string };
}

/**
 * The contract's rule for the input. The amount is also checked by the shared amount parser and the quote, so that an
 * error shows before anything is sent.
 */
export const MeasuredWithdrawal = z
  .object({ ...ApplyWithdrawal.omit({ requestId: true }).shape, amount: z.string(), measure: z.custom<Measure>() })
  .superRefine(({ measure }, context) => {
    const { amount, told } = measure;
    const { word, values } = typeof amount === 'object' ? amount : { word: faultOf(amount, measure), values: told };
    if (word !== undefined) context.addIssue({ code: 'custom', path: ['amount'], message: word, params: values });
  });

function faultOf(amountMinor: bigint, { quote, currency }: Measure): keyof typeof disbursementTexts | undefined {
  const minor = (text: string): bigint => parseAmountOrZero(text, currency) ?? 0n;
  if (amountMinor < minor(quote.minimum) || amountMinor > minor(quote.maximum)) return 'withdrawal_range';
  return amountMinor > minor(quote.most) ? 'balance_insufficient' : undefined;
}

export function measureOf(amount: string, quote: Quote, currency: Currency, told: Measure['told']): Measure {
  return { amount: readAmount(amount, { currency }), quote, currency, told };
}
