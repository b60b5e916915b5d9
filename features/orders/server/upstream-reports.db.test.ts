import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { checkBooks } from '#features/ledger/server/checking.ts';
import { type NotificationFailure, notificationStatus } from '#features/upstreams/server/connector.ts';
import type { OrderView } from '../order.ts';
import { paidAtUpstream } from './orders-for-tests.ts';
import { mutations, type Occasion } from './upstream-mutations-for-tests.ts';
import {
  type Party,
  type Reply,
  type ReportsApp,
  reportsApp,
  type ReportRequest,
  UNSET,
} from './upstream-reports-for-tests.ts';

const TRIALS = 10_000;
const SEED = 20_261_120;

let app: ReportsApp;
beforeAll(async () => {
  app = await reportsApp();
});
afterEach(() => {
  app.gateway.status = 'unpaid';
  app.gateway.next = undefined;
  app.logged.length = 0;
});
afterAll(() => app.close());

function partyOf(name: string): Party {
  const party = app.parties.find((one) => one.name === name);
  if (!party) throw new Error(`no upstream ${name}`);
  return party;
}

async function sendReport(report: ReportRequest): Promise<Reply & { answer: string }> {
  const reply = await app.report(report);
  return { ...reply, answer: `${reply.status} ${reply.body}` };
}

/** Expires the unpaid orders. */
async function expire(): Promise<void> {
  app.clock.advance(31 * 60_000);
  while ((await app.orders.expireDue()) > 0);
}

/** Everything a credit would change. */
async function books(): Promise<string> {
  const { rows } = await app.db.pool.query<{ books: string }>(`
    select jsonb_build_object(
      'journals', (select count(*) from journals), 'shares', (select count(*) from commission_shares), 'callbacks', (select count(*) from callbacks),
      'wallets', (select jsonb_agg(to_jsonb(w) order by w.member_no, w.currency) from wallets w),
      'rollups', (select jsonb_agg(to_jsonb(r) order by to_jsonb(r)::text) from order_rollups r),
      'orders', (select jsonb_agg(jsonb_build_array(o.member_no, o.system_no, o.status, o.paid_at) order by o.member_no, o.system_no) from orders o)
    )::text as books`);
  return rows[0]?.books ?? '';
}

async function creditsOf({ memberNo, systemNo }: OrderView): Promise<[journals: number, status: string | undefined]> {
  const { rowCount } = await app.db.pool.query('select 1 from journals where member_no = $1 and reference = $2', [
    memberNo,
    systemNo,
  ]);
  return [rowCount ?? 0, (await app.orders.find(memberNo, { systemNo }, 'payin'))?.status];
}

describe('10,000 invalid reports', () => {
  /** Per upstream: orders in each state, and reports that were accepted. */
  interface Stage {
    party: Party;
    orders: Record<'unpaid' | 'success' | 'expired', OrderView[]>;
    foreign: OrderView;
    reported: ReportRequest[];
  }
  let stages: Stage[];

  beforeAll(async () => {
    const [shop, other] = [await app.addMember(), await app.addMember()];
    const some = (party: Party): Promise<OrderView[]> =>
      Promise.all(Array.from({ length: 10 }, () => app.orderAt(party, shop)));
    const expired = await Promise.all(app.parties.map(some));
    await expire();
    stages = await Promise.all(
      app.parties.map(async (party, index) => {
        const [unpaid, success] = [await some(party), await some(party)];
        const reported = success.map((order) => party.report(order));
        for (const report of reported) await sendReport(report);
        return {
          party,
          orders: { unpaid, success, expired: expired[index] ?? [] },
          foreign: await app.orderAt(party, other),
          reported,
        };
      }),
    );
  });

  function occasionOf(stage: Stage, about: 'unpaid' | 'success' | 'expired', draw: Occasion['draw']): Occasion {
    const others = app.parties.filter((party) => party !== stage.party);
    const at = draw(stage.orders[about].length);
    const [order, other, reported] = [
      stage.orders[about][at],
      others[draw(others.length)],
      stage.reported[draw(stage.reported.length)],
    ];
    if (!order || !other || !reported) throw new Error('the stage is empty');
    return { party: stage.party, other, order, foreign: stage.foreign, reported, draw };
  }

  test(`${TRIALS} trials / 0 credits: no journal, wallet, callback or order changes, and the books are right`, async () => {
    for (const { orders } of stages)
      for (const order of orders.success) expect(await creditsOf(order)).toEqual([1, 'success']);
    const before = await books();
    const trials = fc.sample(fc.array(fc.nat({ max: 2 ** 31 - 1 }), { minLength: 8, maxLength: 8 }), {
      seed: SEED,
      numRuns: TRIALS,
    });
    const unexpected: string[] = [];
    const asked = new Set<string>();
    const answers: Record<string, number> = {};
    const one = async (drawn: readonly number[], index: number): Promise<void> => {
      let next = 0;
      const draw = (below: number): number => (drawn[next++ % drawn.length] ?? 0) % below;
      const mutation = mutations[index % mutations.length];
      const stage = stages[draw(stages.length)];
      if (!mutation || !stage) throw new Error('no such trial');
      const { answer } = await sendReport(mutation.make(occasionOf(stage, mutation.about, draw)));
      asked.add(mutation.name);
      answers[answer] = (answers[answer] ?? 0) + 1;
      if (!mutation.answers.includes(answer))
        unexpected.push(`trial ${index}: ${mutation.name} at ${stage.party.name}: ${answer}`);
    };
    for (let first = 0; first < TRIALS; first += 500)
      await Promise.all(trials.slice(first, first + 500).map((drawn, index) => one(drawn, first + index)));

    const after = await books();
    process.stdout.write(
      `upstream reports: ${TRIALS} trials, ${after === before ? 0 : 'some'} credits ${JSON.stringify(answers)}\n`,
    );
    expect(after).toBe(before);
    expect(unexpected).toEqual([]);
    expect(asked.size).toBe(mutations.length);
    expect(await checkBooks(app.db)).toEqual([]);
  });

  test('the same orders are credited once each by a valid report, and never by a replay', async () => {
    for (const { party, orders } of stages) {
      for (const order of orders.unpaid) {
        const report = party.report(order);
        expect([(await sendReport(report)).answer, await creditsOf(order)], party.name).toEqual([
          '200 success',
          [1, 'success'],
        ]);
        expect([(await sendReport(report)).answer, (await sendReport(party.report(order))).answer], party.name).toEqual(
          ['409 replayed', '200 success'],
        );
        expect(await creditsOf(order), party.name).toEqual([1, 'success']);
      }
    }
    expect(await checkBooks(app.db)).toEqual([]);
  });
});

