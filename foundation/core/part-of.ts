/**
 * Computes what share one decimal text is of another, in integers: for bars and percentages, never for money itself.
 */

/**
 * The share in tenths of a percent, rounded down so that 1000 means all of it, and at most `MAX_TENTHS`. Returns 1000
 * if the whole is zero, and otherwise 0 for a part of zero or less.
 */
export function tenthsOf(part: string, whole: string): number {
  const digits = Math.max(decimalsOf(part).length, decimalsOf(whole).length);
  const [a, b] = [scaled(part, digits), scaled(whole, digits)];
  if (b <= 0n) return a > 0n || b === 0n ? 1000 : 0;
  if (a <= 0n) return 0;
  const tenths = (a * 1000n) / b;
  return Number(tenths < MAX_TENTHS ? tenths : MAX_TENTHS);
}

/** 234 → `"23.4"`. */
export function percentOfTenths(tenths: number): string {
  return `${Math.floor(tenths / 10)}.${tenths % 10}`;
}

const MAX_TENTHS = 99_990n;

function scaled(text: string, digits: number): bigint {
  return BigInt((text.split('.')[0] ?? '0') + decimalsOf(text).padEnd(digits, '0'));
}

function decimalsOf(text: string): string {
  return text.split('.')[1] ?? '';
}
