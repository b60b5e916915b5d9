import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { SettableClock } from '#foundation/core/clock.ts';
import { combineWrites, openDatabase, type Tx } from '#foundation/server/postgres/database.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { platformVerbs } from '#features/platform/server/verbs.ts';
import { type Queryable, sql } from '#foundation/server/postgres/sql.ts';
import { testDatabase, type TestDatabase } from '#foundation/server/postgres/test-database.ts';
import type { Rate } from '../rules.ts';
import type { NewChannel } from './store.ts';
import { channelVerbs, type ChannelVerbs, type Reservation } from './verbs.ts';

const day = '2026-11-20';
const [agentNo, underNo, merchantNo, aloneNo] = [10_000_001n, 10_000_002n, 20_000_001n, 20_000_002n];
const order = { kind: 'payin', amountMinor: 500n, at: new Date('2026-11-20T03:00:00Z'), timeZone: 'UTC' } as const;
const standard: Rate = { percentE4: 8_000, fixedMinor: 0n, minFeeMinor: null, maxFeeMinor: null };
const clock = new SettableClock('2026-11-20T03:00:00Z');

let db: TestDatabase;
let channels: ChannelVerbs;

beforeAll(async () => {
  db = await testDatabase();
  await sql`
    insert into members (member_no, kind, uplines, name, created_at) values
      (${agentNo}, 'agent', '{}', 'Upper', now()), (${underNo}, 'agent', ${`{${agentNo}}`}, 'Lower', now()),
      (${merchantNo}, 'merchant', ${`{${underNo},${agentNo}}`}, 'Shop', now()), (${aloneNo}, 'merchant', '{}', 'Alone', now())`.execute(
    db,
  );
  await sql`
    insert into upstreams (upstream_id, connector, name, settings_sealed, state) values
      (1, 'sandbox', 'One', '\\x00', 'open'), (2, 'sandbox', 'Two', '\\x00', 'open'), (3, 'sandbox', 'Shut', '\\x00', 'closed')`.execute(
    db,
  );
  channels = channelVerbs({ db, clock, platform: platformVerbs({ db, clock }) });
  await db.transaction(async (tx) => {
    await channels.addChannel(tx, channel(1, 'plain', { routes: [route(1), route(3)] }));
    await channels.addChannel(
      tx,
      channel(2, 'turning', { routing: 'turn', routes: [route(1), route(2), { ...route(3), state: 'open' }] }),
    );
    await channels.addChannel(
      tx,
      channel(3, 'unserved', {
        routes: [{ ...route(1), state: 'closed' }, route(3)],
        openHours: { from: '22:00', to: '06:00' },
      }),
    );
  });
});
beforeEach(async () => {
  await sql`truncate channel_usage`.execute(db);
});
afterAll(() => db.close());

