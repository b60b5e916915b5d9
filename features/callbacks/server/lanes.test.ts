import { describe, expect, it } from 'vitest';
import { dueLanes, Lanes, laneLimits, lanesToProbe, type Run } from './lanes.ts';
import type { Lane } from './store.ts';

const lane = (memberNo: bigint, receiver = 'shop.example:443'): Lane => ({ memberNo, receiver });
const roomOf = (lanes: Lanes<string>, one: Lane): number => lanes.roomOf([one])[0]?.room ?? 0;

function fill(lanes: Lanes<string>, one: Lane, count: number): void {
  for (let index = 0; index < count; index += 1) lanes.add(one, `${one.memberNo} ${one.receiver} ${index}`);
}

function startAll(lanes: Lanes<string>): Run<string>[] {
  const runs: Run<string>[] = [];
  for (let run = lanes.next(); run; run = lanes.next()) runs.push(run);
  return runs;
}

describe('a lane', () => {
  it('starts with four concurrent calls, however long its queue is', () => {
    const lanes = new Lanes<string>(laneLimits(256));
    fill(lanes, lane(1n), 100);
    expect(startAll(lanes)).toHaveLength(4);
  });

  it('grows with quick successes up to 32 calls, and shrinks with failures down to one', () => {
    const lanes = new Lanes<string>(laneLimits(256));
    fill(lanes, lane(1n), 2000);
    for (let round = 0; round < 20; round += 1)
      for (const run of startAll(lanes)) lanes.finish(run, { quick: true, delivered: true });
    const running = startAll(lanes);
    expect(running).toHaveLength(32);
    for (const run of running) lanes.finish(run, { quick: true, delivered: false });
    expect(startAll(lanes)).toHaveLength(1);
  });

  it('returns its queue and narrows if a call takes long, and recovers with a quick reply', () => {
    const lanes = new Lanes<string>(laneLimits(256));
    fill(lanes, lane(1n), 10);
    const runs = startAll(lanes);
    expect(lanes.turnSlow(runs[0] as Run<string>)).toHaveLength(6);
    for (const run of runs) lanes.finish(run, { quick: false, delivered: true });
    expect(roomOf(lanes, lane(1n))).toBe(2);
    fill(lanes, lane(1n), 2);
    for (const run of startAll(lanes)) lanes.finish(run, { quick: true, delivered: true });
    expect(roomOf(lanes, lane(1n))).toBeGreaterThan(2);
  });

  it('claims more only if the last claim was filled and little is left', () => {
    const lanes = new Lanes<string>(laneLimits(256));
    fill(lanes, lane(1n), 1);
    for (const run of startAll(lanes)) lanes.finish(run, { quick: true, delivered: true });
    expect(lanes.lanesWithWork()).toEqual([]);
    const rooms = lanes.roomOf([lane(1n)]);
    const room = rooms[0]?.room ?? 0;
    lanes.claimed(rooms, () => room);
    fill(lanes, lane(1n), room);
    expect(lanes.lanesWithWork()).toEqual([]);
    lanes.drain();
    expect(lanes.lanesWithWork()).toMatchObject([lane(1n)]);
    lanes.claimed(rooms, () => room - 1);
    expect(lanes.lanesWithWork()).toEqual([]);
  });
});

