/**
 * Sends the callbacks of runs at their rates. Any number of processes can do this at once: they share a run's rate and
 * items through its row. An item is marked as taken before it is sent and never taken again, so a run sends each at
 * most once. The items that a killed process had taken count as failed after a while, because it is unknown whether they
 * arrived.
 */
import { pacedAfter, sendableNow } from '../../rules.ts';
import { type SendingDeps, sendByHand } from './sending.ts';
import {
  existsOpenItem,
  lockPace,
  type RunKey,
  selectRunning,
  updateEnded,
  updateItemOutcome,
  updatePaced,
  updateToTaken,
} from './store.ts';

/** How often a process looks for runs, and how often it sends for one that it has found. */
const IDLE_MS = 500;
const BUSY_MS = 100;
/** Max calls in flight per run and process. It leaves connections to the same receiver for scheduled callbacks. */
const MAX_IN_FLIGHT = 16;
/** After this time without an outcome an item is lost. */
export const LOST_AFTER_MS = 30_000;

export class RunLoop {
  readonly #deps: SendingDeps;
  readonly #inFlight = new Map<string, number>();
  readonly #active = new Set<Promise<void>>();
  #loop: Promise<void> | undefined;
  #stopping = false;
  #endSleep: () => void = () => undefined;

  constructor(deps: SendingDeps) {
    this.#deps = deps;
  }

  start(): void {
    this.#loop ??= this.#run();
  }

  /** Takes no more and waits for calls in flight. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#endSleep();
    await this.#loop;
    await Promise.all(this.#active);
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      let runs: readonly RunKey[] = [];
      try {
        runs = await selectRunning(this.#deps.db);
        for (const run of runs) if (!this.#stopping) await this.#advance(run);
      } catch (error) {
        this.#deps.log.error({ err: error }, 'callbacks could not be sent by hand');
      }
      await this.#sleep(runs.length > 0 ? BUSY_MS : IDLE_MS);
    }
  }

  async #advance(run: RunKey): Promise<void> {
    const { db, clock } = this.#deps;
    const room = MAX_IN_FLIGHT - (this.#inFlight.get(run.runId) ?? 0);
    if (room <= 0) return;
    const taken = await db.transaction(async (tx) => {
      const pace = await lockPace(tx, run);
      const now = clock.now();
      const count = pace ? Math.min(room, sendableNow({ ...pace, now })) : 0;
      if (!pace || count === 0) return undefined;
      const items = await updateToTaken(tx, run, count, now);
      if (items.length > 0) await updatePaced(tx, run, pacedAfter({ ...pace, now, count: items.length }));
      return { items, madeBy: pace.madeBy };
    });
    if (!taken) return;
    for (const item of taken.items) this.#track(run, this.#send(run, item, taken.madeBy));
    const now = clock.now();
    if (taken.items.length === 0 && !(await existsOpenItem(db, run, new Date(now.getTime() - LOST_AFTER_MS))))
      await updateEnded(db, run, 'done', now);
  }

  async #send(run: RunKey, item: Parameters<typeof sendByHand>[1], madeBy: string): Promise<void> {
    const { delivered } = await sendByHand(this.#deps, item, madeBy);
    await updateItemOutcome(this.#deps.db, run, item, delivered);
  }

  /** A call that could not be stored is logged; its item counts as failed after a while. */
  #track({ runId }: RunKey, work: Promise<void>): void {
    this.#inFlight.set(runId, (this.#inFlight.get(runId) ?? 0) + 1);
    const tracked = work
      .catch((error: unknown) =>
        this.#deps.log.error({ err: error }, 'a callback that was sent by hand was not stored'),
      )
      .finally(() => {
        this.#active.delete(tracked);
        const left = (this.#inFlight.get(runId) ?? 1) - 1;
        if (left > 0) this.#inFlight.set(runId, left);
        else this.#inFlight.delete(runId);
      });
    this.#active.add(tracked);
  }

  async #sleep(waitMs: number): Promise<void> {
    if (this.#stopping) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, waitMs);
      this.#endSleep = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
