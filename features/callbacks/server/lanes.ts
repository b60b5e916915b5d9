/**
 * Who is sent to next. Each member's receiver is a lane with its own queue and width; a lane whose calls take long counts as
 * slow and leaves the places of the quick ones: however many receivers hang, quick ones are never short of places, and a
 * member with many hanging receivers takes no more than its part of the slow places.
 * No network, no database, no clock: what is measured is told.
 */
import type { Lane, PendingLane } from './store.ts';

export interface LaneLimits {
  /** Quick calls at a time, over all lanes. */
  quick: number;
  /** Slow calls at a time, over all lanes. */
  slow: number;
  /** Slow calls at a time of one member, whatever the number of its receivers; as many to receivers not yet known. */
  ofMember: number;
}

export function laneLimits(concurrency: number): LaneLimits {
  return { quick: concurrency, slow: Math.max(1, Math.ceil(concurrency / 2)), ofMember: Math.max(FIRST_WIDTH, Math.ceil(concurrency / 32)) };
}

/** One call that is under way. */
export interface Run<Work> {
  readonly work: Work;
  readonly lane: LaneState<Work>;
  /** As what it counts. */
  pace: Pace;
}

type Pace = 'new' | 'quick' | 'slow';

interface LaneState<Work> extends Lane {
  queue: Work[];
  running: number;
  /** Calls at a time: grows with quick successes, shrinks with failures. */
  width: number;
  pace: Pace;
  /** The last claim was filled: there may be more to claim. */
  more: boolean;
  /** Turn of its last start: who waited longest is served first. */
  lastTurn: number;
  idlePasses: number;
}

const FIRST_WIDTH = 4;
const WIDEST = 32;
const SLOW_WIDTH = 2;
/** What a quick lane may hold, running or waiting, in widths. */
const AHEAD = 4;
/** Ten minutes of polling: what hangs does not start afresh with every callback. */
const FORGOTTEN_AFTER_PASSES = 2400;

export class Lanes<Work> {
  readonly #limits: LaneLimits;
  readonly #lanes = new Map<string, LaneState<Work>>();
  /** Lanes with something queued, the one whose turn is next first. */
  readonly #waiting = new Set<LaneState<Work>>();
  readonly #running = { new: new Counts(), quick: new Counts(), slow: new Counts() };
  #turn = 0;

  constructor(limits: LaneLimits) {
    this.#limits = limits;
  }