describe('slow receivers', () => {
  it('never take the slots of quick ones, however many hang', () => {
    const lanes = new Lanes<string>(laneLimits(8));
    for (let member = 1n; member <= 50n; member += 1n) fill(lanes, lane(member), 4);
    for (let second = 0; second < 20; second += 1) for (const run of startAll(lanes)) lanes.turnSlow(run);
    fill(lanes, lane(99n), 4);
    expect(startAll(lanes).filter(({ lane: { memberNo } }) => memberNo === 99n)).toHaveLength(4);
  });

  it('share the slow slots: a member with hundreds of receivers leaves others their part', () => {
    const limits = laneLimits(64);
    const lanes = new Lanes<string>(limits);
    for (let index = 0; index < 500; index += 1) fill(lanes, lane(1n, `host${index}.example:443`), 4);
    // A round is the time after which a call counts as slow; each call hangs for ten rounds.
    const hanging: Run<string>[][] = [];
    for (let round = 0; round < 50; round += 1) {
      const runs = startAll(lanes);
      hanging.push(runs);
      for (const run of hanging.length > 10 ? (hanging.shift() ?? []) : [])
        lanes.finish(run, { quick: false, delivered: false });
      for (const run of runs) lanes.turnSlow(run);
      expect(hanging.flat().length).toBeLessThan(limits.slow / 2);
    }
    fill(lanes, lane(2n), 1);
    for (const run of startAll(lanes).filter(({ lane: { memberNo } }) => memberNo === 2n)) lanes.turnSlow(run);
    fill(lanes, lane(2n), 1);
    expect(startAll(lanes).some(({ lane: { memberNo } }) => memberNo === 2n)).toBe(true);
  });

  it('of each member can have a call in flight, however many other members’ receivers hang', () => {
    const limits = laneLimits(8);
    const lanes = new Lanes<string>(limits);
    for (let member = 1n; member <= 30n; member += 1n) {
      fill(lanes, lane(member), 1);
      for (const run of startAll(lanes)) lanes.turnSlow(run);
    }
    fill(lanes, lane(99n), 1);
    for (const run of startAll(lanes)) {
      lanes.turnSlow(run);
      lanes.finish(run, { quick: false, delivered: false });
    }
    expect(lanes.roomOf([lane(99n)])).toEqual([{ ...lane(99n), room: 1 }]);
    fill(lanes, lane(99n), 3);
    expect(startAll(lanes)).toHaveLength(1);
  });

  it('that deliver can have a call next to all hanging receivers of the same member', () => {
    const lanes = new Lanes<string>(laneLimits(64));
    const slowly = lane(1n, 'slow.example:443');
    fill(lanes, slowly, 1);
    for (const run of startAll(lanes)) {
      lanes.turnSlow(run);
      lanes.finish(run, { quick: false, delivered: true });
    }
    for (let index = 0; index < 20; index += 1) fill(lanes, lane(1n, `host${index}.example:443`), 4);
    for (let round = 0; round < 10; round += 1) for (const run of startAll(lanes)) lanes.turnSlow(run);
    expect(roomOf(lanes, slowly)).toBe(1);
    fill(lanes, slowly, 4);
    expect(startAll(lanes).filter((run) => run.lane.receiver === slowly.receiver)).toHaveLength(1);
  });

  it('and new receivers are claimed for only as far as their calls can start', () => {
    const limits = laneLimits(64);
    const lanes = new Lanes<string>(limits);
    const many = Array.from({ length: 20 }, (_, index) => lane(1n, `host${index}.example:443`));
    expect(lanes.roomOf(many).reduce((sum, { room }) => sum + room, 0)).toBe(limits.ofMember);
    fill(lanes, lane(1n), 4);
    for (const run of startAll(lanes)) lanes.turnSlow(run);
    expect(roomOf(lanes, lane(1n))).toBe(0);
    expect(lanes.roomOf(many)).toMatchObject([{ room: 1 }]);
  });

  it('stay slow during a pause, so that they do not start over with every callback', () => {
    const lanes = new Lanes<string>(laneLimits(64));
    fill(lanes, lane(1n), 1);
    const [run] = startAll(lanes);
    lanes.turnSlow(run as Run<string>);
    lanes.finish(run as Run<string>, { quick: false, delivered: false });
    for (let pass = 0; pass < 100; pass += 1) lanes.forgetIdle();
    expect(roomOf(lanes, lane(1n))).toBe(2);
  });
});

describe('slots', () => {
  it('rotate between lanes, so that a long queue does not delay a short one', () => {
    const lanes = new Lanes<string>(laneLimits(4));
    fill(lanes, lane(1n), 50);
    fill(lanes, lane(2n), 2);
    expect(startAll(lanes).map(({ lane: { memberNo } }) => memberNo)).toEqual([1n, 2n, 1n, 2n]);
  });

  it('limit what is claimed ahead over all lanes, but leave each lane one', () => {
    const lanes = new Lanes<string>(laneLimits(10));
    const many = Array.from({ length: 100 }, (_, index) => lane(BigInt(index + 1)));
    for (const one of many) {
      fill(lanes, one, 1);
      for (const run of startAll(lanes)) lanes.finish(run, { quick: true, delivered: true });
    }
    const rooms = lanes.roomOf(many).map(({ room }) => room);
    expect(rooms.filter((room) => room > 1).reduce((sum, room) => sum + room, 0)).toBeLessThanOrEqual(40);
    expect(rooms).toHaveLength(100);
  });
});

it('only lanes with due callbacks are claimed from', () => {
  const now = new Date('2026-11-20T00:00:00Z');
  const at = (offsetMs: number): Date => new Date(now.getTime() + offsetMs);
  const found = dueLanes(
    [
      { ...lane(1n), nextAt: at(0), probeAt: null },
      { ...lane(2n), nextAt: at(1), probeAt: null },
      { ...lane(3n), nextAt: at(-1), probeAt: null },
      { ...lane(4n), nextAt: at(-1), probeAt: at(-1) },
    ],
    now,
  );
  expect(found.map(({ memberNo }) => memberNo)).toEqual([1n, 3n]);
});

it('lanes of paused receivers are probed when it is time, whether or not a callback is due', () => {
  const now = new Date('2026-11-20T00:00:00Z');
  const at = (offsetMs: number): Date => new Date(now.getTime() + offsetMs);
  const found = lanesToProbe(
    [
      { ...lane(1n), nextAt: at(-1), probeAt: null },
      { ...lane(2n), nextAt: at(-1), probeAt: at(1) },
      { ...lane(3n), nextAt: at(1), probeAt: at(0) },
    ],
    now,
  );
  expect(found.map(({ memberNo }) => memberNo)).toEqual([3n]);
});