describe('terms', () => {
  test('contain the own rate, the rates of all agents above, nearest first, and only open routes to open upstreams', async () => {
    const cheaper = { ...standard, percentE4: 5_000 };
    await db.transaction(async (tx) => {
      expect(await channels.setRate(tx, { memberNo: agentNo, code: 'plain', rate: cheaper })).toBe('set');
    });
    clock.advance(1_000);
    expect(await channels.terms(merchantNo, 'plain')).toEqual({
      channelId: 1,
      code: 'plain',
      name: names,
      mode: 'qr',
      state: 'open',
      minAmountMinor: 100n,
      maxAmountMinor: 500_000n,
      dailyLimitMinor: null,
      openHours: null,
      recharge: false,
      routing: 'single',
      rate: standard,
      routes: [{ ...route(1), costPercentE4: 0, costFixedMinor: 0n }],
      uplineRates: [
        { agentNo: underNo, rate: standard },
        { agentNo, rate: cheaper },
      ],
    });
    expect((await channels.terms(merchantNo, 'unserved'))?.openHours).toEqual({ from: '22:00:00', to: '06:00:00' });
  });

  test('are undefined for an unknown channel or member', async () => {
    expect(await channels.terms(merchantNo, 'nothing')).toBeUndefined();
    expect(await channels.terms(99_999_999n, 'plain')).toBeUndefined();
    expect(await channels.allTerms(99_999_999n)).toEqual([]);
  });

  test('are cached for a second, after which every process sees a change', async () => {
    const elsewhere = openDatabase({ connectionString: db.connectionString, log: silentLog, size: 2 });
    const other = channelVerbs({ db: elsewhere, clock, platform: platformVerbs({ db: elsewhere, clock }) });
    const percents = async (): Promise<(number | undefined)[]> =>
      Promise.all([channels, other].map(async (one) => (await one.terms(aloneNo, 'plain'))?.rate.percentE4));
    clock.advance(1_000);
    expect(await percents()).toEqual([8_000, 8_000]);
    await db.transaction((tx) =>
      channels.setRate(tx, { memberNo: aloneNo, code: 'plain', rate: { ...standard, percentE4: 9_000 } }),
    );
    clock.advance(999);
    expect(await percents()).toEqual([8_000, 8_000]);
    clock.advance(1);
    expect(await percents()).toEqual([9_000, 9_000]);
    await elsewhere.close();
  });

  test('are closed for a member and all members below it while one of their agents has closed the channel', async () => {
    const other = { ...standard, percentE4: 9_000 };
    const states = async (): Promise<(string | undefined)[]> => {
      clock.advance(1_000);
      return Promise.all(
        [agentNo, underNo, merchantNo, aloneNo].map(
          async (memberNo) => (await channels.terms(memberNo, 'plain'))?.state,
        ),
      );
    };
    const close = (memberNo: bigint, closed: boolean) =>
      db.transaction((tx) => channels.setRates(tx, { memberNo, rates: [{ channel: 'plain', rate: other, closed }] }));
    await close(underNo, true);
    expect(await states()).toEqual(['open', 'closed', 'closed', 'open']);
    expect(await close(merchantNo, true)).toEqual({
      outcome: 'refused',
      refusals: [{ index: 0, error: 'channel_not_held' }],
    });
    // A new rate opens nothing.
    await db.transaction((tx) => channels.setRate(tx, { memberNo: underNo, code: 'plain', rate: standard }));
    expect(await states()).toEqual(['open', 'closed', 'closed', 'open']);
    await close(underNo, false);
    expect(await states()).toEqual(['open', 'open', 'open', 'open']);
    await close(agentNo, true);
    expect(await states()).toEqual(['closed', 'closed', 'closed', 'open']);
    await close(agentNo, false);
  });

  test('route payments to each open upstream in turn, and nowhere if none is open', async () => {
    const turning = await channels.terms(merchantNo, 'turning');
    const unserved = await channels.terms(merchantNo, 'unserved');
    if (!turning || !unserved) throw new Error('no terms');
    expect(
      [1, 2, 3, 4]
        .map(() => channels.decide(turning, order))
        .map((decision) => 'route' in decision && decision.route.upstreamId),
    ).toEqual([1, 2, 1, 2]);
    expect(channels.decide({ ...unserved, openHours: null }, order)).toEqual({
      refused: 'channel_closed',
      because: 'no_route',
    });
  });
});

describe('a rate', () => {
  test('whose fee is below that of the agent above at some amount is refused, whatever its parts', async () => {
    await db.transaction(async (tx) => {
      const set = (memberNo: bigint, rate: Partial<Rate>): Promise<string> =>
        channels.setRate(tx, { memberNo, code: 'turning', rate: { ...standard, ...rate } });
      expect(await set(agentNo, { percentE4: 5_000, fixedMinor: 10n })).toBe('set');
      expect(await set(underNo, { percentE4: 4_999, fixedMinor: 10n })).toBe('below_upline');
      expect(await set(underNo, { percentE4: 6_000, fixedMinor: 9n })).toBe('below_upline');
      expect(await set(underNo, { percentE4: 5_000, fixedMinor: 10n })).toBe('set');
      expect(await set(underNo, { percentE4: 4_000, fixedMinor: 509n })).toBe('below_upline');
      expect(await set(underNo, { percentE4: 4_000, fixedMinor: 510n })).toBe('set');
    });
  });

  test('that is invalid is never stored', async () => {
    await expect(
      db.transaction((tx) =>
        channels.setRate(tx, {
          memberNo: aloneNo,
          code: 'plain',
          rate: { ...standard, minFeeMinor: 2n, maxFeeMinor: 1n },
        }),
      ),
    ).rejects.toThrow(RangeError);
    await expect(
      db.transaction((tx) => channels.setRate(tx, { memberNo: aloneNo, code: 'nothing', rate: standard })),
    ).rejects.toThrow('does not exist');
  });
});

test('what upstreams were given is read only while a route has a limit', async () => {
  let reads = 0;
  const query: Queryable['query'] = (statement) => {
    if (statement.text.includes('from route_usage')) reads += 1;
    return db.query(statement);
  };
  const reading = channelVerbs({ db: { ...db, query }, clock, platform: platformVerbs({ db, clock }) });
  const after = async (limit: number | null): Promise<number> => {
    await sql`update channel_routes set daily_limit = ${limit} where channel_id = 1 and upstream_id = 1`.execute(db);
    clock.advance(1_001);
    await reading.terms(merchantNo, 'plain');
    return reads;
  };
  expect([await after(null), await after(5_000), await after(5_000), await after(null)]).toEqual([0, 1, 2, 2]);
});

