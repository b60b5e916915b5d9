/** How much a figure has changed, as signed percent with one decimal. Pure; for reading, never for money itself. */

/** Null if there was nothing before. Rounded half away from zero. */
export function changeOf(current: bigint | number, before: bigint | number): string | null {
  const [now, then] = [BigInt(current), BigInt(before)];
  if (then === 0n) return null;
  return signedTenths(rounded((now - then) * 1000n, then < 0n ? -then : then));
}

/** The difference of two rates in percentage points; null if one of them is not known. */
export function pointsOf(current: string | null, before: string | null): string | null {
  return current === null || before === null ? null : signedTenths(tenthsIn(current) - tenthsIn(before));
}

function rounded(part: bigint, whole: bigint): bigint {
  const size = ((part < 0n ? -part : part) * 2n + whole) / (whole * 2n);
  return part < 0n ? -size : size;
}

/** `"66.7"` → 667. */
function tenthsIn(rate: string): bigint {
  const [whole = '0', tenth = '0'] = rate.split('.');
  return BigInt(whole) * 10n + BigInt(tenth);
}

function signedTenths(tenths: bigint): string {
  const size = tenths < 0n ? -tenths : tenths;
  return `${tenths < 0n ? '-' : ''}${size / 10n}.${size % 10n}`;
}