/** True reports that arrive after the order expired. */
describe.each(['sandbox_1', 'installation_1', 'installation_2', 'installation_3'])('a late payment at %s', (name) => {
  let order: OrderView;
  beforeAll(async () => {
    order = await app.orderAt(partyOf(name), await app.addMember());
    await expire();
  });

  test('is not acknowledged until the upstream confirms it: the upstream retries, and the log shows it', async () => {
    const { answer, headers } = await sendReport(partyOf(name).report(order));
    expect([answer, headers['retry-after'], await creditsOf(order)]).toEqual(['503 unconfirmed', '60', [0, 'expired']]);
    expect(app.logged).toMatchObject([
      { level: 40, outcome: 'unconfirmed', upstreamId: partyOf(name).upstreamId, systemNo: order.systemNo.toString() },
    ]);
  });

  test('is credited once when it is reported again and the upstream confirms it', async () => {
    await paidAtUpstream(app, order);
    app.gateway.status = 'success';
    const answers = await Promise.all(
      Array.from({ length: 5 }, async () => (await sendReport(partyOf(name).report(order))).answer),
    );
    expect(answers).toContain('200 success');
    expect([(await sendReport(partyOf(name).report(order))).answer, await creditsOf(order)]).toEqual([
      '200 success',
      [1, 'success'],
    ]);
    expect(
      (await app.db.pool.query('select paid_late from orders where system_no = $1', [order.systemNo])).rows,
    ).toEqual([{ paid_late: true }]);
  });
});

describe('a late payment whose upstream', () => {
  test.each([
    ['fails', { times: 2, http: 502 }, 'unknown: http'],
    ['hangs up', { times: 2, drop: true }, 'unknown: network'],
    ['turns us away', { times: 2, http: 429 }, 'unreachable: http'],
    ['signs with an unknown key', { times: 1, signWith: 'a-key-of-nobody-0123456789' }, 'unknown: reply_mismatch'],
  ] as const)('%s gets 503, and is credited when it is reported again', async (_what, next, error) => {
    const party = partyOf('installation_2');
    const order = await app.orderAt(party, await app.addMember());
    await expire();
    app.logged.length = 0;
    app.gateway.status = 'success';
    app.gateway.next = { ...next };
    const { answer, headers } = await sendReport(party.report(order));
    expect([answer, headers['retry-after'], await creditsOf(order)]).toEqual(['503 unconfirmed', '60', [0, 'expired']]);
    expect(app.logged).toMatchObject([
      { level: 40, outcome: 'unconfirmed', error, systemNo: order.systemNo.toString() },
    ]);
    expect([(await sendReport(party.report(order))).answer, await creditsOf(order)]).toEqual([
      '200 success',
      [1, 'success'],
    ]);
  });

  test('confirms another amount is not credited, and is logged as an error', async () => {
    const party = partyOf('installation_2');
    const order = await app.orderAt(party, await app.addMember());
    await expire();
    app.logged.length = 0;
    app.gateway.status = 'success';
    app.gateway.next = { times: 1, answer: (data) => ({ code: 1, msg: '', data: { ...data, amount: '99.99' } }) };
    expect([(await sendReport(party.report(order))).answer, await creditsOf(order)]).toEqual([
      '409 mismatch',
      [0, 'expired'],
    ]);
    expect(app.logged).toMatchObject([{ level: 50, outcome: 'mismatch', systemNo: order.systemNo.toString() }]);
  });
});

