import { sql } from '#foundation/server/postgres/sql.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, dayOf } from '#foundation/core/time-zone.ts';
import { created, newOrder, paymentOf, SANDBOX } from '#features/orders/server/orders-for-tests.ts';
import { disbursementCancelledJournal, disbursementJournal } from '#features/ledger/rules.ts';
import { agentFollower } from '../projection/following.ts';
import { agentStage, type AgentStage, type SeenOrder } from '../agents-for-tests.ts';
import type { UserRow } from '../../tree-contract.ts';

let stage: AgentStage;
/** What each member paid out. */
const paidOut = new Map<bigint, bigint>();
beforeAll(async () => {
  stage = await agentStage({ seed: 9, steps: 120 });
  const { app, tree } = stage;
  const everyone = [...tree.merchants, ...tree.agents];
  for (const [index, memberNo] of everyone.entries()) {
    await sql`update members set name = ${`Tea House ${index % 4}`}, remark = ${`remark ${index}`},
        certification = ${index % 3 === 0 ? 'approved' : 'none'} where member_no = ${memberNo}`.execute(app.db);
    await sql`insert into users (user_id, role, member_no, username, password_hash, nickname, state, created_at)
      values (${memberNo}, ${tree.agents.includes(memberNo) ? 'agency' : 'member'}, ${memberNo}, ${`Shop_${index}`}, '', 'Shop', ${index % 5 === 0 ? 'disabled' : 'active'}, now())`.execute(
      app.db,
    );
    await app.ledger.adjust({
      memberNo,
      reference: app.systemNumbers.next(),
      currency: 'CNY',
      amountMinor: 1_000_00n,
      remark: 'a gift',
    });
    const debits = [BigInt(index * 700), BigInt(index * 50)];
    for (const [at, amountMinor] of debits.entries()) {
      const paid = {
        memberNo,
        systemNo: app.systemNumbers.next(),
        kind: 'payout',
        currency: 'CNY',
        amountMinor,
        feeMinor: 1n,
      } as const;
      await app.db.transaction(async (tx) => {
        const books = await app.ledger.openBooks(tx, [memberNo], 'CNY');
        books.post(disbursementJournal(paid), app.clock.now());
        // The second one of each member comes back.
        if (at === 1) books.post(disbursementCancelledJournal(paid), app.clock.now());
        await books.write();
      });
    }
    paidOut.set(memberNo, debits[0] ?? 0n);
  }
  await agentFollower(app).run();
}, 120_000);
afterAll(() => stage.close());

const timeZone = 'Asia/Shanghai';

interface UserPage {
  total: number;
  list: UserRow[];
  extend: {
    members: number;
    balance: string;
    paidOut: string;
    amount30d: string;
    commission30d: string;
    path: { memberNo: string; name: string }[];
  };
}

function money(minor: bigint): string {
  const size = minor < 0n ? -minor : minor;
  return `${minor < 0n ? '-' : ''}${size / 100n}.${(size % 100n).toString().padStart(2, '0')}`;
}

interface Wanted {
  memberNo: string;
  balance: string;
  paidOut: string;
  amount30d: string;
  commission30d: string;
  orders30d: number;
}

/** The member's row as the caller is to see it. */
async function wantedOf(callerNo: bigint, memberNo: bigint): Promise<Wanted> {
  const from = addDays(dayOf(stage.app.clock.now(), timeZone), -29);
  const isIn = (at: Date | null): boolean => at !== null && dayOf(at, timeZone) >= from;
  const seen = stage.seenBy(callerNo).filter(({ via }) => via.includes(memberNo));
  const paid = seen.filter(({ paidAt }) => isIn(paidAt));
  const total = (of: readonly SeenOrder[], what: 'amountMinor' | 'commissionMinor'): bigint =>
    of.reduce((all, one) => all + one[what], 0n);
  const { balanceMinor } = await stage.app.ledger.balances(memberNo, 'CNY', stage.app.clock.now());
  return {
    memberNo: memberNo.toString(),
    balance: money(balanceMinor),
    paidOut: money(paidOut.get(memberNo) ?? 0n),
    amount30d: money(total(paid, 'amountMinor')),
    commission30d: money(
      total(
        seen.filter(({ bookedAt }) => isIn(bookedAt)),
        'commissionMinor',
      ) -
        total(
          seen.filter(({ returnedAt }) => isIn(returnedAt)),
          'commissionMinor',
        ),
    ),
    orders30d: paid.length,
  };
}

const shownOf = ({ memberNo, balance, paidOut: out, amount30d, commission30d, orders30d }: UserRow): Wanted => ({
  memberNo,
  balance,
  paidOut: out,
  amount30d,
  commission30d,
  orders30d,
});

function directOf(agentNo: bigint): bigint[] {
  const { agents, merchants, uplines } = stage.tree;
  return [...agents, ...merchants].filter((one) => uplines.get(one)?.[0] === agentNo);
}

