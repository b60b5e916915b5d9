import { expect, test } from 'vitest';
import { Batcher, type BatcherOptions, laneOf, QueueFullError } from './batcher.ts';

/** A batcher whose batches run until the test ends them. */
function heldBatches(options: Omit<BatcherOptions<bigint, string>, 'run' | 'keyOf'>) {
  const ends: (() => void)[] = [];
  const seen: bigint[][] = [];
  const batcher = new Batcher<bigint, string>({
    ...options,
    keyOf: (item) => item,
    run: async (items) => {
      seen.push([...items]);
      const { promise, resolve } = Promise.withResolvers<void>();
      ends.push(resolve);
      await promise;
      return items.map(String);
    },
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return {
    batcher,
    seen,
    settle,
    async endAll() {
      while (ends.length > 0) {
        ends.shift()?.();
        await settle();
      }
    },
  };
}

const keysOfLane = (lane: number, count: number): bigint[] =>
  Array.from({ length: 400 }, (_, index) => 30_000_000n + BigInt(index))
    .filter((key) => laneOf(key, 2) === lane)
    .slice(0, count);

test('items that arrive while a batch runs form the next one', async () => {
  const { batcher, seen, settle, endAll } = heldBatches({ maxBatch: 3 });
  const answers = [1n, 2n].map((item) => batcher.submit(item));
  await settle();
  answers.push(...[3n, 4n, 5n, 6n].map((item) => batcher.submit(item)));
  expect(seen).toEqual([[1n, 2n]]);
  await endAll();
  expect(seen).toEqual([[1n, 2n], [3n, 4n, 5n], [6n]]);
  expect(await Promise.all(answers)).toEqual(['1', '2', '3', '4', '5', '6']);
  expect(batcher.pending).toBe(0);
});

test('a batch has the keys of one group only, and the group that has waited longest comes first', async () => {
  const groups = new Map([1n, 2n, 3n, 4n].map((key) => [key, key % 2n]));
  const { batcher, seen, settle, endAll } = heldBatches({
    maxBatch: 3,
    groupsOf: async () => (key) => groups.get(key),
  });
  // The group of 5 is not known.
  const answers = [5n, 1n, 5n, 2n, 3n, 1n, 4n, 3n].map((item) => batcher.submit(item));
  await settle();
  await endAll();
  expect(seen).toEqual([[5n, 5n], [1n, 3n, 1n], [2n, 4n], [3n]]);
  expect(await Promise.all(answers)).toEqual(['5', '1', '5', '2', '3', '1', '4', '3']);
  expect(batcher.pending).toBe(0);
});

test('while the groups are not known, each key runs by itself', async () => {
  const { batcher, seen, settle, endAll } = heldBatches({ groupsOf: () => Promise.reject(new Error('no database')) });
  const answers = [1n, 2n, 1n].map((item) => batcher.submit(item));
  await settle();
  await endAll();
  expect(seen).toEqual([[1n, 1n], [2n]]);
  expect(await Promise.all(answers)).toEqual(['1', '2', '1']);
});

test('two lanes never run the same key at the same time, however unevenly they are filled', async () => {
  const running = new Set<bigint>();
  const meetings: bigint[] = [];
  let sideBySide = 0;
  const batcher = new Batcher<bigint, true>({
    lanes: 2,
    maxBatch: 8,
    keyOf: (item) => item,
    run: async (items) => {
      const keys = new Set(items);
      if (running.size > 0) sideBySide += 1;
      for (const key of keys) {
        if (running.has(key)) meetings.push(key);
        running.add(key);
      }
      // The fuller lane is the slower one.
      for (let turn = 0; turn < items.length; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      for (const key of keys) running.delete(key);
      return items.map(() => true);
    },
  });
  const again = async (key: bigint): Promise<void> => {
    for (let round = 0; round < 20; round += 1) await batcher.submit(key);
  };
  // Three of four are in one lane.
  const keys = [...keysOfLane(0, 30), ...keysOfLane(1, 10)];
  await Promise.all([...keys, ...keys].map(again));
  expect(meetings).toEqual([]);
  expect(sideBySide).toBeGreaterThan(10);
});

test('items of a single key beyond half a batch also go to the next lane', async () => {
  const { batcher, seen, settle, endAll } = heldBatches({ lanes: 2, maxBatch: 8 });
  const first = batcher.submit(7n);
  await settle();
  const answers = Array.from({ length: 12 }, () => batcher.submit(7n));
  await settle();
  expect(seen.map((batch) => batch.length)).toEqual([1, 4]);
  await endAll();
  expect(seen.flat()).toHaveLength(13);
  expect(await Promise.all([first, ...answers])).toHaveLength(13);
});

test('an item that arrives at a full queue is rejected, and the others are answered', async () => {
  const { batcher, settle, endAll } = heldBatches({ maxQueue: 2 });
  const answers = [batcher.submit(1n)];
  await settle();
  answers.push(batcher.submit(2n), batcher.submit(3n));
  await expect(batcher.submit(4n)).rejects.toThrow(QueueFullError);
  await endAll();
  expect(await Promise.all(answers)).toEqual(['1', '2', '3']);
});

test('one bad item fails alone', async () => {
  const batches: number[] = [];
  const batcher = new Batcher<number, number>({
    run: async (items) => {
      batches.push(items.length);
      if (items.includes(2)) throw new Error('two is bad');
      return items.map((item) => item * 10);
    },
  });
  const settled = await Promise.allSettled([1, 2, 3].map((item) => batcher.submit(item)));
  expect(settled.map((each) => (each.status === 'fulfilled' ? each.value : (each.reason as Error).message))).toEqual([
    10,
    'two is bad',
    30,
  ]);
  expect(batches).toEqual([3, 1, 1, 1]);
});
