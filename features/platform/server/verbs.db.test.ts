import { afterAll, expect, test } from 'vitest';
import { SettableClock } from '#foundation/core/clock.ts';
import { testDatabase } from '#foundation/server/postgres/test-database.ts';
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
