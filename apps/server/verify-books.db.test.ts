import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { payOutInEveryState } from '#features/disbursements/server/disbursements-for-tests.ts';
import { usersForTests } from '#features/accounts/server/users-for-tests.ts';
import {
  checkBooks,
  checkRecentBooks,
  checkRecentWithin,
  checkWithin,
  describeViolation,
  type Finding,
} from '#features/ledger/server/checking.ts';
import { settleCommissions } from '#features/ledger/server/commissions.ts';
import { bookChecks } from '#features/ledger/server/verify.ts';
import type { OrderView } from '#features/orders/order.ts';
import {
  created,
  newOrder,
  ordersApp,
  type OrdersApp,
  paymentOf,
  reversed,
  SANDBOX,
} from '#features/orders/server/orders-for-tests.ts';
import type { Tx } from '#foundation/server/postgres/database.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import { triggersOff } from '#foundation/server/postgres/tampering-for-tests.ts';
import { type Corruption, plantedPayouts } from './planted-payouts-for-tests.ts';
import { plantedReversals } from './planted-reversals-for-tests.ts';

let app: OrdersApp;
let [shop, agent] = [0n, 0n];
const begin = new Date('2026-11-10T15:20:00.000Z');

beforeAll(async () => {
  app = await ordersApp({ at: begin.toISOString() });
  await app.addChannel();
  await app.addChannel({ code: 'bank', channelId: 2 });
  const rate = (percentE4: number) => ({ percentE4, fixedMinor: 0n, minFeeMinor: null, maxFeeMinor: null });
  agent = await app.addMember({ kind: 'agent' });
  shop = await app.addMember({ uplineNo: agent, settlement: { mode: 'D', days: 1, sameDayRatioE4: 0 } });
  const plain = await app.addMember();
  await app.db.transaction(async (tx) => {
    await app.channels.setRates(tx, { memberNo: agent, rates: [{ channel: 'qr', rate: rate(4_500) }] });
    await app.channels.setRates(tx, { memberNo: shop, rates: [{ channel: 'qr', rate: rate(6_000) }] });
  });
  // Three days with every state, across midnights of the platform and of UTC, with paid and unpaid commission.
  const made: OrderView[] = [];
  for (let step = 0; step < 60; step += 1) {
    app.clock.advance(((step * 7_919) % 150) * 60_000 + step * 13);
    const order = await created(
      app.orders,
      newOrder(step % 4 === 0 ? plain : shop, {
        kind: step % 7 === 0 ? 'recharge' : 'payin',
        channelCode: step % 5 === 0 ? 'bank' : 'qr',
        amountMinor: BigInt(1_000 + step * 37),
        notifyUrl: step % 6 === 0 ? null : 'https://shop.example/notify',
      }),
    );
    made.push(order);
    if (step % 3 !== 0) await app.orders.confirmPayment(SANDBOX, paymentOf(order));
    if (step < 55) while ((await app.orders.expireDue()) > 0);
    if (step === 40) await settleCommissions(app);
  }
  // One whose agent has its share, and one whose agent is still owed it.
  for (const step of [1, 58]) await reversed(app, made[step] ?? expect.fail());
  await app.db.transaction((tx) => app.members.change(tx, plain, { certification: 'approved' }));
  const users = usersForTests({ ...app, numbers: app.systemNumbers });
  await payOutInEveryState({ ...app, users }, plain);
  await app.ledger.adjust({
    memberNo: plain,
    reference: app.systemNumbers.next(),
    currency: 'CNY',
    amountMinor: -500n,
    remark: 'test',
  });
});
afterAll(() => app.close());

test('books kept by the app pass the full and the minute checks, and every check had data to check', async () => {
  const looked: string[] = [];
  expect(
    await checkBooks(app.db, {
      onChecked: ({ check, violations }, count) =>
        looked.push(`${check.name} ${count > 0n ? 'some' : 'none'} ${violations.length}`),
    }),
  ).toEqual([]);
  expect(looked).toEqual(bookChecks.map(({ name }) => `${name} some 0`));
  expect(await checkRecentBooks(app.db, begin)).toEqual([]);
  expect(await checkBooks(app.db, { members: [shop, agent] })).toEqual([]);
});

