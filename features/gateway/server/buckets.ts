/**
 * Token buckets by member, or by another key: how often something can happen. They start full and exist only in this
 * process.
 */

/** In thousandths of a token, so that all values are whole numbers. */
const TOKEN = 1000;

interface Bucket {
  held: number;
  atMs: number;
}

export interface BucketSize {
  perSecond: number;
  /** How many at once after a pause. */
  burst: number;
}

export class TokenBuckets<Key extends bigint | string = bigint> {
  readonly #buckets = new Map<Key, Bucket>();

  /** Takes one token. Returns 0, or the milliseconds until there is one. */
  take(key: Key, nowMs: number, { perSecond, burst }: BucketSize): number {
    let bucket = this.#buckets.get(key);
    if (!bucket) this.#buckets.set(key, (bucket = { held: burst * TOKEN, atMs: nowMs }));
    bucket.held = Math.min(burst * TOKEN, bucket.held + Math.max(0, nowMs - bucket.atMs) * perSecond);
    bucket.atMs = nowMs;
    if (bucket.held < TOKEN) return Math.ceil((TOKEN - bucket.held) / perSecond);
    bucket.held -= TOKEN;
    return 0;
  }

  /** Deletes buckets that have had the time to fill; a full bucket holds no information. */
  forgetFull(nowMs: number, { perSecond, burst }: BucketSize): void {
    for (const [key, { atMs }] of this.#buckets) {
      if ((nowMs - atMs) * perSecond >= burst * TOKEN) this.#buckets.delete(key);
    }
  }
}
