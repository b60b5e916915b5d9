/**
 * Money as integer minor units (`bigint`), and its only text form on the wire.
 * An amount is never a float, and no other code parses or formats wire amounts.
 */

/** ISO 4217 code in upper case, such as `CNY`. */
export type Currency = string;

/** Digits after the point for a currency (CNY 2, JPY 0, KWD 3), from the runtime's ISO 4217 table. */
export function minorDigits(currency: Currency): number {
  const known = digitsByCurrency.get(currency);
  if (known !== undefined) return known;
  const digits =
    new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
  digitsByCurrency.set(currency, digits);
  return digits;
}
const digitsByCurrency = new Map<Currency, number>();

/** The largest amount accepted from outside. Far below a bigint column's limit, so that sums never overflow. */
const MAX_AMOUNT_MINOR = 10n ** 15n - 1n;

/** The form of an amount in any currency. `parseAmount` then limits its decimals and its size. */
export const AMOUNT_FORM = /^(0|[1-9][0-9]{0,15})(\.[0-9]+)?$/;

/** The narrower form in the console's calls, which is checked before the currency is known. */
export const CONSOLE_AMOUNT_FORM = /^(0|[1-9][0-9]{0,12})(\.[0-9]{1,4})?$/;

/**
 * Parses an amount above zero; `"1"`, `"1.0"` and `"1.00"` are equal. Returns undefined for zero, signs, exponents,
 * spaces, full-width digits, more decimals than the currency has, and anything that is not a string.
 */
export function parseAmount(text: unknown, currency: Currency): bigint | undefined {
  const minor = parseMinor(text, currency);
  return minor !== undefined && minor > 0n ? minor : undefined;
}

/** Like `parseAmount`, but accepts zero (a filter's lower bound, a fixed fee). */
export function parseAmountOrZero(text: unknown, currency: Currency): bigint | undefined {
  return parseMinor(text, currency);
}

/** Returns the wire form: `123450n` CNY → `"1234.50"`. Negative amounts have a leading `-`. */
export function formatAmount(minor: bigint, currency: Currency): string {
  const digits = minorDigits(currency);
  const sign = minor < 0n ? '-' : '';
  const text = (minor < 0n ? -minor : minor).toString().padStart(digits + 1, '0');
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/**
 * An amount in a message. It is plain data, so that a message can be stored and then formatted in each reader's
 * language (`moneyText`).
 */
export interface Money {
  /** Wire form, `"1234.50"`. */
  readonly amount: string;
  readonly currency: Currency;
}

export function money(minor: bigint, currency: Currency): Money {
  return { amount: formatAmount(minor, currency), currency };
}

export function isMoney(value: unknown): value is Money {
  return typeof value === 'object' && value !== null && 'amount' in value && 'currency' in value;
}

/** A percentage in ten-thousandths of a percent: 1 % = 10_000, 100 % = 1_000_000. */
export type PercentE4 = number;

export const HUNDRED_PERCENT: PercentE4 = 1_000_000;

/** Rounds half up, with integers only. */
export function percentOf(amountMinor: bigint, percentE4: PercentE4): bigint {
  return (amountMinor * BigInt(percentE4) + 500_000n) / 1_000_000n;
}

/** `"0.6"` → 6000. Returns undefined for more than four decimals or more than 100 %. */
export function parsePercent(text: unknown): PercentE4 | undefined {
  if (typeof text !== 'string') return undefined;
  const match = /^(\d{1,3})(?:\.(\d{1,4}))?$/.exec(text);
  if (!match) return undefined;
  const percent = Number(match[1]) * 10_000 + Number((match[2] ?? '').padEnd(4, '0'));
  return percent <= HUNDRED_PERCENT ? percent : undefined;
}

/** 6000 → `"0.6"`, 10000 → `"1"`. */
export function formatPercent(percentE4: PercentE4): string {
  const whole = Math.trunc(percentE4 / 10_000);
  const decimals = String(percentE4 % 10_000)
    .padStart(4, '0')
    .replace(/0+$/, '');
  return decimals === '' ? String(whole) : `${whole}.${decimals}`;
}

export function sum(amounts: Iterable<bigint>): bigint {
  let total = 0n;
  for (const amount of amounts) total += amount;
  return total;
}

function parseMinor(text: unknown, currency: Currency): bigint | undefined {
  if (typeof text !== 'string') return undefined;
  const match = AMOUNT_FORM.exec(text);
  if (!match) return undefined;
  const digits = minorDigits(currency);
  const decimals = match[2]?.slice(1) ?? '';
  if (decimals.length > digits) return undefined;
  const minor = BigInt(match[1] + decimals.padEnd(digits, '0'));
  return minor <= MAX_AMOUNT_MINOR ? minor : undefined;
}