describe('a planted corruption is found', () => {
  const shopWallet = 'where member_no = :shop';
  const paid = `(select system_no from orders where member_no = :shop and status = 'success' and kind = 'payin' and commissions is not null order by system_no desc limit 1 offset 2)`;
  const unpaid = `(select system_no from orders where member_no = :shop and paid_at is null and notify_url is not null order by system_no desc limit 1)`;
  const row = (table: string, key = 'reference') => `where ${table}.member_no = :shop and ${table}.${key} = ${paid}`;

  const corruptions: Corruption[] = [
    [
      'money in a wallet from nowhere',
      [`update wallets set wallet = wallet + 1 ${shopWallet}`],
      ['wallets_sum_to_zero', 'wallets_end_their_chain', 'accounts_sum_entries', 'everything_sums_to_zero'],
      'minute',
    ],
    [
      'money moved between accounts without a journal',
      [`update wallets set wallet = wallet + 1, adjustment = adjustment - 1 ${shopWallet}`],
      ['wallets_end_their_chain', 'accounts_sum_entries'],
      'minute',
    ],
    [
      'fees taken away without a journal',
      [`update wallets set fees = fees - 5, clearing = clearing + 5 ${shopWallet}`],
      ['accounts_sum_entries', 'everything_sums_to_zero'],
      'full only',
    ],
    [
      'a wallet below zero',
      [`update wallets set wallet = -1 ${shopWallet}`],
      [
        'wallets_sum_to_zero',
        'wallets_not_below_zero',
        'available_not_below_zero',
        'wallets_end_their_chain',
        'accounts_sum_entries',
        'everything_sums_to_zero',
      ],
      'minute',
    ],
    [
      'more held than there is',
      [`update wallets set held_amounts = array_fill(wallet + 1, array[cardinality(held_amounts)]) ${shopWallet}`],
      ['available_not_below_zero', 'holds'],
      'minute',
    ],
    [
      'a hold that was let go',
      [`update wallets set held_until = '{}', held_amounts = '{}' ${shopWallet}`],
      ['holds'],
      'full only',
    ],
    [
      'money held without a record',
      [`update wallets set risk_hold = risk_hold + 1 ${shopWallet}`],
      ['risk_holds'],
      'minute',
    ],
    [
      'a money log that runs on with wrong totals',
      [`update wallets set total_in = total_in + 1 ${shopWallet}`],
      ['wallets_end_their_chain'],
      'minute',
    ],
    [
      'an entry with a wrong balance',
      [`update journals set wallet_before = wallet_before + 1, wallet_after = wallet_after + 1 ${row('journals')}`],
      ['chains_unbroken'],
      'minute',
    ],
    [
      'an entry that does not add up',
      [`update journals set wallet_after = wallet_after + 1 ${row('journals')}`],
      ['chains_unbroken'],
      'minute',
    ],
    [
      'an entry taken out of the chain',
      [`update journals set wallet_seq = wallet_seq + 1000 ${row('journals')}`],
      ['wallets_end_their_chain', 'chains_unbroken'],
      'minute',
    ],
    [
      'a journal that does not balance',
      [`update journals set fees = fees + 1 ${row('journals')}`],
      ['orders_booked', 'gross', 'journals_balance', 'accounts_sum_entries'],
      'minute',
    ],
    [
      'a journal of one entry',
      [
        `update journals set clearing = null, fees = null, commission = null, wallet = 0, amount = 0, fee = 0, wallet_after = wallet_before where kind = 'adjustment'`,
        `update journals set adjustment = null where kind = 'adjustment'`,
      ],
      ['wallets_end_their_chain', 'journals_balance', 'accounts_sum_entries'],
      'minute',
    ],
    [
      'a payment that was booked and vanished',
      [`delete from journals ${row('journals')}`],
      ['chains_unbroken', 'orders_booked', 'accounts_sum_entries', 'everything_sums_to_zero'],
      'minute',
    ],
    [
      'a payment booked twice',
      [`insert into journals select (jsonb_populate_record(j, '{"kind": "recharge"}')).* from journals j ${row('j')}`],
      ['chains_unbroken', 'orders_booked', 'accounts_sum_entries', 'everything_sums_to_zero'],
      'minute',
    ],
    [
      'an order paid that was never booked',
      [`update orders set status = 'success', paid_at = now() where member_no = :shop and system_no = ${unpaid}`],
      ['orders_booked', 'callbacks_noted', 'commission_shares', 'rollups_by_hour', 'rollups_by_day'],
      'minute',
    ],
    [
      'a booked order that is open again',
      [`update orders set status = 'unpaid', paid_at = null ${row('orders', 'system_no')}`],
      ['payments_have_orders', 'callbacks_true', 'commission_shares', 'rollups_by_hour', 'rollups_by_day'],
      'minute',
    ],
    [
      'an order of another amount than was booked',
      [`update orders set amount = amount + 1 ${row('orders', 'system_no')}`],
      ['orders_booked', 'obtained', 'gross', 'callbacks_true', 'rollups_by_hour', 'rollups_by_day'],
      'minute',
    ],
    [
      'a fee that the merchant did not pay',
      [`update orders set fee = fee + 1 ${row('orders', 'system_no')}`],
      ['orders_booked', 'obtained', 'callbacks_true', 'rollups_by_hour', 'rollups_by_day'],
      'minute',
    ],
    [
      'an agent promised more than was booked',
      [`update orders set commissions = jsonb_set(commissions, '{0,amount}', '"99"') ${row('orders', 'system_no')}`],
      ['gross', 'commission_owed', 'rollups_by_hour', 'rollups_by_day'],
      'minute',
    ],
    [
      'an agent promised more than it was sent',
      [
        `update orders set commissions = jsonb_set(commissions, '{0,amount}', '"99"') where member_no = :shop and system_no = (select min(reference) from commission_shares where reversed_at is null)`,
      ],
      ['gross', 'commission_shares', 'rollups_by_hour', 'rollups_by_day'],
      'minute',
    ],
    ...plantedPayouts,
    ...plantedReversals,
    ['a callback that was forgotten', [`delete from callbacks where member_no = :shop`], ['callbacks_noted'], 'minute'],
    [
      'a callback for an unpaid order',
      [
        `insert into callbacks (member_no, system_no, subject, receiver, status, amount, fee, created_at, next_at) select member_no, system_no, 'payin', 'x:1', 'pending', 1, 0, created_at, created_at from orders where member_no = :shop and system_no = ${unpaid}`,
      ],
      ['callbacks_true'],
      'full only',
    ],
    [
      'a callback that says another amount',
      [`update callbacks set amount = amount + 1 ${row('callbacks', 'system_no')}`],
      ['callbacks_true'],
      'full only',
    ],
    [
      'commission that is sent without a transfer',
      [
        `insert into commission_shares (member_no, reference, agent_no, currency, amount, held, release_at, created_at, transfer)
         select member_no, system_no, agent_no, currency, amount_minor, 0, null, created_at, 1 from audit.owed_commission`,
        'delete from owed_commission',
      ],
      ['commission_owed'],
      'minute',
    ],
    [
      'commission that is owed no longer',
      ['delete from owed_commission'],
      ['commission_owed', 'commission_shares'],
      'minute',
    ],
    [
      'a share that an agent was not promised',
      [
        'update commission_shares set amount = amount + 1 where reference = (select min(reference) from commission_shares where reversed_at is null)',
      ],
      ['commission_shares', 'commission_transfers'],
      'full only',
    ],
    [
      'a transfer that is open again',
      [
        'update commission_transfers set received_at = null where reference = (select min(reference) from commission_transfers)',
      ],
      ['between_members', 'commission_transfers'],
      'minute',
    ],
    [
      'a transfer of another amount',
      [
        'update commission_transfers set amount = amount + 1 where reference = (select min(reference) from commission_transfers)',
      ],
      ['commission_transfers'],
      'full only',
    ],
    [
      'commission received without a transfer',
      ['delete from commission_transfers where reference = (select min(reference) from commission_transfers)'],
      ['commission_transfers'],
      'full only',
    ],
    [
      'a number that names two orders',
      [
        `update orders set order_no = (select order_no from orders where member_no = :shop and kind = 'payin' order by system_no limit 1) where member_no = :shop and system_no = (select max(system_no) from orders where member_no = :shop and kind = 'payin')`,
      ],
      ['numbers_unique'],
      'full only',
    ],
    [
      'a sum by hour that is off',
      [`update order_rollups set created_amount = created_amount + 1 where member_no = :shop and span = 'hour'`],
      ['rollups_by_hour'],
      'full only',
    ],
    [
      'a day that is not counted',
      [
        `delete from order_rollups where member_no = :shop and span = 'day' and bucket = (select max(bucket) from order_rollups where member_no = :shop and span = 'day')`,
      ],
      ['rollups_by_day'],
      'full only',
    ],
  ];

  test.each(corruptions)('%s', async (_, statements, expected, minute) => {
    const { full, recent } = await afterPlanting(statements);
    expect(full.map(({ check }) => check.name).sort()).toEqual([...expected].sort());
    const minutely = expected.filter((name) =>
      bookChecks.some((check) => check.name === name && check.everyMinute !== 'never'),
    );
    expect(recent.map(({ check }) => check.name).sort()).toEqual(minutely.sort());
    expect(minutely.length > 0).toBe(minute === 'minute');
    for (const { violations } of full)
      expect(violations.map(describeViolation).join('\n')).toMatch(/^(member \d{8}, |all CNY ).+: .+ \S+/m);
  });

  test('by every check at least once', () => {
    const seen = new Set(corruptions.flatMap(([, , expected]) => expected));
    expect(bookChecks.map(({ name }) => name).filter((name) => !seen.has(name))).toEqual([]);
  });

  test('with its owner, journal and figures', async () => {
    const { full } = await afterPlanting([
      `update journals set wallet_before = wallet_before + 1, wallet_after = wallet_after + 1 ${row('journals')}`,
    ]);
    const { rows } = await app.db.pool.query<{
      wallet_seq: bigint;
      reference: bigint;
      wallet_before: bigint;
      kind: string;
    }>(`select * from journals j ${row('j').replaceAll(':shop', String(shop))}`);
    const [entry] = rows;
    expect(full[0]?.violations.map(describeViolation)[0]).toContain(
      `member ${shop}, wallet ${shop}-CNY, entry ${entry?.wallet_seq} (journal ${shop}-${entry?.reference}-${entry?.kind}): entry before it ${(entry?.wallet_seq ?? 0n) - 1n}, ` +
        `after the entry before it ${entry?.wallet_before}, before ${(entry?.wallet_before ?? 0n) + 1n}`,
    );
  });
});