describe('/agent/userlist', () => {
  test('lists the direct members of each agent of the tree, and sums them', async () => {
    const { agents, uplines } = stage.tree;
    for (const callerNo of agents)
      for (const lookedNo of agents.filter((one) => one === callerNo || uplines.get(one)?.includes(callerNo))) {
        const { data } = await stage.post<UserPage>(callerNo, '/agent/userlist', {
          memberNo: lookedNo.toString(),
          sort: 'memberNo',
          order: 'asc',
          limit: 100,
        });
        const wanted = await Promise.all(
          directOf(lookedNo)
            .sort((a, b) => (a < b ? -1 : 1))
            .map((one) => wantedOf(callerNo, one)),
        );
        expect(data.list.map(shownOf)).toEqual(wanted);
        const sum = (of: (row: Wanted) => string): string =>
          money(wanted.reduce((total, row) => total + BigInt(of(row).replace('.', '')), 0n));
        expect(data.extend).toMatchObject({
          members: wanted.length,
          balance: sum(({ balance }) => balance),
          paidOut: sum((row) => row.paidOut),
          amount30d: sum(({ amount30d }) => amount30d),
          commission30d: sum(({ commission30d }) => commission30d),
        });
        const way = [lookedNo, ...(uplines.get(lookedNo) ?? [])];
        expect(data.extend.path.map(({ memberNo }) => BigInt(memberNo))).toEqual(
          way.slice(0, way.indexOf(callerNo) + 1).reverse(),
        );
        expect(data.list.map(({ direct, children, memberNo }) => [direct, children, memberNo])).toEqual(
          wanted.map(({ memberNo }) => [lookedNo === callerNo, directOf(BigInt(memberNo)).length, memberNo]),
        );
      }
  });

  test.each(['memberNo', 'registeredAt', 'balance', 'paidOut', 'amount30d'] as const)(
    'is sorted by %s, page by page',
    async (sort) => {
      const { root } = stage.tree;
      const { data: all } = await stage.post<UserPage>(root, '/agent/userlist', { sort, order: 'asc', limit: 100 });
      const values = all.list.map((row) =>
        sort === 'registeredAt' ? Date.parse(row.registeredAt) : Number(row[sort]),
      );
      expect(values).toEqual(values.toSorted((a, b) => a - b));
      const down: UserRow[] = [];
      for (let page = 1; page <= 4; page += 1)
        down.push(
          ...(await stage.post<UserPage>(root, '/agent/userlist', { sort, order: 'desc', limit: 3, page })).data.list,
        );
      expect(down.map(({ memberNo }) => memberNo)).toEqual(
        all.list
          .map(({ memberNo }) => memberNo)
          .toReversed()
          .slice(0, 12),
      );
    },
  );

  test('filters by type, state, certification and registration', async () => {
    const { root } = stage.tree;
    const { data: all } = await stage.post<UserPage>(root, '/agent/userlist', { limit: 100 });
    const filtered = async (filter: object): Promise<string[]> =>
      (await stage.post<UserPage>(root, '/agent/userlist', { limit: 100, ...filter })).data.list.map(
        ({ memberNo }) => memberNo,
      );
    const wanted = (is: (row: UserRow) => boolean): string[] => all.list.filter(is).map(({ memberNo }) => memberNo);
    expect(await filtered({ type: 'agent' })).toEqual(wanted(({ type }) => type === 'agent'));
    expect(await filtered({ state: 'disabled' })).toEqual(wanted(({ state }) => state === 'disabled'));
    expect(wanted(({ state }) => state === 'disabled').length).toBeGreaterThan(0);
    for (const value of ['approved', 'none', 'rejected'] as const)
      expect(await filtered({ certification: value })).toEqual(wanted(({ certification }) => certification === value));
    expect(await filtered({ certification: ['none', 'approved'] })).toEqual(
      wanted(({ certification }) => certification === 'none' || certification === 'approved'),
    );
    expect(wanted(({ certification }) => certification === 'approved').length).toBeGreaterThan(0);
    const from = all.list[0]?.registeredAt ?? '';
    expect(await filtered({ registeredRange: { from } })).toEqual(wanted(({ registeredAt }) => registeredAt >= from));
  });

  test('finds members of the whole tree by the beginning of their number, name or username', async () => {
    const { agents, merchants, uplines, root } = stage.tree;
    const below = [...agents, ...merchants].filter((one) => uplines.get(one)?.includes(root));
    const found = async (callerNo: bigint, q: string): Promise<bigint[]> =>
      (
        await stage.post<UserPage>(callerNo, '/agent/userlist', { q, sort: 'memberNo', order: 'asc', limit: 100 })
      ).data.list.map(({ memberNo }) => BigInt(memberNo));
    const sorted = (of: readonly bigint[]): bigint[] => of.toSorted((a, b) => (a < b ? -1 : 1));
    const one = below[3] ?? 0n;
    expect(await found(root, one.toString())).toEqual([one]);
    expect(await found(root, one.toString().slice(0, 2))).toEqual(
      sorted(below.filter((each) => each.toString().startsWith(one.toString().slice(0, 2)))),
    );
    expect(await found(root, 'tea house')).toEqual(sorted(below));
    expect(await found(root, 'SHOP_')).toEqual(sorted(below));
    const leaf = agents.findLast((each) => each !== root) ?? root;
    expect(await found(leaf, 'tea')).toEqual(
      sorted([...agents, ...merchants].filter((each) => uplines.get(each)?.includes(leaf))),
    );
    expect(await found(root, '%')).toEqual([]);
  });

  test('shows no agent the members of another that is not below it', async () => {
    const { agents, merchants, uplines } = stage.tree;
    for (const agentNo of agents)
      for (const memberNo of [...agents, ...merchants, 99_999_999n]) {
        const { code, error } = await stage.post(agentNo, '/agent/userlist', { memberNo: memberNo.toString() });
        const isSeen = memberNo === agentNo || (uplines.get(memberNo)?.includes(agentNo) ?? false);
        expect([code, error], `${agentNo} lists ${memberNo}`).toEqual(isSeen ? [1, undefined] : [0, 'not_found']);
      }
  });

  test('has these fields and no others, and the remark of its own members only', async () => {
    const { root, agents, uplines } = stage.tree;
    const { data } = await stage.post<UserPage>(root, '/agent/userlist', { q: 'tea', limit: 100 });
    expect(Object.keys(data.list[0] ?? {}).sort()).toEqual(
      'amount30d balance belowOwn certification children commission30d direct memberNo name orders30d paidOut registeredAt remark state successFell successRate30d type username'.split(
        ' ',
      ),
    );
    expect(data.list.filter(({ remark }) => remark !== '').every(({ direct }) => direct)).toBe(true);
    expect(data.list.some(({ direct }) => !direct)).toBe(agents.some((one) => (uplines.get(one)?.length ?? 0) > 1));
  });

  test('marks a member whose fee is below that of the agent above it', async () => {
    const { app, tree } = stage;
    const member = directOf(tree.root)[0] ?? 0n;
    await sql`update member_rates set percent = 0 where member_no = ${member} and channel_id = 1`.execute(app.db);
    app.clock.advance(2_000);
    const { data } = await stage.post<UserPage>(tree.root, '/agent/userlist', { limit: 100 });
    const marked = data.list.filter(({ belowOwn }) => belowOwn);
    expect(marked.map(({ memberNo }) => BigInt(memberNo))).toEqual([member]);
    const only = await stage.post<UserPage>(tree.root, '/agent/userlist', { attention: 'belowOwn' });
    expect(only.data).toMatchObject({ total: 1, list: marked, extend: { members: 1, balance: marked[0]?.balance } });
    expect((await stage.post<UserPage>(tree.root, '/agent/userlist', { attention: 'successFell' })).data.list).toEqual(
      [],
    );
  });

  test('marks a direct member whose success rate of 7 days is 20 points below that of the 23 days before', async () => {
    const { app, tree } = stage;
    const sell = async (memberNo: bigint, name: string, { made, paid }: { made: number; paid: number }) => {
      for (let index = 0; index < made; index += 1) {
        const order = await created(app.orders, newOrder(memberNo, { orderNo: `${name}${index}` }));
        if (index < paid) await app.orders.confirmPayment(SANDBOX, paymentOf(order));
      }
    };
    const spans = {
      fallen: { before: { made: 20, paid: 20 }, now: { made: 20, paid: 16 } },
      steady: { before: { made: 20, paid: 20 }, now: { made: 20, paid: 17 } },
      risen: { before: { made: 20, paid: 10 }, now: { made: 20, paid: 20 } },
      'few before': { before: { made: 19, paid: 19 }, now: { made: 20, paid: 0 } },
      'few now': { before: { made: 20, paid: 20 }, now: { made: 19, paid: 0 } },
    };
    const shops: { name: keyof typeof spans; memberNo: bigint }[] = [];
    for (const name of Object.keys(spans) as (keyof typeof spans)[])
      shops.push({ name, memberNo: await app.addMember({ uplineNo: tree.root }) });
    // Seven days ago is the last of the days before, and six days ago the first of the seven with today.
    for (const { name, memberNo } of shops) await sell(memberNo, 'before', spans[name].before);
    app.clock.advance(86_400_000);
    for (const { name, memberNo } of shops) await sell(memberNo, 'now', spans[name].now);
    app.clock.advance(6 * 86_400_000);
    await agentFollower(app).run();

    const { data } = await stage.post<UserPage>(tree.root, '/agent/userlist', { limit: 100 });
    const rowOf = (wanted: bigint) => data.list.find(({ memberNo }) => memberNo === wanted.toString());
    expect(shops.map(({ name, memberNo }) => [name, rowOf(memberNo)?.successFell])).toEqual([
      ['fallen', { rateNow: '80.0', rateBefore: '100.0' }],
      ['steady', null],
      ['risen', null],
      ['few before', null],
      ['few now', null],
    ]);
    const only = await stage.post<UserPage>(tree.root, '/agent/userlist', { attention: 'successFell' });
    const fallen = rowOf(shops[0]?.memberNo ?? 0n);
    expect(only.data).toMatchObject({
      total: 1,
      list: [fallen],
      extend: { members: 1, amount30d: fallen?.amount30d },
    });
    expect(fallen?.orders30d).toBe(36);
  });
});
