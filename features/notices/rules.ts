/** Rules about notices: how often a text message is tried, how long a notice is kept. */

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * Pauses after the first, second, … try that failed; after the last one the message is given up. The bell keeps the
 * notice.
 */
const smsPausesMs = [MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS] as const;

/** How long after its `tries`-th try a message is tried again; undefined: never. */
export function smsPauseMs(tries: number): number | undefined {
  return smsPausesMs[tries - 1];
}

/** A worker that dies while it sends leaves the message to the next one, after this long. */
export const SMS_LEASE_MS = MINUTE_MS;

export const NOTICES_KEPT_MS = 365 * DAY_MS;
