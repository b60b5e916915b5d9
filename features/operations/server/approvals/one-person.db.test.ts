import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, type Person } from '#features/accounts/server/people-for-tests.ts';
import { refusedSituations } from '#features/accounts/server/operators/two-people-for-tests.ts';
import type { ApprovalRow } from '../../approval-contract.ts';
import { type Operator, type OperatorApp, operatorApp } from '../operators-for-tests.ts';
import { HOUR_MS } from '#features/disbursements/server/withdrawal-calls-for-tests.ts';
import { sql } from '#foundation/server/postgres/sql.ts';

let at: OperatorApp;
let made = 0;

beforeAll(async () => {
  at = await operatorApp();
  await at.app.setSettings({ dualApprovalFromMinor: 50_000n });
});
afterAll(async () => expect(await at.close()).toEqual([]));

type Named = Operator & { username: string };
async function operator(): Promise<Named> {
  const username = `op_${(made += 1)}`;
  return { ...(await at.operator(username)), username };
}
const browser = (): Person => at.app.person({ browser: true });
const decide = (person: Person, id: string, step: object = {}) =>
  person.post('/operator/approval/decide', { id, decision: 'confirm', ...step });
const phoneStep = async (person: Person) => ({
  verifyType: 'sms',
  verifyCode: await at.owners.codeFor(person, 'verify'),
});

/** A large withdrawal with a proposal to cancel it. */
async function proposed(by: Operator, step: object = {}) {
  const owner = await at.merchant();
  const orderNo = await at.brought(owner, 'frozen');
  const { data } = await by.person.post<{ approvalId: string }>('/operator/disbursement/cancel', {
    ...at.one(owner, orderNo),
    reason: 'closed account',
    ...step,
  });
  const before = await at.stateOf(owner, orderNo);
  return {
    id: data?.approvalId ?? '',
    isUntouched: async () => expect(await at.stateOf(owner, orderNo)).toEqual(before),
    owner,
    orderNo,
  };
}

test('one operator who resets a colleague, logs in as the colleague and confirms their own proposal is stopped at every step', async () => {
  const [attacker, victim, third] = [await operator(), await operator(), await operator()];
  const { bindApp } = at.owners;
  await bindApp(victim.person);
  await sql`update users set mobile = '13800009999' where user_id = ${victim.userId}`.execute(at.app.db);
  const { id, isUntouched } = await proposed(attacker);
  const target = { id: victim.userId.toString(), reason: 'they asked me to' };

  // No link, no token, and the colleague's login is unchanged.
  const password = await attacker.person.post<{ link: null; approvalId: string }>('/operator/user/startReset', target);
  expect(password).toMatchObject({ code: 1, data: { outcome: 'proposed', link: null } });
  const factor = await attacker.person.post<{ approvalId: string }>('/operator/user/resetFactor', target);
  expect(factor).toMatchObject({ code: 1, data: { outcome: 'proposed' } });
  expect(await at.app.factors.hasAuthenticator(victim.userId)).toBe(true);
  for (const { data } of [password, factor])
    expect(
      await attacker.person.post('/operator/user/decideProposal', { id: data?.approvalId, decision: 'confirm' }),
    ).toMatchObject({ error: 'own_proposal' });

  // Even with a third operator's help the link goes to the colleague's own phone.
  for (const { data } of [password, factor]) {
    const confirmed = await third.person.post('/operator/user/decideProposal', {
      id: data?.approvalId,
      decision: 'confirm',
    });
    expect(confirmed).toEqual({ status: 200, code: 1, msg: '', time: expect.any(Number) });
  }
  const message = (await at.app.messages()).find(({ text }) => text.includes('token='));
  expect(message?.to).toBe('13800009999');

  // An attacker who also has the phone can log in as the colleague, but confirms nothing for a day.
  const token = /token=([\w-]{43})/.exec(message?.text ?? '')?.[1];
  expect(
    await browser().post('/user/resetPassword', { token, password: 'Stolen123', confirmPassword: 'Stolen123' }),
  ).toMatchObject({ code: 1 });
  const asVictim = browser();
  expect(await asVictim.logIn(victim.username, 'Stolen123')).toMatchObject({ code: 1 });
  expect(await decide(asVictim, id, await phoneStep(asVictim))).toMatchObject({
    code: 0,
    error: 'confirm_after_reset',
  });
  // The attacker cannot confirm what the stolen login proposes either.
  const turned = await proposed({ userId: victim.userId, person: asVictim }, await phoneStep(asVictim));
  expect(await decide(attacker.person, turned.id)).toMatchObject({ code: 0, error: 'confirm_after_reset' });

  // After that day the proposal has expired too.
  at.app.clock.advance(24 * HOUR_MS);
  await asVictim.logIn(victim.username, 'Stolen123');
  expect(await decide(asVictim, id)).toMatchObject({ code: 0, error: 'approval_expired' });
  for (const untouched of [isUntouched, turned.isUntouched]) await untouched();
});

