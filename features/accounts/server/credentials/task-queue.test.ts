import { describe, expect, it } from 'vitest';
import { QueueFullError } from '#foundation/server/postgres/batcher.ts';
import { TaskQueue, TaskQueues } from './task-queue.ts';

/** Tasks that end when the test ends them. */
function works() {
  const started: number[] = [];
  const ends = new Map<number, (fail?: Error) => void>();
  const work = (number: number) => (): Promise<number> => {
    started.push(number);
    return new Promise((resolve, reject) => ends.set(number, (fail) => (fail ? reject(fail) : resolve(number))));
  };
  return { started, work, end: (number: number, fail?: Error) => ends.get(number)?.(fail) };
}

describe('turns', () => {
  it('run at most the limit at once, the others in the order they came', async () => {
    const { started, work, end } = works();
    const queue = new TaskQueue({ atOnce: 2, maxWaiting: 10 });
    const all = [1, 2, 3, 4].map((number) => queue.run(work(number)));
    await Promise.resolve();
    expect(started).toEqual([1, 2]);
    end(2);
    await all[1];
    expect(started).toEqual([1, 2, 3]);
    end(1);
    await all[0];
    expect(started).toEqual([1, 2, 3, 4]);
    end(3);
    end(4);
    expect(await Promise.all(all)).toEqual([1, 2, 3, 4]);
    expect(queue.isIdle).toBe(true);
  });

  it('reject a task when too many wait, and go on', async () => {
    const { work, end } = works();
    const queue = new TaskQueue({ atOnce: 1, maxWaiting: 1 });
    const first = queue.run(work(1));
    const second = queue.run(work(2));
    await expect(queue.run(work(3))).rejects.toBeInstanceOf(QueueFullError);
    end(1);
    await first;
    end(2);
    expect(await second).toBe(2);
  });

  it('pass on after a task that failed', async () => {
    const { work, end } = works();
    const queue = new TaskQueue({ atOnce: 1, maxWaiting: 1 });
    const first = queue.run(work(1));
    const second = queue.run(work(2));
    end(1, new Error('failed'));
    await expect(first).rejects.toThrow('failed');
    end(2);
    expect(await second).toBe(2);
  });

  it('by key do not wait for another key, and keep nothing when all are done', async () => {
    const { started, work, end } = works();
    const queue = new TaskQueues({ atOnce: 1, maxWaiting: 10 });
    const all = [queue.run('a', work(1)), queue.run('a', work(2)), queue.run('b', work(3))];
    await Promise.resolve();
    expect(started).toEqual([1, 3]);
    end(3);
    end(1);
    await all[0];
    end(2);
    await Promise.all(all);
    expect(queue.size).toBe(0);
  });
});