describe('the endpoint answers', () => {
  type Outcome = 'success' | 'mismatch' | 'unknown_order' | 'unconfirmed';
  /** One way to get each answer. */
  const ways: Record<
    Exclude<NotificationFailure, 'wrong_day'> | Outcome,
    (at: { party: Party; order: OrderView }) => ReportRequest | Promise<ReportRequest>
  > = {
    success: ({ party, order }) => party.report(order),
    malformed: ({ party, order }) => party.report(order, { amountMinor: 0n }),
    bad_signature: ({ party, order }) => party.report(order, { key: party.foreignKey }),
    stale: ({ party, order }) => party.report(order, { offS: -301 }),
    wrong_account: ({ party, order }) => party.report(order, { account: { upstreamId: 99, merchantNo: '40000001' } }),
    unknown_upstream: ({ party, order }) => ({ ...party.report(order), upstreamId: 99 }),
    order_unknown: ({ party, order }) => party.report(order, { systemNo: 1_000_000_000_000_000_001n }),
    replayed: async ({ party, order }) => {
      const report = party.report(order, { status: 'failed' });
      await sendReport(report);
      return report;
    },
    unconfigured: ({ party, order }) => ({ ...party.report(order), upstreamId: UNSET[0] }),
    too_large: ({ party, order }) => ({ ...party.report(order), body: 'x'.repeat(1_000_001) }),
    mismatch: ({ party, order }) => party.report(order, { amountMinor: order.amountMinor + 1n }),
    unknown_order: ({ party, order }) => party.report(order, { systemNo: order.systemNo + 10_000n }),
    unconfirmed: async ({ party, order }) => {
      await expire();
      return party.report(order);
    },
  };
  const statuses: Record<keyof typeof ways, number> = {
    ...notificationStatus,
    success: 200,
    mismatch: 409,
    unknown_order: 409,
    unconfirmed: 503,
  };

  test.each(
    Object.entries(ways).flatMap(([word, make]) =>
      ['sandbox_1', 'installation_1', 'installation_2', 'installation_3'].map((name) => ({ word, make, name })),
    ),
  )(
    '$word to $name, in plain text that is not cached; it credits only what it acknowledges',
    async ({ word, make, name }) => {
      const party = partyOf(name);
      const order = await app.orderAt(party, await app.addMember());
      const { answer, headers } = await sendReport(await make({ party, order }));
      expect(answer).toBe(`${statuses[word as keyof typeof ways]} ${word}`);
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' });
      expect((await creditsOf(order))[0]).toBe(word === 'success' ? 1 : 0);
    },
  );
});

describe('an upstream without a key', () => {
  test.each(UNSET)('%i gets 503 for any report', async (upstreamId) => {
    const order = await app.orderAt(partyOf('sandbox_1'), await app.addMember());
    const before = await books();
    for (const party of app.parties)
      expect((await sendReport({ ...party.report(order), upstreamId })).answer).toBe('503 unconfigured');
    expect((await sendReport({ upstreamId, headers: {}, body: '' })).answer).toBe('503 unconfigured');
    expect(await books()).toBe(before);
  });

  test('that loses its key while orders are open gets 503 and no credit until the key is back', async () => {
    const party = partyOf('sandbox_2');
    const order = await app.orderAt(party, await app.addMember());
    const { rows } = await app.db.pool.query<{ sealed: Buffer }>(
      'select settings_sealed as sealed from upstreams where upstream_id = $1',
      [party.upstreamId],
    );
    const put = async (sealed: Buffer | undefined): Promise<void> => {
      await app.db.pool.query('update upstreams set settings_sealed = $2 where upstream_id = $1', [
        party.upstreamId,
        sealed,
      ]);
      app.clock.advance(1_001);
    };
    await put(Buffer.from('sealed elsewhere'));
    expect([(await sendReport(party.report(order))).answer, await creditsOf(order)]).toEqual([
      '503 unconfigured',
      [0, 'unpaid'],
    ]);
    await put(rows[0]?.sealed);
    expect([(await sendReport(party.report(order))).answer, await creditsOf(order)]).toEqual([
      '200 success',
      [1, 'success'],
    ]);
  });
});

test.each(['byte for byte', 'with another signature'])(
  'a report that fails on our side is not acknowledged, and counts when it is repeated %s',
  async (how) => {
    const party = partyOf('installation_1');
    const order = await app.orderAt(party, await app.addMember());
    const first = party.report(order);
    await app.db.pool.query('alter table wallets rename to wallets_away');
    const failed = await sendReport(first);
    await app.db.pool.query('alter table wallets_away rename to wallets');
    expect([failed.status, await creditsOf(order)]).toEqual([500, [0, 'unpaid']]);
    const again = how === 'byte for byte' ? first : party.report(order);
    expect([(await sendReport(again)).answer, await creditsOf(order)]).toEqual(['200 success', [1, 'success']]);
    expect([(await sendReport(again)).answer, await creditsOf(order)]).toEqual(['409 replayed', [1, 'success']]);
  },
);
