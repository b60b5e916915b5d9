/** Rules about notices: retries of text messages, and how long notices are kept. */

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * Delays after the first, second, … failed try; after the last one the message is given up. The bell keeps the notice.
 */
const smsPausesMs = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS] as const;

/** Delay after the `tries`-th try; undefined: no more tries. */
export function smsPauseMs(tries: number): number | undefined {
  return smsPausesMs[tries - 1];
}

/** If a worker dies while sending, another worker takes the message after this time. */
export const SMS_LEASE_MS = MINUTE_MS;

export const NOTICES_KEPT_MS = 365 * DAY_MS;
