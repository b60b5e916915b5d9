import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Call, Who } from '#foundation/core/calls.ts';
import { furnish, type Shelves } from './access-shelves-for-tests.ts';
import { type Person, PIN, stage, type Stage } from './access-stage-for-tests.ts';
import { formsOf } from './call-inputs-for-tests.ts';

let at: Stage;
let owner: Person;
let boss: Person;
/** Another operator, who makes proposals and has no second factor. */
let clerk: Person;
let shelves: Shelves;

beforeAll(async () => {
  at = await stage();
  [boss, clerk] = [await at.add('operator', 'boss'), await at.add('operator', 'clerk')];
  owner = await at.add('merchant', 'zorina');
  shelves = await furnish(at, owner, clerk, 1);
});
afterAll(() => at.close());

const call: Call = { who: 'operators', summary: '' };
const byClerk = (path: string, input: object) => at.ask(clerk, path, call, input);
const askerOf = (who: Who): Person => (who === 'operators' ? boss : owner);
/**
 * The first is called before the user is known; the second refuses users who have an authenticator; the third has its
 * own field.
 */
const others: readonly string[] = ['/user/login', '/user/bindGoogleQrcode', '/user/clearGoogleBind'];

test('every call that declares a second step asks a user with an authenticator for it before it does anything', async () => {
  const porter = await at.add('operator', 'porter');
  await at.db.pool.query("update users set mobile = '13900000009' where user_id = $1", [porter.userId]);
  const started = await byClerk('/operator/user/startReset', { id: porter.userId.toString(), reason: 'lost' });
  const { approvalId } = started.data as { approvalId: string };
  const { rows } = await at.db.pool.query<{ orderNo: string }>(
    `select system_no::text as "orderNo" from disbursements where batch_no is not null limit 1`,
  );
  const frozen = { memberNo: shelves.owned.member, ...rows[0] };
  expect(await byClerk('/operator/disbursement/freeze', { ...frozen, reason: 'odd' })).toMatchObject({ code: 1 });
  /** The input that these need to get as far as the second step. */
  const more: Readonly<Record<string, object>> = {
    '/operator/user/decideProposal': { id: approvalId },
    '/operator/disbursement/unfreeze': frozen,
    '/user/setPayPassword': { oldPassword: PIN },
    '/bankcard/add': { type: 'alipay', account: 'another@pay.example' },
    '/withdrawal/apply': { requestId: randomUUID() },
    '/batch/submit': { requestId: randomUUID() },
  };
  for (const { userId } of [owner, boss])
    await at.db.pool.query(
      "insert into authenticators (user_id, authenticator_id, secret, last_step, bound_at) values ($1, gen_random_uuid(), '\\x01', 0, '2026-11-01')",
      [userId],
    );
  await at.writes();

  const answers: [path: string, code: number | undefined, methods: unknown][] = [];
  const guarded = at.app.contracts
    .flatMap(({ contract }) => Object.entries<Call>(contract.calls))
    .filter(([path, { secondStep }]) => typeof secondStep === 'string' && !others.includes(path));
  expect(guarded.length).toBeGreaterThan(25);
  for (const [path, one] of guarded) {
    for (const form of formsOf(path, one)) {
      const input = { ...form.make((_, kind) => shelves.owned[kind] ?? randomUUID()), ...more[path] };
      const { code, data } = await at.ask(askerOf(one.who), path, one, input);
      answers.push([path, code, (data as { methods?: unknown } | undefined)?.methods]);
    }
  }
  expect(answers).toEqual(answers.map(([path]) => [path, -2, ['google']]));
  expect(new Set(answers.map(([path]) => path))).toEqual(new Set(guarded.map(([path]) => path)));
  expect(await at.writes()).toEqual([]);
});
