import { randomUUID } from 'node:crypto';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Call, Who } from '#foundation/core/calls.ts';
import { addObjects, type TestObjects } from './access-objects-for-tests.ts';
import { type Answer, type Person, PIN, stage, type Stage } from './access-stage-for-tests.ts';
import { formsOf } from './call-inputs-for-tests.ts';

let at: Stage;
let owner: Person;
let boss: Person;
/** The agent directly above the owner. */
let agent: Person;
/** Another operator, who makes proposals and has no second factor. */
let clerk: Person;
let testObjects: TestObjects;
/** The input that these need to get as far as the second step. */
let more: Readonly<Record<string, object>>;
/** A code of each person's authenticator that was accepted before, and therefore never is again. */
let spent: ReadonlyMap<Person, string>;
let guarded: [path: string, call: Call][];

beforeAll(async () => {
  at = await stage();
  [boss, clerk] = [await at.add('operator', 'boss'), await at.add('operator', 'clerk')];
  agent = await at.add('agent', 'kingsley');
  owner = await at.add('merchant', 'zorina', agent.memberNo);
  testObjects = await addObjects(at, owner, clerk, 1);
  const porter = await at.add('operator', 'porter');
  await at.db.pool.query("update users set mobile = '13900000009' where user_id = $1", [porter.userId]);
  const { approvalId } = await done<{ approvalId: string }>(clerk, '/operator/user/startReset', {
    id: porter.userId.toString(),
    reason: 'lost',
  });
  const invited = await done<{ approvalId: string }>(clerk, '/operator/staff/invite', {
    roles: [],
    reason: 'joins us',
  });
  const { rows } = await at.db.pool.query<{ orderNo: string }>(
    `select system_no::text as "orderNo" from disbursements where batch_no is not null limit 1`,
  );
  const frozen = { memberNo: testObjects.ids.member, ...rows[0] };
  await done(clerk, '/operator/disbursement/freeze', { ...frozen, reason: 'odd' });
  const fileId = randomUUID();
  await at.db.pool.query(
    `insert into bank_files (file_id, upstream_id, payer_name, payer_account, day, reason, items, made_by, made_at)
     values ($1, 1, 'The platform', '110022003300', '2026-11-20', 'odd', $2, $3, $4)`,
    [fileId, JSON.stringify([[frozen.memberNo, frozen.orderNo]]), clerk.userId, at.clock.now()],
  );
  more = {
    '/operator/user/decideProposal': { id: approvalId },
    '/operator/staff/decideProposal': { id: invited.approvalId },
    '/operator/disbursement/unfreeze': { ...frozen, reason: 'looked at' },
    '/operator/disbursement/payByHand': { rows: [frozen] },
    '/operator/disbursement/bankFile': { fileId },
    '/operator/disbursement/handResults': {
      fileId,
      rows: [{ orderNo: frozen.orderNo, result: 'failed', reason: 'odd' }],
    },
    '/operator/member/move': { uplineNo: null },
    '/operator/disbursement/bulk': { act: 'unfreeze', rows: [frozen], reason: 'looked at' },
    '/user/setPayPassword': { oldPassword: PIN },
    '/bankcard/add': { type: 'alipay', account: 'another@pay.example' },
    '/withdrawal/apply': { requestId: randomUUID() },
    '/batch/submit': { requestId: randomUUID() },
    '/apisettings/epay': { enabled: true, payPassword: PIN },
    '/apisettings/try': { path: '/payout/create', payPassword: PIN },
  };
  spent = new Map([
    [owner, await bindAuthenticator(owner)],
    [agent, await bindAuthenticator(agent)],
    [boss, await bindAuthenticator(boss)],
  ]);
  guarded = at.app.handlers
    .flatMap(({ contract }) => Object.entries<Call>(contract.calls))
    .filter(([path, { secondStep }]) => typeof secondStep === 'string' && !others.includes(path));
  await at.writes();
});
afterAll(() => at.close());

const by = (who: Person, path: string, input: object) => at.request(who, path, { who: 'session', summary: '' }, input);
async function done<Data>(who: Person, path: string, input: object): Promise<Data> {
  const answer = await by(who, path, input);
  if (answer.code !== 1) throw new Error(`${path}: ${answer.text}`);
  return answer.data as Data;
}
const callerOf = (who: Who): Person => (who === 'operators' ? boss : who === 'agents' ? agent : owner);
/**
 * The first is called before the user is known; the second refuses users who have an authenticator; the third has its
 * own field.
 */
