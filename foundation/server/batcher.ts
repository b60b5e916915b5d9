/**
 * Natural micro-batching: one run per lane at a time; what arrives meanwhile forms the next batch. No timer: an idle lane
 * answers at once. Each caller's promise settles only after its batch's run, so after the commit.
 *
 * A run that fails with several items is repeated item by item, so that one bad item never fails its neighbours. Items
 * must therefore be idempotent. Row locks, not the batcher, carry correctness between processes.
 */

import { UnavailableError } from './unavailable.ts';

export interface BatcherOptions<Item, Result> {
  /** Answers each item, in order. */
  run(items: readonly Item[]): Promise<readonly Result[]>;
  /** The lane that an item belongs to; a full lane's items go to an idle one, so a lane is a preference, not a lock. */
  laneOf?(item: Item): number;
  /** How many lanes there are: batches that run side by side. Default 1. */
  lanes?: number;
  maxBatch?: number;
  /** Items that may wait in a lane; more are turned away with `QueueFullError`. */
  maxQueue?: number;
}

export class QueueFullError extends UnavailableError {
  override name = 'QueueFullError';
}

interface Waiting<Item, Result> {
  item: Item;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

interface Lane<Item, Result> {
  waiting: Waiting<Item, Result>[];
  running: boolean;
}

export class Batcher<Item, Result> {
  readonly #options: BatcherOptions<Item, Result>;
  readonly #lanes = new Map<number, Lane<Item, Result>>();
  readonly #maxBatch: number;
  readonly #maxQueue: number;
  readonly #laneCount: number;

  constructor(options: BatcherOptions<Item, Result>) {
    this.#options = options;
    this.#maxBatch = options.maxBatch ?? 500;
    this.#maxQueue = options.maxQueue ?? 20_000;
    this.#laneCount = options.lanes ?? 1;
  }

  submit(item: Item): Promise<Result> {
    const lane = this.#laneFor(item);
    if (lane.waiting.length >= this.#maxQueue) return Promise.reject(new QueueFullError('too much is waiting'));
    return new Promise((resolve, reject) => {
      lane.waiting.push({ item, resolve, reject });
      if (!lane.running) void this.#drain(lane);
    });
  }

  /** Items that wait or run now. */
  get pending(): number {
    let count = 0;
    for (const lane of this.#lanes.values()) count += lane.waiting.length + (lane.running ? 1 : 0);
    return count;
  }

  async #drain(lane: Lane<Item, Result>): Promise<void> {
    lane.running = true;
    // Whatever was submitted in the same turn belongs to the first batch.
    await Promise.resolve();
    while (lane.waiting.length > 0) {
      const batch = lane.waiting.splice(0, this.#maxBatch);
      await this.#runBatch(batch);
    }
    lane.running = false;
  }

  async #runBatch(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.#options.run(batch.map(({ item }) => item));
      if (results.length !== batch.length) throw new Error(`a batch of ${batch.length} got ${results.length} results`);
      batch.forEach((waiting, index) => waiting.resolve(results[index] as Result));
    } catch (error) {
      if (batch.length === 1) batch[0]?.reject(error);
      else for (const waiting of batch) await this.#runBatch([waiting]);
    }
  }

  #laneFor(item: Item): Lane<Item, Result> {
    const home = this.#lane((this.#options.laneOf?.(item) ?? 0) % this.#laneCount);
    if (this.#laneCount === 1 || home.waiting.length < this.#maxBatch / 2) return home;
    for (let number = 0; number < this.#laneCount; number += 1) {
      const other = this.#lane(number);
      if (other.waiting.length < home.waiting.length / 2) return other;
    }
    return home;
  }

  #lane(number: number): Lane<Item, Result> {
    let lane = this.#lanes.get(number);
    if (!lane) this.#lanes.set(number, (lane = { waiting: [], running: false }));
    return lane;
  }
}

/** A member's home lane, spread evenly over any number of lanes. */
export function laneOfMember(memberNo: bigint): number {
  return Number(((memberNo * 2_654_435_761n) & 0xffff_ffffn) >> 7n);
}
