/**
 * Limits on wrong keys, which a stranger can try: by merchant and address over all processes, and by address in this one,
 * so that no address can fill the database with its tries. Unknown merchants are counted like the others.
 */
import { type AttemptLimit, attemptWaitMs, takeAttempt } from '#foundation/server/postgres/attempt-windows.ts';
import type { Queryable } from '#foundation/server/postgres/database.ts';
import { TokenBuckets } from '#features/gateway/server/buckets.ts';

const wrongKeyLimit: AttemptLimit = { scope: 'epay_key', tries: 5, windowMs: 60_000 };
/** Of one address, over all merchants. */
const addressLimit = { perSecond: 1, burst: 60 };

export class WrongKeys {
  readonly #on: Queryable;
  readonly #addresses = new TokenBuckets<string>();

  constructor(on: Queryable) {
    this.#on = on;
  }

  /** 0, or the milliseconds until the next try is allowed. */
  waitMs(pid: string, ip: string, now: Date): Promise<number> {
    return attemptWaitMs(this.#on, wrongKeyLimit, `${pid} ${ip}`, now);
  }

  /** Counts a wrong key. Returns 0, or the milliseconds to wait if it was one too many. */
  async add(pid: string, ip: string, now: Date): Promise<number> {
    this.#addresses.forgetFull(now.getTime(), addressLimit);
    const waitMs = this.#addresses.take(ip, now.getTime(), addressLimit);
    if (waitMs > 0) return waitMs;
    const attempt = await takeAttempt(this.#on, wrongKeyLimit, `${pid} ${ip}`, now);
    return attempt.allowed ? 0 : attempt.waitMs;
  }
}