test('one operator who knows a colleague’s password can confirm nothing in a new browser or in their own', async () => {
  const [attacker, victim, third] = [await operator(), await operator(), await operator()];
  at.app.clock.advance(24 * HOUR_MS);
  for (const { person, username } of [attacker, victim, third]) await person.logIn(username);
  const first = await proposed(attacker);
  const cleared = browser();
  await cleared.logIn(victim.username, PASSWORD);
  expect(await decide(cleared, first.id)).toMatchObject({ code: 0, error: 'confirm_new_device' });
  await first.isUntouched();
  // Negative control: the colleague confirms on a device that was theirs before.
  expect(await decide(victim.person, first.id)).toMatchObject({ code: 1 });

  const second = await proposed(attacker);
  await attacker.person.post('/user/logout');
  await attacker.person.logIn(victim.username, PASSWORD);
  expect(await decide(attacker.person, second.id)).toMatchObject({ code: 0, error: 'confirm_same_device' });
  await second.isUntouched();
  expect(await decide(third.person, second.id)).toMatchObject({ code: 1 });
});

const hindranceOf = async (person: Person, id: string) =>
  (await person.post<{ list: ApprovalRow[] }>('/operator/approval/list', { limit: 100 })).data?.list.find(
    (row) => row.id === id,
  )?.hindrance;

test('while the only other operator was invited less than a day ago, the list says from when on it can be confirmed', async () => {
  const owner = await operator();
  const grantedAt = at.app.clock.now();
  const invited = await operator();
  await sql`insert into staff_grants (user_id, granted_by, granted_at) values (${invited.userId}, ${owner.userId}, ${grantedAt})`.execute(
    at.app.db,
  );
  at.app.clock.advance(HOUR_MS);
  for (const { person, username } of [owner, invited]) await person.logIn(username);
  const { id, isUntouched } = await proposed(owner);
  const until = new Date(grantedAt.getTime() + 24 * HOUR_MS).toISOString();
  expect(await hindranceOf(invited.person, id)).toEqual({ why: 'confirm_after_granting', until });
  expect(await decide(invited.person, id)).toMatchObject({ error: 'confirm_after_granting' });
  await isUntouched();
  at.app.clock.set(until);
  await invited.person.logIn(invited.username);
  expect(await hindranceOf(invited.person, id)).toBeNull();
  expect(await decide(invited.person, id)).toMatchObject({ code: 1 });
});

test('what a disabled operator proposed can’t be confirmed, and the list says so', async () => {
  const [one, other] = [await operator(), await operator()];
  const { id } = await proposed(one);
  await sql`update users set state = 'disabled' where user_id = ${one.userId}`.execute(at.app.db);
  expect(await hindranceOf(other.person, id)).toEqual({ why: 'approval_outdated', until: null });
  expect(await decide(other.person, id)).toMatchObject({ error: 'approval_outdated' });
});

test.each([
  'confirm_after_reset',
  'confirm_after_enabling',
  'confirm_after_granting',
  'confirm_same_device',
  'confirm_new_device',
] as const)('%s: the money stays, and another operator can confirm', async (refusal) => {
  const [one, other, third] = [await operator(), await operator(), await operator()];
  const { id, isUntouched } = await proposed(one);
  const as = await refusedSituations[refusal]({ ...at.app, newcomer: browser }, other, one);
  expect(await hindranceOf(as, id)).toMatchObject({ why: refusal });
  expect(await hindranceOf(third.person, id)).toBeNull();
  // The proposer can't confirm it at any time, which is no hindrance.
  expect(await hindranceOf(one.person, id)).toBeNull();
  expect(await decide(as, id)).toMatchObject({ code: 0, error: refusal });
  await isUntouched();
  expect(await decide(third.person, id)).toMatchObject({ code: 1 });
});
