/**
 * Opens the cashier in the same tab: phones show only one, and no popup blocker stops it. The cashier leads back to the
 * recharge.
 */
export function openCashier(payUrl: string): void {
  if (isCashierAddress(payUrl)) window.location.assign(payUrl);
}

/** The address comes from an upstream, so open only web pages. */
export function isCashierAddress(payUrl: string): boolean {
  return /^https?:\/\//i.test(payUrl);
}
