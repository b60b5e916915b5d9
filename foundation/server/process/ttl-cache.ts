/** A value read from the database and kept for a short time; concurrent readers share one read. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '#foundation/core/clock.ts';

export class TtlCache<T> {
  readonly #clock: Clock;
  readonly #forMs: number;
  readonly #read: () => Promise<T>;
  #value: Promise<T> | undefined;
  #until = 0;

  constructor(clock: Clock, forMs: number, read: () => Promise<T>) {
    this.#clock = clock;
    this.#forMs = forMs;
    this.#read = read;
  }

  get(): Promise<T> {
    const now = this.#clock.now().getTime();
    if (this.#value && now < this.#until) return this.#value;
    const value = this.#read();
    this.#value = value;
    this.#until = now + this.#forMs;
    // A failed read is not kept, so the next reader tries again.
    value.catch(() => {
      if (this.#value === value) this.#value = undefined;
    });
    return value;
  }

  forget(): void {
    this.#value = undefined;
  }
}

/** One `TtlCache` per key; drops the least recently used first. */
export class RememberedByKey<Key extends string | number | bigint, T> {
  readonly #entries = new Map<Key, TtlCache<T>>();
  readonly #make: (key: Key) => TtlCache<T>;
  readonly #forMs: number;
  readonly #most: number;

  constructor(clock: Clock, forMs: number, most: number, read: (key: Key) => Promise<T>) {
    this.#forMs = forMs;
    this.#make = (key) => new TtlCache(clock, forMs, () => read(key));
    this.#most = most;
  }

  get(key: Key): Promise<T> {
    let entry = this.#entries.get(key);
    if (entry) this.#entries.delete(key);
    else entry = this.#make(key);
    this.#entries.set(key, entry);
    if (this.#entries.size > this.#most) {
      const oldest = this.#entries.keys().next().value;
      if (oldest !== undefined) this.#entries.delete(oldest);
    }
    return entry.get();
  }

  forget(key: Key): void {
    this.#entries.delete(key);
  }

  /** Forgets the value here, and resolves once no other process that keeps it for as long can have the former one. */
  async forgetEverywhere(key: Key): Promise<void> {
    this.forget(key);
    // A timer can fire a millisecond early.
    await pause(this.#forMs + 1);
  }
}
