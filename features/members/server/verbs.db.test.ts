import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '#foundation/server/postgres/database-for-tests.ts';
import type { Member, NewMember } from '../member.ts';
import { platformVerbs, type PlatformVerbs } from '#features/platform/server/verbs.ts';
import { SettableClock } from '#foundation/core/clock.ts';
import { type MemberVerbs, memberVerbs, TreeTooDeep } from './verbs.ts';

const createdAt = new Date('2026-11-20T08:00:00.000Z');
const settlement = { mode: 'T', days: 2, sameDayRatioE4: 250_000 } as const;
const merchant: NewMember = { kind: 'merchant', uplineNo: null, name: 'A shop', settlement, createdAt };

describe('members', () => {
  let db: TestDatabase;
  let platform: PlatformVerbs;
  beforeAll(async () => {
    db = await testDatabase();
    platform = platformVerbs({ db, clock: new SettableClock(createdAt) });
  });
  afterAll(() => db.close());

  it('places a member under its agent and all agents above', async () => {
    const members = memberVerbs({ db, platform });
    const root = await db.transaction((tx) => members.add(tx, { ...merchant, kind: 'agent', memberNo: 20_000_001n }));
    const agent = await db.transaction((tx) =>
      members.add(tx, { ...merchant, kind: 'agent', uplineNo: root.memberNo }),
    );
    const shop = await db.transaction((tx) => members.add(tx, { ...merchant, uplineNo: agent.memberNo }));
    expect(shop).toEqual({
      memberNo: shop.memberNo,
      kind: 'merchant',
      uplines: [agent.memberNo, 20_000_001n],
      name: 'A shop',
      level: 1,
      state: 'active',
      certification: 'none',
      settlement,
      createdAt,
    });
    expect(await members.find(shop.memberNo)).toEqual(shop);
    expect(await members.settlements(db, [shop.memberNo, root.memberNo, 11_111_111n])).toEqual(
      new Map([
        [shop.memberNo, shop.settlement],
        [root.memberNo, root.settlement],
      ]),
    );
  });

  it('refuses to place a member under a merchant or under an unknown member', async () => {
    const members = memberVerbs({ db, platform });
    const shop = await db.transaction((tx) => members.add(tx, merchant));
    await expect(db.transaction((tx) => members.add(tx, { ...merchant, uplineNo: shop.memberNo }))).rejects.toThrow(
      'not an agent',
    );
    await expect(db.transaction((tx) => members.add(tx, { ...merchant, uplineNo: 12_345_678n }))).rejects.toThrow(
      'not an agent',
    );
  });

  it('adds agents down to the last level, the root included, and merchants below it', async () => {
    const members = memberVerbs({ db, platform });
    const { agentDepth } = await platform.settings();
    const addUnder = (uplineNo: bigint | null, kind: NewMember['kind']): Promise<Member> =>
      db.transaction((tx) => members.add(tx, { ...merchant, kind, uplineNo }));
    let last = await addUnder(null, 'agent');
    for (let level = 2; level <= agentDepth; level += 1) last = await addUnder(last.memberNo, 'agent');
    await expect(addUnder(last.memberNo, 'agent')).rejects.toThrow(TreeTooDeep);
    expect((await addUnder(last.memberNo, 'merchant')).uplines).toHaveLength(agentDepth);
  });

  it('changes the remark of the agent directly above, and of no one else', async () => {
    const members = memberVerbs({ db, platform });
    const add = (member: Partial<NewMember>) => db.transaction((tx) => members.add(tx, { ...merchant, ...member }));
    const root = await add({ kind: 'agent' });
    const agent = await add({ kind: 'agent', uplineNo: root.memberNo });
    const shop = await add({ uplineNo: agent.memberNo, remark: 'met at the fair' });
    const remarkBy = (agentNo: bigint, remark: string) =>
      db.transaction((tx) => members.setRemark(tx, { memberNo: shop.memberNo, agentNo, remark }));
    const stored = async () =>
      (await db.pool.query<{ remark: string }>('select remark from members where member_no = $1', [shop.memberNo]))
        .rows[0]?.remark;
    expect(await stored()).toBe('met at the fair');
    expect(await remarkBy(agent.memberNo, 'met at the fair')).toBe('same');
    expect(await remarkBy(agent.memberNo, 'calls on Mondays')).toBe('changed');
    for (const stranger of [root.memberNo, shop.memberNo, 11_111_111n])
      expect(await remarkBy(stranger, 'mine')).toBe('not_direct');
    expect(await stored()).toBe('calls on Mondays');
  });

  it('draws another number if one is taken, and never uses a number twice', async () => {
    const draws = [5, 5, 5, 6];
    const members = memberVerbs({ db, platform, draw: () => draws.shift() ?? 0 });
    expect((await db.transaction((tx) => members.add(tx, merchant))).memberNo).toBe(10_000_005n);
    expect((await db.transaction((tx) => members.add(tx, merchant))).memberNo).toBe(10_000_006n);
    await expect(db.transaction((tx) => members.add(tx, { ...merchant, memberNo: 10_000_005n }))).rejects.toThrow(
      'taken',
    );
  });

  it('throws if no free number is found', async () => {
    const members = memberVerbs({ db, platform, draw: () => 77 });
    await db.transaction((tx) => members.add(tx, merchant));
    await expect(db.transaction((tx) => members.add(tx, merchant))).rejects.toThrow('no free member number');
  });

  it('does not find a member whose transaction was rolled back', async () => {
    const members = memberVerbs({ db, platform });
    await expect(
      db.transaction(async (tx) => {
        await members.add(tx, { ...merchant, memberNo: 55_555_555n });
        throw new Error('on second thoughts');
      }),
    ).rejects.toThrow('on second thoughts');
    expect(await members.find(55_555_555n)).toBeUndefined();
  });

  describe('a move', () => {
    let members: MemberVerbs;
    let made: Record<'root' | 'agent' | 'lower' | 'shop' | 'other', bigint>;
    const add = async (kind: NewMember['kind'], uplineNo: bigint | null = null, remark = ''): Promise<bigint> =>
      (await db.transaction((tx) => members.add(tx, { ...merchant, kind, uplineNo, remark }))).memberNo;
    const move = (memberNo: bigint, uplineNo: bigint | null) =>
      db.transaction(async (tx) => {
        await members.lockTree(tx);
        const plan = await members.planMove(tx, { memberNo, uplineNo, agentDepth: 5 });
        return 'refusal' in plan ? plan.refusal : members.move(tx, plan);
      });
    const uplinesOf = async (memberNo: bigint) => (await members.find(memberNo))?.uplines;
    beforeAll(async () => {
      members = memberVerbs({ db, platform });
    });
    beforeEach(async () => {
      const [root, other] = [await add('agent'), await add('agent')];
      const agent = await add('agent', root, 'the root’s note');
      const lower = await add('agent', agent, 'the agent’s note');
      made = { root, agent, lower, shop: await add('merchant', lower), other };
    });

    it('takes all below the member with it, in their order, and drops the note of the agent that was above', async () => {
      const { root, agent, lower, shop, other } = made;
      expect(await members.planMove(db, { memberNo: agent, uplineNo: other, agentDepth: 5 })).toMatchObject({
        merchants: 1,
        agents: 2,
        lowestAgent: 2,
        uplines: [other],
      });
      const moved = await move(agent, other);
      const byNumber = new Map(Array.isArray(moved) ? moved.map((one) => [one.memberNo, one]) : []);
      expect(byNumber.get(agent)).toMatchObject({ kind: 'agent', uplines: [other], uplinesBefore: [root] });
      expect(byNumber.get(lower)).toMatchObject({ uplines: [agent, other], uplinesBefore: [agent, root] });
      expect(byNumber.get(shop)).toEqual({
        memberNo: shop,
        kind: 'merchant',
        uplines: [lower, agent, other],
        uplinesBefore: [lower, agent, root],
      });
      expect(byNumber.size).toBe(3);
      const { rows } = await db.pool.query<{ remark: string }>(
        'select remark from members where member_no = any($1::bigint[]) order by cardinality(uplines)',
        [[agent, lower]],
      );
      expect(rows.map(({ remark }) => remark)).toEqual(['', 'the agent’s note']);
      await move(lower, null);
      expect([await uplinesOf(lower), await uplinesOf(shop)]).toEqual([[], [lower]]);
    });

    it('makes no circle when two come at once', async () => {
      const { root, other } = made;
      const outcomes = await Promise.all([move(root, other), move(other, root)]);
      expect(outcomes.filter((one) => one === 'upline_below')).toHaveLength(1);
      const [up, down] = (await uplinesOf(root))?.length === 0 ? [root, other] : [other, root];
      expect([await uplinesOf(up), await uplinesOf(down)]).toEqual([[], [up]]);
    });

    it('counts for members that are added at the same time, with one transaction after the other', async () => {
      const { agent, lower, other } = made;
      for (let round = 0; round < 5; round += 1) {
        const [target, ...added] = await Promise.all([
          move(agent, round % 2 === 0 ? other : made.root).then(() => undefined),
          ...Array.from({ length: 6 }, () => add('merchant', lower)),
        ]);
        expect(target).toBeUndefined();
        const above = [lower, ...((await uplinesOf(lower)) ?? [])];
        for (const shop of added) expect(await uplinesOf(shop ?? 0n)).toEqual(above);
      }
    });

    it('is refused with a reason, and then nothing moves', async () => {
      const { root, agent, lower, shop } = made;
      expect(await move(11_111_111n, root)).toBe('not_found');
      expect(await move(agent, shop)).toBe('upline_below');
      expect(await move(lower, agent)).toBe('upline_same');
      expect(await uplinesOf(shop)).toEqual([lower, agent, root]);
    });

    it('of ten thousand members is one statement', { timeout: 60_000 }, async () => {
      const { agent, lower, other } = made;
      await db.pool.query(
        `insert into members (member_no, kind, uplines, name, created_at)
         select n, 'merchant', $1::bigint[], 'many', now() from generate_series(60000001, 60010000) n`,
        [[lower, agent, made.root]],
      );
      expect(await move(agent, other)).toHaveLength(10_003);
      const { rows } = await db.pool.query<{ count: number }>(
        'select count(*)::integer as count from members where uplines = $1::bigint[]',
        [[lower, agent, other]],
      );
      expect(rows[0]?.count).toBe(10_001);
    });
  });
});
