/** A value read from the database and kept for a short time; concurrent readers share one read. */
import { setTimeout as pause } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
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
export class TtlCacheByKey<Key extends string | number | bigint, T> {
  readonly #entries: LRUCache<Key, TtlCache<T>>;
  readonly #make: (key: Key) => TtlCache<T>;
  readonly #forMs: number;

  constructor(clock: Clock, forMs: number, max: number, read: (key: Key) => Promise<T>) {
    this.#entries = new LRUCache({ max });
    this.#make = (key) => new TtlCache(clock, forMs, () => read(key));
    this.#forMs = forMs;
  }

  get(key: Key): Promise<T> {
    const known = this.#entries.get(key);
    if (known) return known.get();
    const entry = this.#make(key);
    this.#entries.set(key, entry);
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