describe('the daily limit', () => {
  test('accepts 37 of 100 simultaneous reservations from two processes if there is room for exactly 37', async () => {
    const elsewhere = openDatabase({ connectionString: db.connectionString, log: silentLog, size: 10 });
    const other = channelVerbs({ db: elsewhere, clock, platform: platformVerbs({ db: elsewhere, clock }) });
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) => {
        const [place, verbs] = index % 2 === 0 ? [db, channels] : [elsewhere, other];
        return place.transaction((tx) => reserve(tx, [reservation(100n, 3_700n)], verbs));
      }),
    );
    expect(answers.flat().filter(Boolean)).toHaveLength(37);
    expect(await reservedOf(merchantNo, 1)).toBe(3_700n);
    await elsewhere.close();
  });

  test('checks the rows of a batch in their order, and a refused row uses nothing', async () => {
    const rows = [60n, 50n, 40n, 1n].map((amountMinor) => reservation(amountMinor, 100n));
    expect(await db.transaction((tx) => reserve(tx, rows))).toEqual([true, false, true, false]);
    expect(await reservedOf(merchantNo, 1)).toBe(100n);
  });

  test('is separate for each member, channel and day', async () => {
    const rows = [
      reservation(100n, 100n),
      reservation(100n, 100n, { memberNo: aloneNo }),
      reservation(100n, 100n, { channelId: 2 }),
      reservation(100n, 100n, { day: '2026-11-21' }),
    ];
    expect(await db.transaction((tx) => reserve(tx, rows))).toEqual([true, true, true, true]);
  });

  test('is also counted for a channel without a limit', async () => {
    expect(await db.transaction((tx) => reserve(tx, [reservation(70n, null), reservation(80n, null)]))).toEqual([
      true,
      true,
    ]);
    expect(await reservedOf(merchantNo, 1)).toBe(150n);
  });

  test('can be used again after a release, and a reservation cannot be released twice', async () => {
    const one = reservation(100n, 100n);
    await db.transaction((tx) => reserve(tx, [one]));
    expect(await db.transaction((tx) => reserve(tx, [one]))).toEqual([false]);
    await db.transaction((tx) => channels.release(tx, [one]));
    await expect(db.transaction((tx) => channels.release(tx, [one]))).rejects.toThrow('channel_usage_reserved_check');
    await expect(db.transaction((tx) => channels.release(tx, [{ ...one, day: '2026-01-01' }]))).rejects.toThrow(
      'never reserved',
    );
    expect(await db.transaction((tx) => reserve(tx, [one]))).toEqual([true]);
  });

  test('is not used by a reservation that is rolled back', async () => {
    const failed = db.transaction(async (tx) => {
      await reserve(tx, [reservation(100n, 100n)]);
      throw new Error('changed my mind');
    });
    await expect(failed).rejects.toThrow('changed my mind');
    expect(await reservedOf(merchantNo, 1)).toBe(0n);
  });

  test('never deadlocks batches that name the same days in opposite orders, whether they reserve or release', async () => {
    const channelIds = [1, 2, 3];
    const seed = [merchantNo, aloneNo].flatMap((memberNo) =>
      channelIds.map((channelId) => reservation(1_000n, null, { memberNo, channelId })),
    );
    await db.transaction((tx) => reserve(tx, seed));
    const work = Array.from({ length: 90 }, (_, index) => {
      const ordered = index % 2 === 0 ? seed : seed.toReversed();
      const rows = ordered.map((row, at) => ({
        ...row,
        amountMinor: 1n,
        limitMinor: (index + at) % 4 === 0 ? 5_000n : null,
      }));
      if (index % 3 === 0) return db.transaction((tx) => channels.release(tx, rows));
      // Every fifth batch uses a day for the first time.
      return db.transaction((tx) =>
        reserve(tx, index % 5 === 0 ? [...rows, reservation(1n, null, { day: '2026-11-01' })] : rows),
      );
    });
    const failures = (await Promise.allSettled(work)).filter(({ status }) => status === 'rejected');
    expect(failures).toEqual([]);
  });
});

async function reserve(tx: Tx, rows: readonly Reservation[], verbs = channels): Promise<boolean[]> {
  const { fits, writes } = await verbs.reserve(tx, rows);
  await combineWrites(tx, writes);
  return fits;
}

const names = { en: 'Plain', zh: '普通', es: 'Normal', th: 'ธรรมดา' };

function channel(channelId: number, code: string, given: Partial<NewChannel>): NewChannel {
  return {
    channelId,
    code,
    name: names,
    mode: 'qr',
    minAmountMinor: 100n,
    maxAmountMinor: 500_000n,
    rate: standard,
    routes: [],
    ...given,
  };
}

function route(upstreamId: number): { upstreamId: number; position: number; weight: number } {
  return { upstreamId, position: upstreamId, weight: 1 };
}

function reservation(amountMinor: bigint, limitMinor: bigint | null, given: Partial<Reservation> = {}): Reservation {
  return { memberNo: merchantNo, channelId: 1, day, amountMinor, limitMinor, ...given };
}

async function reservedOf(memberNo: bigint, channelId: number): Promise<bigint> {
  const { rows } = await sql<{
    reserved: bigint;
  }>`select reserved from channel_usage where member_no = ${memberNo} and channel_id = ${channelId} and day = ${day}`.execute(
    db,
  );
  return rows[0]?.reserved ?? 0n;
}
