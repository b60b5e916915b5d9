/**
 * Decides which callback is sent next. Each receiver of a member is a lane with its own queue and width. A lane whose
 * calls take long becomes slow and no longer uses the slots of quick calls. So quick receivers always have slots,
 * however many receivers hang, and every member can always have a call in flight, even to a slow receiver. No network,
 * database or clock: the caller passes in what it measures.
 */
import type { Lane, PendingLane } from './store.ts';

export interface LaneLimits {
  /** Max concurrent quick calls over all lanes. */
  quick: number;
  /** Max concurrent slow calls over all lanes; beyond that a lane can still have one at a time. */
  slow: number;
  /** Max concurrent calls of any kind: what the machine can handle. */
  max: number;
  /**
   * Max concurrent slow calls per member, however many receivers it has; the same limit applies to calls to new
   * receivers.
   */
  ofMember: number;
}

export function laneLimits(concurrency: number): LaneLimits {
  return {
    quick: concurrency,
    slow: Math.max(1, Math.ceil(concurrency / 2)),
    max: concurrency * 16,
    ofMember: Math.max(INITIAL_WIDTH, Math.ceil(concurrency / 16)),
  };
}

/** A call in flight. */
export interface Run<Work> {
  readonly work: Work;
  readonly lane: LaneState<Work>;
  /** The kind it is counted as. */
  pace: Pace;
}

type Pace = 'new' | 'quick' | 'slow';

interface LaneState<Work> extends Lane {
  queue: Work[];
  running: number;
  /** Max concurrent calls: grows with quick successes, shrinks with failures. */
  width: number;
  pace: Pace;
  /** Whether the last finished call was a delivery. */
  delivers: boolean;
  /** Whether the last claim filled its room, so there may be more to claim. */
  more: boolean;
  /** The turn of its last start. The lane that waited longest is served first. */
  lastTurn: number;
  idlePasses: number;
}

const INITIAL_WIDTH = 4;
const MAX_WIDTH = 32;
const SLOW_WIDTH = 2;
/** How much a quick lane can hold, running or queued, as a multiple of its width. */
const LOOKAHEAD = 4;
/** About ten minutes of polling. A hanging receiver keeps its slow state between callbacks. */
const MAX_IDLE_PASSES = 2400;

export class Lanes<Work> {
  readonly #limits: LaneLimits;
  readonly #lanes = new Map<string, LaneState<Work>>();
  /** Lanes with queued work, next turn first. */
  readonly #waiting = new Set<LaneState<Work>>();
  readonly #running = { new: new Counts(), quick: new Counts(), slow: new Counts() };
  #turn = 0;

  constructor(limits: LaneLimits) {
    this.#limits = limits;
  }

