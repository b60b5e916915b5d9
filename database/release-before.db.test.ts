/**
 * During an update, processes of the previous release run next to new ones. The schema accepts their statements for one
 * more release.
 */
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '#foundation/server/postgres/database-for-tests.ts';

const db = await testDatabase({ size: 2 });
afterAll(() => db.close());

test('a login on a new device is recorded without first_seen_at', async () => {
  await db.pool.query(
    "insert into users (user_id, role, username, password_hash, nickname, created_at) values (1, 'operator', 'boss', 'x', 'Boss', now())",
  );
  const note = `insert into known_devices (user_id, device_hash, seen_at) values (1, '\\x01', now())
    on conflict (user_id, device_hash) do update set seen_at = excluded.seen_at`;
  await db.pool.query(note);
  await db.pool.query(note);
  const { rows } = await db.pool.query(
    "select first_seen_at > now() - interval '1 minute' as fresh from known_devices",
  );
  expect(rows).toEqual([{ fresh: true }]);
});

test('a refused request is stored with skipped_before and without signed', async () => {
  await db.pool.query(
    `insert into gateway_refusals (member_no, refusal_id, at, path, sign_type, ip, error, order_no, request, skipped_before)
     values (1, gen_random_uuid(), now(), '/balance', null, '127.0.0.1', 'bad_signature', null, '{}', 3)`,
  );
  const { rows } = await db.pool.query('select signed, skipped_before from gateway_refusals');
  expect(rows).toEqual([{ signed: false, skipped_before: 3 }]);
});

test('a notice without a number gets one, below those of new processes', async () => {
  await db.pool.query(
    "insert into users (user_id, role, username, password_hash, nickname, created_at) values (2, 'operator', 'deputy', 'x', 'Deputy', now())",
  );
  await db.pool.query(`insert into notices (user_id, kind, text_values, created_at, sms_language)
    values (2, 'new_device', '{}', now(), 'en'), (2, 'new_device', '{}', now(), 'en')`);
  const { rows } = await db.pool.query<{ below: boolean }>(
    'select notice_id < 2611260000000000000 as below from notices where user_id = 2',
  );
  expect(rows).toEqual([{ below: true }, { below: true }]);
});

test('an operator that is added without roles can only log in', async () => {
  await db.pool.query(
    "insert into users (user_id, role, username, password_hash, nickname, created_at) values (3, 'operator', 'late', 'x', 'Late', now())",
  );
  const { rows } = await db.pool.query('select staff_roles from users where user_id = 3');
  expect(rows).toEqual([{ staff_roles: null }]);
});

test('a payment that is booked without its cost leaves it to be added up', async () => {
  await db.pool
    .query(`insert into order_rollups as r (member_no, span, bucket, kind, channel_id, created_count, created_amount, success_count, success_amount,
      success_fee, expired_count, expired_amount, paid_count, paid_amount, paid_fee)
    select * from unnest('{"(1,day,2026-11-20T00:00:00Z,payin,1,0,0,0,0,0,0,0,1,100,1)"}'::rollup_addition[])`);
  const { rows } = await db.pool.query('select paid_count, costed_count from order_rollups');
  expect(rows).toEqual([{ paid_count: 1n, costed_count: 0n }]);
});
