/**
 * Natural micro-batching: one run per lane at a time; items that arrive meanwhile form the next batch. No timer: an
 * idle lane answers at once. Each caller's promise settles only after its batch's run, so after the commit.
 *
 * A run that fails with several items is repeated item by item, so that one bad item never fails the others. Items must
 * therefore be idempotent. Row locks, not the batcher, guarantee correctness between processes.
 */

import { UnavailableError } from './unavailable.ts';

export interface BatcherOptions<Item, Result> {
  /** Answers each item, in order. */
  run(items: readonly Item[]): Promise<readonly Result[]>;
  /**
   * Whose rows an item locks: a member's number. Items of one key go to one lane, so that lanes don't wait for each
   * other's locks. Only when a single key fills its lane, the excess goes to the next: a lane is a preference, not a
   * lock.
   */
  keyOf?(item: Item): bigint;
  /**
   * Says which of the keys can be in one batch: those with the same group; see `Database.shardsOf`. Undefined, or without
   * this option: all of them.
   */
  groupsOf?(keys: Iterable<bigint>): Promise<((key: bigint) => bigint | undefined) | undefined>;
  /** Number of lanes: batches that run at the same time. Default 1. */
  lanes?: number;
  maxBatch?: number;
  /** Max items that wait in a lane; more are rejected with `QueueFullError`. */
  maxQueue?: number;
}

export class QueueFullError extends UnavailableError {
  override name = 'QueueFullError';
}

interface Waiting<Item, Result> {
  item: Item;
  key: bigint;
  resolve(result: Result): void;
  reject(error: unknown): void;
}

interface Lane<Item, Result> {
  waiting: Waiting<Item, Result>[];
  /** How many items of each key wait. */
  ofKey: Map<bigint, number>;
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
    const key = this.#options.keyOf?.(item) ?? 0n;
    const lane = this.#laneFor(key);
    if (lane.waiting.length >= this.#maxQueue) return Promise.reject(new QueueFullError('too much is waiting'));
    return new Promise((resolve, reject) => {
      lane.waiting.push({ item, key, resolve, reject });
      lane.ofKey.set(key, 1 + (lane.ofKey.get(key) ?? 0));
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
    // Everything that is submitted in the same turn belongs to the first batch.
    await Promise.resolve();
    while (lane.waiting.length > 0) await this.#runBatch(await this.#take(lane));
    lane.running = false;
  }

  async #take(lane: Lane<Item, Result>): Promise<Waiting<Item, Result>[]> {
    const { groupsOf } = this.#options;
    if (!groupsOf) return takeFrom(lane, this.#maxBatch);
    // Without the answer, each key can still run by itself.
    const groupOf = await groupsOf(lane.ofKey.keys()).catch(() => (key: bigint) => key);
    return groupOf ? takeGroup(lane, this.#maxBatch, groupOf) : takeFrom(lane, this.#maxBatch);
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

  #laneFor(key: bigint): Lane<Item, Result> {
    const home = laneOf(key, this.#laneCount);
    const lane = this.#lane(home);
    if (this.#laneCount === 1 || (lane.ofKey.get(key) ?? 0) < this.#maxBatch / 2) return lane;
    const next = this.#lane((home + 1) % this.#laneCount);
    return next.waiting.length < lane.waiting.length / 2 ? next : lane;
  }

  #lane(number: number): Lane<Item, Result> {
    let lane = this.#lanes.get(number);
    if (!lane) this.#lanes.set(number, (lane = { waiting: [], ofKey: new Map(), running: false }));
    return lane;
  }
}

function takeFrom<Item, Result>(lane: Lane<Item, Result>, count: number): Waiting<Item, Result>[] {
  const taken = lane.waiting.splice(0, count);
  if (lane.waiting.length === 0) lane.ofKey.clear();
  else forget(lane, taken);
  return taken;
}

/** Counts the taken items as waiting no longer. */
function forget<Item, Result>(lane: Lane<Item, Result>, taken: readonly Waiting<Item, Result>[]): void {
  for (const { key } of taken) {
    const left = (lane.ofKey.get(key) ?? 0) - 1;
    if (left > 0) lane.ofKey.set(key, left);
    else lane.ofKey.delete(key);
  }
}

/** Takes the items of the group that has waited longest. */
function takeGroup<Item, Result>(
  lane: Lane<Item, Result>,
  count: number,
  groupOf: (key: bigint) => bigint | undefined,
): Waiting<Item, Result>[] {
  const [first] = lane.waiting;
  if (!first) return [];
  const group = groupOf(first.key);
  const taken: Waiting<Item, Result>[] = [];
  lane.waiting = lane.waiting.filter((waiting) => {
    const belongs = waiting.key === first.key || (group !== undefined && groupOf(waiting.key) === group);
    if (!belongs || taken.length >= count) return true;
    taken.push(waiting);
    return false;
  });
  forget(lane, taken);
  return taken;
}

/** Spreads neighbouring keys evenly over any number of lanes. */
export function laneOf(key: bigint, lanes: number): number {
  return Number(((key * 2_654_435_761n) & 0xffff_ffffn) >> 7n) % lanes;
}