  /**
   * Returns how much to claim for each lane now: no more than can start soon, so that nothing waits here that another
   * worker could send.
   */
  roomOf(lanes: readonly Lane[]): (Lane & { room: number })[] {
    const planned = this.#plan();
    const states = lanes.map((lane) => this.#lane(lane)).sort((a, b) => a.lastTurn - b.lastTurn);
    return states.flatMap((state) => {
      const { memberNo, receiver, pace } = state;
      const room = this.#room(state, planned);
      if (room <= 0) return [];
      planned[pace].add(memberNo, room);
      return [{ memberNo, receiver, room }];
    });
  }

  /** Records how many callbacks a claim returned for each lane. */
  claimed(rooms: readonly (Lane & { room: number })[], counts: (lane: Lane) => number): void {
    for (const lane of rooms) this.#lane(lane).more = counts(lane) >= lane.room;
  }

  add(lane: Lane, work: Work): void {
    const state = this.#lane(lane);
    state.queue.push(work);
    this.#waiting.add(state);
  }

  /** Returns the next call that can start now and counts it as running. */
  next(): Run<Work> | undefined {
    for (const lane of this.#waiting) {
      if (!this.#canStart(lane)) continue;
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

  /**
   * Marks a long-running call and its lane as slow, which frees its slot for quick calls. Returns the lane's queued
   * work to be released.
   */
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
    lane.delivers = delivered;
    if (!quick) return;
    if (lane.pace === 'slow') lane.width = INITIAL_WIDTH;
    else lane.width = delivered ? Math.min(MAX_WIDTH, lane.width + 1) : Math.max(1, Math.floor(lane.width / 2));
    lane.pace = 'quick';
  }

  /** Lanes with a short queue that may have more to claim. */
  lanesWithWork(): Lane[] {
    return [...this.#lanes.values()].filter((lane) => lane.more && lane.queue.length < lane.width);
  }

  isHungry(run: Run<Work>): boolean {
    return run.lane.more && run.lane.queue.length < run.lane.width;
  }

  /** Removes and returns all queued work. */
  drain(): Work[] {
    const drained = [...this.#waiting].flatMap((lane) => lane.queue.splice(0));
    this.#waiting.clear();
    return drained;
  }

  /** Removes lanes that have long been without work. Called once per pass. */
  forgetIdle(): void {
    for (const [key, lane] of this.#lanes) {
      lane.idlePasses = lane.running + lane.queue.length > 0 ? 0 : lane.idlePasses + 1;
      if (lane.idlePasses > MAX_IDLE_PASSES) this.#lanes.delete(key);
    }
  }

  #canStart(lane: LaneState<Work>): boolean {
    const { memberNo, running, width, pace } = lane;
    const { new: fresh, quick, slow } = this.#running;
    if (running >= width || fresh.total + quick.total + slow.total >= this.#limits.max) return false;
    if (pace === 'slow') {
      const memberLeft = slow.of(memberNo) < this.#limits.ofMember;
      return running === 0 ? memberLeft || lane.delivers : memberLeft && slow.total < this.#limits.slow;
    }
    if (pace === 'new' && fresh.of(memberNo) >= this.#maxNewOf(memberNo)) return false;
    return fresh.total + quick.total < this.#limits.quick;
  }

  /** Max concurrent calls to new receivers of a member; one if its slow calls are at their limit. */
  #maxNewOf(memberNo: bigint): number {
    return this.#running.slow.of(memberNo) >= this.#limits.ofMember ? 1 : this.#limits.ofMember;
  }

  /** Counts the claimed work, running or queued. */
  #plan(): Record<Pace, Counts> {
    const plan = { new: new Counts(), quick: new Counts(), slow: new Counts() };
    for (const lane of this.#lanes.values()) plan[lane.pace].add(lane.memberNo, lane.running + lane.queue.length);
    return plan;
  }

  #room({ memberNo, running, queue, width, pace, delivers }: LaneState<Work>, planned: Record<Pace, Counts>): number {
    const held = running + queue.length;
    const memberLeft = this.#limits.ofMember - planned.slow.of(memberNo);
    if (pace === 'slow') {
      const room = Math.min(width - held, this.#limits.slow - planned.slow.total, memberLeft);
      return held === 0 && (delivers || memberLeft > 0) ? Math.max(1, room) : room;
    }
    if (pace === 'new') return Math.min(width - held, this.#maxNewOf(memberNo) - planned.new.of(memberNo));
    const room = Math.min(
      width * LOOKAHEAD - held,
      this.#limits.quick * LOOKAHEAD - planned.new.total - planned.quick.total,
    );
    return held === 0 ? Math.max(1, room) : room;
  }

  #lane({ memberNo, receiver }: Lane): LaneState<Work> {
    const key = `${memberNo} ${receiver}`;
    let lane = this.#lanes.get(key);
    if (!lane) {
      lane = {
        memberNo,
        receiver,
        queue: [],
        running: 0,
        width: INITIAL_WIDTH,
        pace: 'new',
        delivers: false,
        more: false,
        lastTurn: 0,
        idlePasses: 0,
      };
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
    if (change === 0) return;
    this.total += change;
    const count = this.of(memberNo) + change;
    if (count === 0) this.#of.delete(memberNo);
    else this.#of.set(memberNo, count);
  }
}

/** Lanes with a due callback whose receiver is not paused. */
export function dueLanes(lanes: readonly PendingLane[], now: Date): PendingLane[] {
  return lanes.filter(({ nextAt, probeAt }) => probeAt === null && nextAt <= now);
}

/** Lanes whose paused receiver is due to get one callback. */
export function lanesToProbe(lanes: readonly PendingLane[], now: Date): PendingLane[] {
  return lanes.filter(({ probeAt }) => probeAt !== null && probeAt <= now);
}

/** Lanes whose member has decided to send what waits for a paused receiver. */
export function lanesToResume(lanes: readonly PendingLane[]): PendingLane[] {
  // The driver returns the number Infinity.
  return lanes.filter(({ probeAt }) => Number(probeAt) === Infinity);
}