const others: readonly string[] = ['/user/login', '/user/bindGoogleQrcode', '/user/clearGoogleBind'];

async function bindAuthenticator(who: Person): Promise<string> {
  const { secret } = await done<{ secret: string }>(who, '/user/getGoogleQrcode', {});
  const code = generateSync({ strategy: 'totp', secret, epoch: Math.floor(at.clock.now().getTime() / 1000) });
  await done(who, '/user/bindGoogleQrcode', { secret, code });
  return code;
}

/** Asks in every form of the call's input. */
async function askAll([path, call]: [string, Call], fields: object = {}): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const form of formsOf(path, call)) {
    const input = { ...form.make((_, kind) => testObjects.ids[kind] ?? randomUUID()), ...more[path], ...fields };
    answers.push(await at.request(callerOf(call.who), path, call, input));
  }
  return answers;
}

const stepOf = ({ who }: Call) => ({ verifyType: 'google', verifyCode: spent.get(callerOf(who)) });
const forgetTries = () => at.db.pool.query('delete from attempt_windows');

/** Every answer of every call, each with the call's path. */
async function outcomes<T>(calls: typeof guarded, fields: (call: Call) => object, of: (answer: Answer) => T) {
  const found: [path: string, outcome: T][] = [];
  for (const one of calls) for (const answer of await askAll(one, fields(one[1]))) found.push([one[0], of(answer)]);
  expect(new Set(found.map(([path]) => path))).toEqual(new Set(calls.map(([path]) => path)));
  return found;
}

test('every call that declares a second step asks a user with an authenticator for it before it does anything', async () => {
  expect(guarded.length).toBeGreaterThan(25);
  const answers = await outcomes(
    guarded,
    () => ({}),
    ({ code, data }) => [code, (data as { methods?: unknown } | undefined)?.methods],
  );
  expect(answers).toEqual(answers.map(([path]) => [path, [-2, ['google']]]));
  expect(await at.writes()).toEqual([]);
});

/** One call of each caller: wrong codes are counted per user. */
const ofEachCaller: readonly string[] = ['/bankcard/add', '/agent/adduser', '/operator/bankcard/decide'];

test('every such call refuses a wrong code, and after five of them, in whichever calls, every code', async () => {
  for (const one of guarded) {
    await forgetTries();
    const answers = await outcomes([one], stepOf, ({ error }) => error);
    expect(answers).toEqual(answers.map(([path]) => [path, 'second_step_wrong']));
  }
  await forgetTries();
  for (const one of guarded.filter(([path]) => ofEachCaller.includes(path)))
    for (let tries = 0; tries < 5; tries += 1) await askAll(one, stepOf(one[1]));
  const answers = await outcomes(guarded, stepOf, ({ error }) => error);
  expect(answers).toEqual(answers.map(([path]) => [path, 'second_step_locked']));
  await forgetTries();
  expect(await at.writes()).toEqual([]);
});

test('every call that takes the payment password refuses after five wrong ones, and while there is none', async () => {
  const taking = (refusal: string) => guarded.filter(([, { refusals = [] }]) => refusals.includes(refusal));
  expect(taking('pay_password_locked').length).toBeGreaterThan(5);
  const wrong = { payPassword: '000000' };
  for (let tries = 0; tries < 5; tries += 1)
    expect(await by(owner, '/bankcard/remove', { id: testObjects.ids.cardToRemove, ...wrong })).toMatchObject({
      code: -1,
    });
  const locked = await outcomes(
    taking('pay_password_locked'),
    () => ({}),
    ({ error }) => error,
  );
  expect(locked).toEqual(locked.map(([path]) => [path, 'pay_password_locked']));
  await forgetTries();
  expect(await at.writes()).toEqual([]);

  await at.db.pool.query('update users set pay_password_hash = null where user_id = $1', [owner.userId]);
  await at.writes();
  const unset = await outcomes(
    taking('pay_password_unset'),
    () => ({}),
    ({ error }) => error,
  );
  expect(unset).toEqual(unset.map(([path]) => [path, 'pay_password_unset']));
  expect(await at.writes()).toEqual([]);
});
