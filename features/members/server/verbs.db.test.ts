import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '#foundation/server/postgres/test-database.ts';
import type { Member, NewMember } from '../member.ts';
import { platformVerbs, type PlatformVerbs } from '#features/platform/server/verbs.ts';
import { SettableClock } from '#foundation/core/clock.ts';
import { memberVerbs, TreeTooDeep } from './verbs.ts';

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
    expect(await members.settlements(db.kysely, [shop.memberNo, root.memberNo, 11_111_111n])).toEqual(
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
});
