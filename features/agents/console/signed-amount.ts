/** Arithmetic on decimal amounts that can be negative, as commission can. */
import { type Currency, formatAmount, parseAmountOrZero, sum } from '#foundation/core/money.ts';

/** `"-1.20"` → `-120n`. Text that is no amount counts as zero. */
export function signedMinor(text: string, currency: Currency): bigint {
  const minor = parseAmountOrZero(text.replace(/^-/, ''), currency) ?? 0n;
  return text.startsWith('-') ? -minor : minor;
}

/** The sum of signed amounts, as text. */
export function sumOf(texts: readonly string[], currency: Currency): string {
  return formatAmount(sum(texts.map((text) => signedMinor(text, currency))), currency);
}
