/**
 * Leaves for the cashier in this very tab: a telephone has room for one, and no browser holds it back. The cashier
 * leads back to the recharge.
 */
export function openCashier(payUrl: string): void {
  if (isCashierAddress(payUrl)) window.location.assign(payUrl);
}

/** An upstream's answer is not ours: only a web page is ever opened. */
export function isCashierAddress(payUrl: string): boolean {
  return /^https?:\/\//i.test(payUrl);
}
