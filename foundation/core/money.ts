/**
 * Money as integer minor units (`bigint`), and its one text form on the wire.
 * No float ever holds an amount; no other code parses or prints one.
 */

/** ISO 4217 code in capitals, e.g. `CNY`. */
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

/** Largest amount taken from outside, in minor units: far below a bigint column, so that sums never overflow. */
const LARGEST_AMOUNT_MINOR = 10n ** 15n - 1n;

/**
 * `"1"`, `"1.0"` and `"1.00"` are equal; zero, signs, exponents, spaces, full-width digits, more decimals than the
 * currency has and anything that is not text give `undefined`.
 */
export function parseAmount(text: unknown, currency: Currency): bigint | undefined {
  const minor = parseSignedOrZero(text, currency);
  return minor !== undefined && minor > 0n ? minor : undefined;
}

/** As `parseAmount`, but zero is an amount too (a filter's lower bound, a fixed fee). */
export function parseAmountOrZero(text: unknown, currency: Currency): bigint | undefined {
  return parseSignedOrZero(text, currency);
}

/** Wire form: `123450n` CNY → `"1234.50"`; negative amounts carry a leading `-`. */
export function formatAmount(minor: bigint, currency: Currency): string {
  const digits = minorDigits(currency);
  const sign = minor < 0n ? '-' : '';
  const text = (minor < 0n ? -minor : minor).toString().padStart(digits + 1, '0');
  return digits === 0 ? sign + text : `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/**
 * An amount in a message. Plain data, so that a message can be stored; it is written in the language of each reading
 * (`moneyText`).
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

/** Round half up, on integers only. */
export function percentOf(amountMinor: bigint, percentE4: PercentE4): bigint {
  return (amountMinor * BigInt(percentE4) + 500_000n) / 1_000_000n;
}

/** `"0.6"` → 6000; at most four decimals, at most 100 %. */
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

function parseSignedOrZero(text: unknown, currency: Currency): bigint | undefined {
  if (typeof text !== 'string') return undefined;
  const match = /^(0|[1-9][0-9]{0,15})(?:\.([0-9]+))?$/.exec(text);
  if (!match) return undefined;
  const digits = minorDigits(currency);
  const decimals = match[2] ?? '';
  if (decimals.length > digits) return undefined;
  const minor = BigInt(match[1] + decimals.padEnd(digits, '0'));
  return minor <= LARGEST_AMOUNT_MINOR ? minor : undefined;
}