  /** How much of each lane to claim now; lanes without room are left out. */
  roomOf(lanes: readonly Lane[]): (Lane & { room: number })[] {
    let slowLeft = this.#limits.slow - this.#running.slow.total;
    let aheadLeft = this.#limits.quick * AHEAD - this.#held();
    const planned = new Counts();
    const states = lanes.map((lane) => this.#lane(lane)).sort((a, b) => a.lastTurn - b.lastTurn);
    return states.flatMap((state) => {
      const { memberNo, receiver, pace, width } = state;
      const held = state.running + state.queue.length;
      const memberLeft = this.#limits.ofMember - this.#running.slow.of(memberNo) - planned.of(memberNo);
      const room = pace === 'slow' ? Math.min(width - held, slowLeft, memberLeft) : Math.min(width * AHEAD - held, aheadLeft);
      if (room <= 0) return [];
      if (pace === 'slow') {
        slowLeft -= room;
        planned.add(memberNo, room);
      } else {
        aheadLeft -= room;
      }
      return [{ memberNo, receiver, room }];
    });
  }

  /** What a claim of these rooms brought, lane by lane. */
  claimed(rooms: readonly (Lane & { room: number })[], counts: (lane: Lane) => number): void {
    for (const lane of rooms) this.#lane(lane).more = counts(lane) >= lane.room;
  }

  add(lane: Lane, work: Work): void {
    const state = this.#lane(lane);
    state.queue.push(work);
    this.#waiting.add(state);
  }

  /** The next call that may start now, counted as running. */
  next(): Run<Work> | undefined {
    for (const lane of this.#waiting) {
      if (!this.#mayStart(lane)) continue;
      const work = lane.queue.shift();
      this.#waiting.delete(lane);
      if (lane.queue.length > 0) this.#waiting.add(lane);
      if (work === undefined) continue;
      lane.running += 1;
      lane.lastTurn = this.#turn += 1;
      const run = { work, lane, pace: lane.pace };
      this.#running[run.pace].add(lane.memberNo, 1);
      return run;
    }
    return undefined;
  }

  /** The call has been under way for long: it leaves the quick places, and its lane's queue is handed back. */
  turnSlow(run: Run<Work>): Work[] {
    const { lane } = run;
    this.#running[run.pace].add(lane.memberNo, -1);
    run.pace = 'slow';
    this.#running.slow.add(lane.memberNo, 1);
    lane.pace = 'slow';
    lane.width = SLOW_WIDTH;
    this.#waiting.delete(lane);
    return lane.queue.splice(0);
  }

  finish(run: Run<Work>, { quick, delivered }: { quick: boolean; delivered: boolean }): void {
    const { lane } = run;
    this.#running[run.pace].add(lane.memberNo, -1);
    lane.running -= 1;
    if (!quick) return;
    if (lane.pace === 'slow') lane.width = FIRST_WIDTH;
    else lane.width = delivered ? Math.min(WIDEST, lane.width + 1) : Math.max(1, Math.floor(lane.width / 2));
    lane.pace = 'quick';
  }

  /** Lanes that run low and may have more to claim. */
  hungry(): Lane[] {
    return [...this.#lanes.values()].filter((lane) => lane.more && lane.queue.length < lane.width);
  }

  isHungry(run: Run<Work>): boolean {
    return run.lane.more && run.lane.queue.length < run.lane.width;
  }

  /** Everything that waits; nothing waits afterwards. */
  drain(): Work[] {
    const drained = [...this.#waiting].flatMap((lane) => lane.queue.splice(0));
    this.#waiting.clear();
    return drained;
  }

  /** Once a pass: what has had no work for long is forgotten. */
  forgetIdle(): void {
    for (const [key, lane] of this.#lanes) {
      lane.idlePasses = lane.running + lane.queue.length > 0 ? 0 : lane.idlePasses + 1;
      if (lane.idlePasses > FORGOTTEN_AFTER_PASSES) this.#lanes.delete(key);
    }
  }

  #mayStart({ memberNo, running, width, pace }: LaneState<Work>): boolean {
    if (running >= width) return false;
    const memberHangs = this.#running.slow.of(memberNo) >= this.#limits.ofMember;
    if (pace === 'slow') return !memberHangs && this.#running.slow.total < this.#limits.slow;
    // An unknown receiver of a member whose others hang is tried, but one at a time.
    if (pace === 'new' && this.#running.new.of(memberNo) >= (memberHangs ? 1 : this.#limits.ofMember)) return false;
    return this.#running.new.total + this.#running.quick.total < this.#limits.quick;
  }

  #held(): number {
    let held = this.#running.new.total + this.#running.quick.total;
    for (const lane of this.#waiting) held += lane.queue.length;
    return held;
  }

  #lane({ memberNo, receiver }: Lane): LaneState<Work> {
    const key = `${memberNo} ${receiver}`;
    let lane = this.#lanes.get(key);
    if (!lane) {
      lane = { memberNo, receiver, queue: [], running: 0, width: FIRST_WIDTH, pace: 'new', more: false, lastTurn: 0, idlePasses: 0 };
      this.#lanes.set(key, lane);
    }
    return lane;
  }
}

class Counts {
  readonly #of = new Map<bigint, number>();
  total = 0;

  of(memberNo: bigint): number {
    return this.#of.get(memberNo) ?? 0;
  }

  add(memberNo: bigint, change: number): void {
    this.total += change;
    const count = this.of(memberNo) + change;
    if (count === 0) this.#of.delete(memberNo);
    else this.#of.set(memberNo, count);
  }
}

/** Lanes that have something due. */
export function dueLanes(lanes: readonly PendingLane[], now: Date): PendingLane[] {
  return lanes.filter(({ nextAt }) => nextAt <= now);
}
