/**
 * Who is sent to next. Each member's receiver is a lane with its own queue and width; a lane whose calls take long
 * counts as slow and leaves the places of the quick ones: however many receivers hang, quick ones are never short of
 * places, and every member can always have a call under way, also to a slow receiver. No network, no database, no
 * clock: what is measured is told.
 */
import type { Lane, PendingLane } from './store.ts';

export interface LaneLimits {
  /** Quick calls at a time, over all lanes. */
  quick: number;
  /** Slow calls at a time, over all lanes: beyond them a lane has one at a time. */
  slow: number;
  /** Calls at a time whatever their kind: what the machine bears. */
  most: number;
  /** Slow calls at a time of one member, whatever the number of its receivers; as many to receivers not yet known. */
  ofMember: number;
}

export function laneLimits(concurrency: number): LaneLimits {
  return {
    quick: concurrency,
    slow: Math.max(1, Math.ceil(concurrency / 2)),
    most: concurrency * 16,
    ofMember: Math.max(FIRST_WIDTH, Math.ceil(concurrency / 16)),
  };
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
  /** The last call that ended was a delivery. */
  delivers: boolean;
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

  /**
   * How much of each lane to claim now: no more than may soon start, so that nothing waits here that another worker
   * could send.
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
    lane.delivers = delivered;
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

  #mayStart(lane: LaneState<Work>): boolean {
    const { memberNo, running, width, pace } = lane;
    const { new: fresh, quick, slow } = this.#running;
    if (running >= width || fresh.total + quick.total + slow.total >= this.#limits.most) return false;
    if (pace === 'slow') {
      const memberLeft = slow.of(memberNo) < this.#limits.ofMember;
      return running === 0 ? memberLeft || lane.delivers : memberLeft && slow.total < this.#limits.slow;
    }
    if (pace === 'new' && fresh.of(memberNo) >= this.#freshOf(memberNo)) return false;
    return fresh.total + quick.total < this.#limits.quick;
  }

  /** Calls at a time to receivers of a member that are not yet known; once its others hang, one at a time. */
  #freshOf(memberNo: bigint): number {
    return this.#running.slow.of(memberNo) >= this.#limits.ofMember ? 1 : this.#limits.ofMember;
  }

  /** What is claimed already, running or waiting. */
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
    if (pace === 'new') return Math.min(width - held, this.#freshOf(memberNo) - planned.new.of(memberNo));
    const room = Math.min(width * AHEAD - held, this.#limits.quick * AHEAD - planned.new.total - planned.quick.total);
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
        width: FIRST_WIDTH,
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

/** Lanes that have something due. */
export function dueLanes(lanes: readonly PendingLane[], now: Date): PendingLane[] {
  return lanes.filter(({ nextAt }) => nextAt <= now);
}
