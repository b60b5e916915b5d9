/**
 * How many requests were only counted, by member, hour and reason. Counted in memory and added to the database at most
 * once a second, so that a flood costs one statement a second. A killed process loses what it has not added yet.
 */
import type { Database } from '#foundation/server/postgres/database.ts';
import type { Logger } from '#foundation/server/process/log.ts';
import { unkeptReasons } from '../log-contract.ts';
import { addUnkeptRequests, type UnkeptRequests } from './log/store.ts';

const HOUR_MS = 3_600_000;
const PAUSE_MS = 1_000;

type Reason = UnkeptRequests['reason'];

export class DroppedCounts {
  readonly #deps: { db: Database; log: Logger };
  /** The count of each member's newest hour. Maps of numbers, since a served request can come here. */
  readonly #counting = new Map<Reason, Map<bigint, UnkeptRequests>>(unkeptReasons.map((reason) => [reason, new Map()]));
  /** Counts of other hours. */
  #others: UnkeptRequests[] = [];
  #timer: NodeJS.Timeout | undefined;
  #adding: Promise<void> = Promise.resolve();

  constructor(deps: { db: Database; log: Logger }) {
    this.#deps = deps;
  }

  add({ memberNo, at, reason }: { memberNo: bigint; at: Date; reason: Reason }): void {
    const counting = this.#counting.get(reason);
    const known = counting?.get(memberNo);
    const offset = known ? at.getTime() - known.hour.getTime() : -1;
    if (known && offset >= 0 && offset < HOUR_MS) {
      known.count += 1;
      if (at < known.firstAt) known.firstAt = at;
      if (at > known.lastAt) known.lastAt = at;
    } else {
      if (known) this.#others.push(known);
      const hour = new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
      counting?.set(memberNo, { memberNo, hour, reason, count: 1, firstAt: at, lastAt: at });
    }
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
    const counted = merged([
      ...this.#others,
      ...[...this.#counting.values()].flatMap((ofReason) => [...ofReason.values()]),
    ]);
    if (counted.length === 0) return;
    this.#others = [];
    for (const ofReason of this.#counting.values()) ofReason.clear();
    try {
      await addUnkeptRequests(this.#deps.db, counted);
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'requests could not be counted; they are counted with the next');
      this.#others.push(...counted);
    }
  }
}

/** One count for each member, hour and reason, as one statement can add them. */
function merged(counts: readonly UnkeptRequests[]): UnkeptRequests[] {
  const groups = Map.groupBy(counts, ({ memberNo, hour, reason }) => `${memberNo} ${hour.getTime()} ${reason}`);
  return [...groups.values()].flatMap(([first, ...others]) =>
    first
      ? [
          others.reduce<UnkeptRequests>(
            (sum, one) => ({
              ...sum,
              count: sum.count + one.count,
              firstAt: one.firstAt < sum.firstAt ? one.firstAt : sum.firstAt,
              lastAt: one.lastAt > sum.lastAt ? one.lastAt : sum.lastAt,
            }),
            first,
          ),
        ]
      : [],
  );
}
