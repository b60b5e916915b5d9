/**
 * How many refused requests were only counted, by member and hour. Counted in memory and added to the database at most
 * once a second, so that a flood costs one statement a second. A killed process loses what it has not added yet.
 */
import type { Database } from '#foundation/server/postgres/database.ts';
import type { Logger } from '#foundation/server/process/log.ts';
import { addDroppedRefusals, type DroppedRefusals } from './store.ts';

const HOUR_MS = 3_600_000;
const PAUSE_MS = 1_000;

export class DroppedCounts {
  readonly #deps: { db: Database; log: Logger };
  #counted = new Map<string, DroppedRefusals>();
  #timer: NodeJS.Timeout | undefined;
  #adding: Promise<void> = Promise.resolve();

  constructor(deps: { db: Database; log: Logger }) {
    this.#deps = deps;
  }

  add({ memberNo, at }: { memberNo: bigint; at: Date }): void {
    const hour = new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
    this.#merge({ memberNo, hour, count: 1, firstAt: at, lastAt: at });
    this.#timer ??= setTimeout(() => void this.settled(), PAUSE_MS).unref();
  }

  /** Resolves when everything counted so far is added, or has failed to be added. */
  settled(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#adding = this.#adding.then(() => this.#write());
    return this.#adding;
  }

  async #write(): Promise<void> {
    if (this.#counted.size === 0) return;
    const counted = [...this.#counted.values()];
    this.#counted = new Map();
    try {
      await addDroppedRefusals(this.#deps.db, counted);
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'refused requests could not be counted; they are counted with the next');
      for (const one of counted) this.#merge(one);
    }
  }

  #merge(more: DroppedRefusals): void {
    const key = `${more.memberNo} ${more.hour.getTime()}`;
    const known = this.#counted.get(key);
    if (!known) return void this.#counted.set(key, { ...more });
    known.count += more.count;
    if (more.firstAt < known.firstAt) known.firstAt = more.firstAt;
    if (more.lastAt > known.lastAt) known.lastAt = more.lastAt;
  }
}
