/**
 * Runs a limited number of tasks at a time, the others in the order they came. When too many wait, further tasks are
 * rejected with `QueueFullError`.
 */
import { QueueFullError } from '#foundation/server/postgres/batcher.ts';

export interface TaskLimits {
  atOnce: number;
  maxWaiting: number;
}

export class TaskQueue {
  readonly #limits: TaskLimits;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(limits: TaskLimits) {
    this.#limits = limits;
  }

  get isIdle(): boolean {
    return this.#running === 0;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#limits.atOnce) this.#running += 1;
    else if (this.#waiting.length >= this.#limits.maxWaiting)
      throw new QueueFullError('too many are waiting for their turn');
    // A finished task hands its place on, so the number of running tasks stays the same.
    else await new Promise<void>((resume) => this.#waiting.push(resume));
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}

/** Separate turns for each key, kept only while a task uses them. */
export class TaskQueues {
  readonly #limits: TaskLimits;
  readonly #queue = new Map<string, TaskQueue>();

  constructor(limits: TaskLimits) {
    this.#limits = limits;
  }

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    let queue = this.#queue.get(key);
    if (!queue) this.#queue.set(key, (queue = new TaskQueue(this.#limits)));
    try {
      return await queue.run(work);
    } finally {
      if (queue.isIdle) this.#queue.delete(key);
    }
  }

  get size(): number {
    return this.#queue.size;
  }
}