/** The corruption removes the tables' guards first where it needs to. Everything is rolled back afterwards. */
async function afterPlanting(statements: readonly string[]): Promise<{ full: Finding[]; recent: Finding[] }> {
  let found: { full: Finding[]; recent: Finding[] } | undefined;
  const undo = new Error('undo');
  await app.db
    .transaction(async (tx) => {
      await dropChecks(tx);
      for (const statement of statements) await sql.raw(statement.replaceAll(':shop', String(shop))).execute(tx);
      found = { full: await checkWithin(tx), recent: await checkRecentWithin(tx, begin) };
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  if (!found) throw new Error('nothing was checked');
  return found;
}

async function dropChecks(tx: Tx): Promise<void> {
  const { rows } = await sql<{ name: string; owner: string }>`
    select conname as name, conrelid::regclass::text as owner from pg_constraint
    where contype = 'c' and coninhcount = 0 and conrelid::regclass::text in ('wallets', 'journals', 'orders', 'owed_commission', 'commission_shares', 'commission_transfers', 'disbursements', 'order_reversals')`.execute(
    tx,
  );
  for (const { name, owner } of rows) await sql.raw(`alter table ${owner} drop constraint ${name}`).execute(tx);
  for (const statement of triggersOff) await sql.raw(statement).execute(tx);
}
