/**
 * Delivers callbacks: claims due ones under a lease, sends them lane by lane, stores every attempt. Any number of
 * processes can do this at once. If a process dies, its leases lapse and others take over, so a callback is delivered
 * at least once, always with the same notifyId.
 */
import type { Clock } from '#foundation/core/clock.ts';
import { Batcher } from '#foundation/server/postgres/batcher.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import type { Logger } from '#foundation/server/process/log.ts';
import type { Outgoing } from '#foundation/server/outgoing/outgoing.ts';
import { afterAttempt, afterProbe, type CallbackSubject, PROBED_EVERY_MS } from '../rules.ts';
import { attemptDelivery, type CallbackContent } from './attempt.ts';
import type { CallbackSigners } from './formats.ts';
import { dueLanes, Lanes, laneLimits, lanesToProbe, lanesToResume, type Run } from './lanes.ts';
import { noteHealth, type ReceiverChanged } from './receivers/health.ts';
import { sendWaiting } from './receivers/resuming.ts';
import { RunLoop } from './resends/run-loop.ts';
import type { ContentOf } from './resends/sending.ts';
import {
  type AttemptRecord,
  claimDue,
  type ClaimedCallback,
  claimProbes,
  type Lane,
  type Outcome,
  releaseLeases,
  selectPendingLanes,
  writeOutcomes,
} from './store.ts';

export interface DelivererDeps extends CallbackSigners {
  db: Database;
  clock: Clock;
  outgoing: Pick<Outgoing, 'request'>;
  /** Seconds to wait after the first, second, … failure. After the last one a callback is `failed`. */
  waitsS: readonly number[];
  content: Readonly<Partial<Record<CallbackSubject, ContentOf>>>;
  log: Logger;
  receiverChanged?: ReceiverChanged | undefined;
  /** Called after an attempt of these members' callbacks has failed, or was not the first. */
  changed?: ((memberNos: ReadonlySet<bigint>) => void) | undefined;
  /** Max concurrent quick calls; slow calls have half as many slots of their own. Default 256. */
  concurrency?: number;
  /** Timeout of one attempt; default 10,000. */
  timeoutMs?: number;
  /** A call that takes longer makes its lane slow; default 1,000. */
  slowAfterMs?: number;
  /** The polling interval; default 250. */
  pollMs?: number;
}

export interface Deliverer {
  start(): void;
  /** Stops claiming, releases what has not started, waits for calls in flight. */
  stop(): Promise<void>;
  /** Delivers until nothing is due; also works without `start`. */
  idle(): Promise<void>;
}

export function createDeliverer(deps: DelivererDeps): Deliverer {
  const scheduled = new ClaimLoop(deps);
  const byHand = new RunLoop({ ...deps, timeoutMs: deps.timeoutMs ?? TIMEOUT_MS });
  return {
    start() {
      scheduled.start();
      byHand.start();
    },
    stop: async () => void (await Promise.all([scheduled.stop(), byHand.stop()])),
    idle: () => scheduled.idle(),
  };
}

const TIMEOUT_MS = 10_000;

interface Delivery {
  claimed: ClaimedCallback;
  content: CallbackContent | undefined;
}

const LANES_PER_PAGE = 500;
const MAX_WRITE_BATCH = 200;
/** A call starts only if its lease outlives the timeout by this much. */
const LEASE_MARGIN_MS = 2_000;

class ClaimLoop implements Deliverer {
  readonly #deps: DelivererDeps;
  readonly #timeoutMs: number;
  readonly #slowAfterMs: number;
  readonly #pollMs: number;
  readonly #lanes: Lanes<Delivery>;
  readonly #outcomes: Batcher<Outcome, undefined>;
  /** Running deliveries and releases, which `stop` and `idle` wait for. */
  readonly #active = new Set<Promise<void>>();
  /** The receivers whose waiting callbacks this process makes due. */
  readonly #resuming = new Set<string>();
  #loop: Promise<void> | undefined;
  #claiming: Promise<unknown> = Promise.resolve();
  #stopping = false;
  /** Set when a lane needs more work, so the loop does not sleep. */
  #woken = false;
  #endSleep: () => void = () => undefined;

