import { afterAll, expect, test } from 'vitest';
import { SettableClock } from '#foundation/core/clock.ts';
import { testDatabase } from '#foundation/server/postgres/database-for-tests.ts';
import { platformVerbs } from './verbs.ts';

const db = await testDatabase({ size: 3 });
afterAll(() => db.close());

test('changing one setting leaves all others as they were', async () => {
  const platform = platformVerbs({ db, clock: new SettableClock('2026-11-20T04:00:00.000Z') });
  const defaults = await platform.settings();
  await db.transaction((tx) =>
    platform.setSettings(tx, {
      mobileRule: 'TH',
      minRechargeMinor: 5n,
      payoutTerms: { ...defaults.payoutTerms, reviewFromMinor: 7n },
    }),
  );
  await db.transaction((tx) => platform.setSettings(tx, { registrationOpen: false }));
  expect(await platform.settings()).toEqual({
    ...defaults,
    mobileRule: 'TH',
    minRechargeMinor: 5n,
    payoutTerms: { ...defaults.payoutTerms, reviewFromMinor: 7n },
    registrationOpen: false,
  });
});

test('the depth of trees can be raised at any time, and lowered only to the depth of the deepest tree', async () => {
  const platform = platformVerbs({ db, clock: new SettableClock('2026-11-20T04:00:00.000Z') });
  const setDepth = (agentDepth: number) => db.transaction((tx) => platform.setSettings(tx, { agentDepth }));
  await db.pool.query(
    "insert into members (member_no, kind, uplines, name, created_at) values (30000003, 'agent', '{30000002,30000001}', 'Third', now()), (30000004, 'merchant', '{30000003,30000002,30000001}', 'Shop', now())",
  );
  await setDepth(3);
  await expect(setDepth(2)).rejects.toThrow("agentDepth can't be 2: a tree has 3 levels of agents");
  expect((await platform.settings()).agentDepth).toBe(3);
  // Trees of the time before the setting can be deeper than it.
  await db.pool.query(
    "update members set uplines = '{30000009,30000008,30000002,30000001}' where member_no = 30000003",
  );
  await setDepth(4);
  await expect(setDepth(3)).rejects.toThrow('5 levels');
  await setDepth(6);
  await setDepth(5);
  await expect(setDepth(0)).rejects.toThrow('agentDepth');
});