  constructor(deps: DelivererDeps) {
    this.#deps = deps;
    this.#timeoutMs = deps.timeoutMs ?? TIMEOUT_MS;
    this.#slowAfterMs = deps.slowAfterMs ?? 1_000;
    this.#pollMs = deps.pollMs ?? 250;
    this.#lanes = new Lanes(laneLimits(deps.concurrency ?? 256));
    this.#outcomes = new Batcher({
      maxBatch: MAX_WRITE_BATCH,
      keyOf: ({ claimed }) => claimed.memberNo,
      groupsOf: deps.db.shardsOf,
      run: async (outcomes) => {
        await writeOutcomes(deps.db, outcomes);
        this.#tellChanged(outcomes);
        await this.#noteHealth(outcomes);
        return outcomes.map(() => undefined);
      },
    });
  }

  start(): void {
    this.#loop ??= this.#run();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.#wake();
    await this.#loop;
    await this.#claiming.catch(() => undefined);
    this.#release(this.#lanes.drain());
    await this.#settled();
  }

  async idle(): Promise<void> {
    for (;;) {
      const claimed = await this.#oneAtATime(() => this.#pass());
      if (claimed === 0 && this.#active.size === 0) return;
      await this.#settled();
    }
  }

  async #run(): Promise<void> {
    let nextPassAt = 0;
    while (!this.#stopping) {
      let waitMs = this.#pollMs;
      try {
        const startedAt = performance.now();
        if (startedAt >= nextPassAt) {
          const claimed = await this.#oneAtATime(() => this.#pass());
          const now = performance.now();
          // After a pass that found work there is often more, in lanes that had no room. Poll again sooner, but spend
          // at most a fifth of the time on polling.
          const soonMs = Math.min(this.#pollMs, Math.max(this.#pollMs / 5, 4 * (now - startedAt)));
          nextPassAt = now + (claimed > 0 ? soonMs : this.#pollMs);
        } else {
          await this.#oneAtATime(() => this.#claim(this.#lanes.lanesWithWork()));
        }
        waitMs = nextPassAt - performance.now();
      } catch (error) {
        this.#deps.log.error({ err: error }, 'callbacks could not be claimed');
        nextPassAt = performance.now() + this.#pollMs;
      }
      await this.#sleep(waitMs);
    }
  }

  /** Claims from every lane with due callbacks; returns how many were claimed. */
  async #pass(): Promise<number> {
    this.#lanes.forgetIdle();
    let claimed = 0;
    let after: Lane = { memberNo: 0n, receiver: '' };
    for (;;) {
      const page = await selectPendingLanes(this.#deps.db, after, LANES_PER_PAGE);
      const now = this.#deps.clock.now();
      claimed += await this.#claim(dueLanes(page, now));
      claimed += await this.#probe(lanesToProbe(page, now));
      for (const lane of lanesToResume(page)) this.#resume(lane);
      const last = page.at(-1);
      if (!last || page.length < LANES_PER_PAGE || this.#stopping) return claimed;
      after = last;
    }
  }

  async #claim(lanes: readonly Lane[]): Promise<number> {
    const rooms = this.#lanes.roomOf(lanes);
    if (rooms.length === 0 || this.#stopping) return 0;
    const now = this.#deps.clock.now();
    const claimed = await claimDue(this.#deps.db, rooms, now, this.#leaseEnd(now));
    const counts = new Map<string, number>();
    for (const { memberNo, receiver } of claimed)
      counts.set(`${memberNo} ${receiver}`, (counts.get(`${memberNo} ${receiver}`) ?? 0) + 1);
    this.#lanes.claimed(rooms, ({ memberNo, receiver }) => counts.get(`${memberNo} ${receiver}`) ?? 0);
    await this.#add(claimed);
    return claimed.length;
  }

  /** Claims one callback for each paused receiver that is due to be probed; returns how many were claimed. */
  async #probe(lanes: readonly Lane[]): Promise<number> {
    if (lanes.length === 0 || this.#stopping) return 0;
    const now = this.#deps.clock.now();
    const nextProbeAt = new Date(now.getTime() + PROBED_EVERY_MS);
    const claimed = await claimProbes(this.#deps.db, lanes, { now, until: this.#leaseEnd(now), nextProbeAt });
    await this.#add(claimed);
    return claimed.length;
  }

  /** Others are delivered meanwhile. If this process stops, another one goes on. */
  #resume({ memberNo, receiver }: Lane): void {
    const key = `${memberNo} ${receiver}`;
    if (this.#resuming.has(key) || this.#stopping) return;
    this.#resuming.add(key);
    const work = sendWaiting(this.#deps, { memberNo, receiver }, () => this.#stopping)
      .catch((error: unknown) => this.#deps.log.error({ err: error }, 'a receiver could not be resumed'))
      .finally(() => {
        this.#resuming.delete(key);
        this.#wake();
      });
    this.#track(work);
  }

  #leaseEnd(now: Date): Date {
    return new Date(now.getTime() + 3 * this.#timeoutMs + 5 * LEASE_MARGIN_MS);
  }

  async #add(claimed: readonly ClaimedCallback[]): Promise<void> {
    for (const delivery of await this.#withContent(claimed)) this.#lanes.add(delivery.claimed, delivery);
    this.#startAll();
  }

  /** Most callbacks are delivered at once, and no page waits for those. */
  #tellChanged(outcomes: readonly Outcome[]): void {
    const changed = outcomes.filter(({ attempt, after }) => !attempt.delivered || after.attempts > 1);
    if (changed.length > 0) this.#deps.changed?.(new Set(changed.map(({ claimed }) => claimed.memberNo)));
  }

  /** A failure costs no outcome: the health is complete again with the receiver's next attempts. */
  async #noteHealth(outcomes: readonly Outcome[]): Promise<void> {
    try {
      await noteHealth(
        this.#deps,
        outcomes.map(({ claimed, attempt }) => ({ lane: claimed, attempt })),
      );
    } catch (error) {
      this.#deps.log.error({ err: error }, 'the health of receivers could not be stored');
    }
  }

  /**
   * Adds the content. Callbacks whose content cannot be read are dropped, and become due again when their lease lapses.
   */
  async #withContent(claimed: readonly ClaimedCallback[]): Promise<Delivery[]> {
    const groups = Map.groupBy(claimed, ({ memberNo, subject }) => `${memberNo} ${subject}`);
    const deliveries = await Promise.all(
      [...groups.values()].map(async (group): Promise<Delivery[]> => {
        const [first] = group;
        if (!first) return [];
        try {
          const contents = await this.#deps.content[first.subject]?.(
            first.memberNo,
            group.map(({ systemNo }) => systemNo),
          );
          return group.map((one) => ({ claimed: one, content: contents?.get(one.systemNo) }));
        } catch (error) {
          this.#deps.log.error({ err: error, subject: first.subject }, 'the content of callbacks could not be read');
          // The lease is kept, because a retry at once would only add load to a failing database.
          return [];
        }
      }),
    );
    return deliveries.flat();
  }

  #startAll(): void {
    if (this.#stopping) return;
    for (let run = this.#lanes.next(); run; run = this.#lanes.next()) this.#track(this.#deliver(run));
  }

  async #deliver(run: Run<Delivery>): Promise<void> {
    const { claimed, content } = run.work;
    const { clock, waitsS, log } = this.#deps;
    if (claimed.leasedUntil.getTime() - clock.now().getTime() < this.#timeoutMs + LEASE_MARGIN_MS) {
      this.#lanes.finish(run, { quick: false, delivered: false });
      return releaseLeases(this.#deps.db, [claimed]);
    }
    let inFlight = true;
    const turnSlow = (): void => {
      if (inFlight) this.#release(this.#lanes.turnSlow(run));
    };
    // Read replies that have already arrived first: it may be this process that was slow.
    const slowTimer = setTimeout(() => setImmediate(turnSlow), this.#slowAfterMs);
    const startedAt = performance.now();
    let attempt: AttemptRecord | undefined;
    try {
      attempt = await attemptDelivery(claimed, content, { ...this.#deps, timeoutMs: this.#timeoutMs });
      if (attempt.error === 'no_content' || attempt.error === 'unsignable') {
        log.error(
          { memberNo: claimed.memberNo.toString(), systemNo: claimed.systemNo.toString(), error: attempt.error },
          'a callback could not be sent',
        );
      }
    } finally {
      inFlight = false;
      clearTimeout(slowTimer);
      this.#lanes.finish(run, {
        quick: performance.now() - startedAt < this.#slowAfterMs,
        delivered: attempt?.delivered ?? false,
      });
      this.#startAll();
      if (this.#lanes.isHungry(run)) this.#wake();
    }
    const now = clock.now();
    const after =
      claimed.isProbe === true && !attempt.delivered
        ? afterProbe(claimed.attempts, now)
        : afterAttempt({ attemptsBefore: claimed.attempts, delivered: attempt.delivered, now, waitsS });
    await this.#outcomes.submit({ claimed, attempt, after });
  }

  #release(deliveries: readonly Delivery[]): void {
    if (deliveries.length > 0)
      this.#track(
        releaseLeases(
          this.#deps.db,
          deliveries.map(({ claimed }) => claimed),
        ),
      );
  }

  /** Tracks work for `stop` and `idle`. Failures are logged; the lease will lapse. */
  #track(work: Promise<void>): void {
    const tracked = work
      .catch((error: unknown) =>
        this.#deps.log.error({ err: error }, 'a callback was not processed; its lease will lapse'),
      )
      .finally(() => this.#active.delete(tracked));
    this.#active.add(tracked);
  }

  async #settled(): Promise<void> {
    while (this.#active.size > 0) await Promise.all(this.#active);
  }

  /** Runs claims one after the other, because a lane's room is computed before a claim and filled after it. */
  #oneAtATime<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#claiming.then(work, work);
    this.#claiming = turn.catch(() => undefined);
    return turn;
  }

  #wake(): void {
    this.#woken = true;
    this.#endSleep();
  }

  async #sleep(waitMs: number): Promise<void> {
    if (!this.#stopping && !this.#woken && waitMs > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, waitMs);
        this.#endSleep = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#woken = false;
  }
}
