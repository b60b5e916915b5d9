import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import { checkAudit } from '#features/audit/server/verify.ts';
import { SmsError, type SmsMessage } from '#features/sms/server/transport.ts';
import type { Answer } from '#foundation/server/http/visitor-for-tests.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import { untilLocksAwaited } from '#foundation/server/postgres/lock-waits-for-tests.ts';
import type { ProposalRow } from '../../operator-contract.ts';
import { credentialsOf, type Credentials } from '../credentials-for-tests.ts';
import { PASSWORD, type People, people } from '../people-for-tests.ts';
import type { TestOperator } from './two-people-for-tests.ts';

const HOUR_MS = 3_600_000;
const NEW = 'Fresh123';

let app: People;
let owners: Credentials;
let sent: SmsMessage[];
let isProviderAway = false;
let boss: TestOperator;
let second: TestOperator;
let third: TestOperator;
let mobiles = 0;

beforeAll(async () => {
  app = await people({
    transport: {
      async send(message) {
        if (isProviderAway) throw new SmsError('unavailable', 'away');
        sent.push(message);
      },
    },
  });
  owners = credentialsOf(app);
  [boss, second, third] = [
    await operator('boss', { mobile: false }),
    await operator('second', { mobile: false }),
    await operator('third', { mobile: false }),
  ];
});
afterAll(async () => {
  expect((await checkAudit(app.db, app.sealer)).broken).toBeUndefined();
  await app.close();
});
beforeEach(() => {
  sent = [];
  isProviderAway = false;
});

async function operator(username: string, { mobile = true } = {}): Promise<TestOperator> {
  const userId = await app.addOperator(username);
  if (mobile)
    await sql`update users set mobile = ${`1380000${String((mobiles += 1)).padStart(4, '0')}`} where user_id = ${userId}`.execute(
      app.db,
    );
  const person = app.person({ browser: true });
  await person.logIn(username);
  return { userId, username, person };
}

type Started = Answer<{ outcome: string; approvalId: string | null; link?: string | null }>;
const start = async (
  act: 'startReset' | 'resetFactor' | 'enable',
  about: TestOperator,
  by = boss,
  more: object = {},
): Promise<Started> =>
  by.person.post(`/operator/user/${act}`, { id: about.userId.toString(), reason: 'lost', ...more });
const proposed = async (
  act: 'startReset' | 'resetFactor' | 'enable',
  about: TestOperator,
  by = boss,
): Promise<string> => {
  const { data } = await start(act, about, by);
  expect(data).toMatchObject({ outcome: 'proposed' });
  return data?.approvalId ?? '';
};
const decide = async (by: TestOperator, id: string, decision = 'confirm') =>
  by.person.post('/operator/user/decideProposal', { id, decision, ...(decision === 'reject' ? { remark: 'no' } : {}) });
const listed = async (filter: object = {}) =>
  (
    await boss.person.post<{ total: number; list: ProposalRow[]; extend: { open: number } }>(
      '/operator/user/proposals',
      filter,
    )
  ).data;
const linkIn = (messages: readonly SmsMessage[]) =>
  /token=([\w-]{43})/.exec(messages.find(({ event }) => event === 'reset')?.text ?? '')?.[1];
/** Resolves when a transaction waits for another. */
const waiting = () => untilLocksAwaited(app.db.pool);
const isIn = async ({ person }: TestOperator): Promise<boolean> => (await person.post('/user/info')).code === 1;

describe('a reset of an operator’s password', () => {
  it('returns no link: the proposal waits for a second operator, and the owner is notified', async () => {
    const owner = await operator('owner_a');
    const answer = await start('startReset', owner);
    expect(answer).toMatchObject({ code: 1, data: { outcome: 'proposed', link: null, expiresAt: null } });
    expect(JSON.stringify(answer)).not.toContain('token=');
    expect((await sql`select 1 from password_resets`.execute(app.db)).rows).toEqual([]);
    expect((await owners.noticesOf(owner.userId)).map(({ kind }) => kind)).toEqual(['reset_proposed']);
    expect((await owners.auditOf(boss.userId)).at(-1)).toBe('approval_proposed owner_a reset_password lost');
    expect(await listed()).toMatchObject({
      list: [{ username: 'owner_a', act: 'reset_password', proposedBy: 'boss', state: 'open', own: true }],
    });
    expect(await start('startReset', owner, second)).toMatchObject({ code: 0, error: 'approval_waits' });
    expect(await decide(boss, answer.data?.approvalId ?? '')).toMatchObject({ code: 0, error: 'own_proposal' });
    expect(await decide(owner, answer.data?.approvalId ?? '')).toMatchObject({ code: 0, error: 'own_user' });
    expect(await decide(second, answer.data?.approvalId ?? '', 'reject')).toMatchObject({ code: 1 });
    expect(linkIn(sent)).toBeUndefined();
    expect(await decide(second, answer.data?.approvalId ?? '')).toMatchObject({ code: 0, error: 'approval_decided' });
  });

  it('sends the link to the owner’s phone after two operators have agreed, and nowhere else', async () => {
    const owner = await operator('owner_b');
    const confirmed = await decide(second, await proposed('startReset', owner));
    expect(confirmed).toEqual({ status: 200, code: 1, msg: '', time: expect.any(Number) });
    const token = linkIn(sent);
    const { rows } = await sql<{ mobile: string }>`select mobile from users where user_id = ${owner.userId}`.execute(
      app.db,
    );
    expect(sent.filter(({ text }) => text.includes(token ?? '-')).map(({ to }) => to)).toEqual([rows[0]?.mobile]);
    expect((await owners.auditOf(second.userId)).slice(-2)).toEqual([
      'approval_confirmed owner_b reset_password @boss',
      'password_reset_started owner_b lost',
    ]);
    expect(
      await app.person().post('/user/resetPassword', { token, password: NEW, confirmPassword: NEW }),
    ).toMatchObject({ code: 1 });
    expect(await isIn(owner)).toBe(false);
    expect(await owner.person.logIn('owner_b', PASSWORD)).toMatchObject({ error: 'login_wrong' });
    expect(await owner.person.logIn('owner_b', NEW)).toMatchObject({ code: 1 });
  });

  it('requires a number that has been bound for a day; a number bound since is checked again at the confirmation', async () => {
    const nobody = await operator('owner_c', { mobile: false });
    expect(await start('startReset', nobody)).toMatchObject({ code: 0, error: 'reset_link_unreachable' });
    const owner = await operator('owner_d');
    const id = await proposed('startReset', owner);
    await sql`update users set mobile_bound_at = ${app.clock.now()} where user_id = ${owner.userId}`.execute(app.db);
    expect(await decide(second, id)).toMatchObject({ code: 0, error: 'reset_link_unreachable' });
    expect(linkIn(sent)).toBeUndefined();
    // A refused confirmation decides nothing.
    await sql`update users set mobile_bound_at = ${new Date(app.clock.now().getTime() - 24 * HOUR_MS)} where user_id = ${owner.userId}`.execute(
      app.db,
    );
    expect(await decide(second, id)).toMatchObject({ code: 1 });
    expect(linkIn(sent)).toBeDefined();
  });

  it("invalidates the link when the message can't be sent, and can be proposed again", async () => {
    const owner = await operator('owner_e');
    const id = await proposed('startReset', owner);
    isProviderAway = true;
    expect(await second.person.post('/operator/user/decideProposal', { id, decision: 'confirm' })).toMatchObject({
      code: 0,
      error: 'reset_link_not_sent',
    });
    isProviderAway = false;
    const { rows } =
      await sql`select 1 from password_resets where user_id = ${owner.userId} and used_at is null`.execute(app.db);
    expect(rows).toEqual([]);
    expect(await decide(second, await proposed('startReset', owner))).toMatchObject({ code: 1 });
    expect(linkIn(sent)).toBeDefined();
  });
});

describe('an operator’s authenticator', () => {
  it('is removed only by two operators, which ends the sessions and notifies the owner', async () => {
    const owner = await operator('owner_f', { mobile: false });
    expect(await start('resetFactor', owner)).toMatchObject({ code: 0, error: 'authenticator_not_bound' });
    await owners.bindApp(owner.person);
    const id = await proposed('resetFactor', owner);
    expect(await isIn(owner)).toBe(true);
    expect(await app.factors.hasAuthenticator(owner.userId)).toBe(true);
    expect(await decide(second, id)).toMatchObject({ code: 1 });
    expect(await app.factors.hasAuthenticator(owner.userId)).toBe(false);
    expect(await isIn(owner)).toBe(false);
    expect((await owners.noticesOf(owner.userId)).map(({ kind }) => kind)).toEqual([
      'authenticator_bound',
      'reset_proposed',
      'authenticator_removed',
    ]);
    expect((await owners.auditOf(second.userId)).at(-1)).toBe('factor_reset owner_f lost');
  });

  it("that its owner has removed meanwhile can't be removed", async () => {
    const owner = await operator('owner_g', { mobile: false });
    const { secret } = await owners.bindApp(owner.person);
    const id = await proposed('resetFactor', owner);
    expect(await owner.person.post('/user/clearGoogleBind', { code: owners.codeOf(secret) })).toMatchObject({
      code: 1,
    });
    expect(await decide(second, id)).toMatchObject({ code: 0, error: 'approval_outdated' });
  });
});

describe('an operator who is disabled', () => {
  it('is enabled only by two operators, and is notified', async () => {
    const owner = await operator('owner_h');
    expect(await boss.person.post('/operator/user/disable', { id: owner.userId.toString() })).toMatchObject({
      code: 1,
    });
    const id = await proposed('enable', owner);
    expect(await owner.person.logIn('owner_h')).toMatchObject({ error: 'login_wrong' });
    expect(await decide(second, id)).toMatchObject({ code: 1 });
    expect(await owner.person.logIn('owner_h')).toMatchObject({ code: 1 });
    expect((await owners.noticesOf(owner.userId)).map(({ kind }) => kind)).toContain('login_enabled');
    // A user who is not disabled needs no proposal.
    expect(await start('enable', owner)).toMatchObject({ data: { outcome: 'done', approvalId: null } });
  });
});

describe('a proposal about a login', () => {
  it('requires a reason with visible characters', async () => {
    const owner = await operator('owner_j');
    for (const reason of ['', ' ', '\u200b\u2060'])
      expect(await start('startReset', owner, boss, { reason })).toMatchObject({
        code: -1,
        fields: { reason: expect.any(String) },
      });
  });

  it('can be rejected, but not confirmed, by the owner of the login', async () => {
    const owner = await operator('owner_l');
    const id = await proposed('startReset', owner);
    expect(await decide(owner, id)).toMatchObject({ code: 0, error: 'own_user' });
    await sql`update users set mobile = null where user_id = ${owner.userId}`.execute(app.db);
    expect(await decide(owner, id, 'reject')).toMatchObject({ code: 1 });
    expect(await listed({ state: 'rejected' })).toMatchObject({
      list: expect.arrayContaining([expect.objectContaining({ id, decidedBy: 'owner_l' })]),
    });
    expect(await decide(second, id)).toMatchObject({ code: 0, error: 'approval_decided' });
  });

  it('must be decided before the same is proposed again', async () => {
    const owner = await operator('same_again', { mobile: false });
    await owners.bindApp(owner.person);
    const disabled = await boss.person.post('/operator/user/disable', { id: owner.userId.toString() });
    expect(disabled).toMatchObject({ code: 1 });
    for (const act of ['enable', 'resetFactor'] as const) {
      const id = await proposed(act, owner);
      expect(await start(act, owner, second)).toMatchObject({ code: 0, error: 'approval_waits' });
      expect(await decide(second, id, 'reject')).toMatchObject({ code: 1 });
      expect(await decide(third, await proposed(act, owner))).toMatchObject({ code: 1 });
    }
  });

  it('expires after a day', async () => {
    const id = await proposed('startReset', await operator('owner_k'));
    app.clock.advance(24 * HOUR_MS);
    for (const one of [boss, second, third]) await one.person.logIn(one.username);
    expect(await decide(second, id)).toMatchObject({ code: 0, error: 'approval_expired' });
    expect((await listed({ state: 'expired' }))?.list.map((row) => row.id)).toContain(id);
  });

  it('is carried out once, however many confirm at once', async () => {
    const fourth = await operator('fourth', { mobile: false });
    const owner = await operator('owner_i');
    const id = await proposed('startReset', owner);
    const answers = await Promise.all([second, third, fourth, second, third, fourth].map((by) => decide(by, id)));
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1);
    expect(new Set(answers.filter(({ code }) => code !== 1).map(({ error }) => error))).toEqual(
      new Set(['approval_decided']),
    );
    expect(sent.filter(({ event }) => event === 'reset')).toHaveLength(1);
  });

  it('does not deadlock with another one about the operator who confirms it', async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      const pair = [
        await operator(`one_${turn}`, { mobile: false }),
        await operator(`other_${turn}`, { mobile: false }),
      ] as const;
      const apps = [await owners.bindApp(pair[0].person), await owners.bindApp(pair[1].person)] as const;
      const about = [await proposed('resetFactor', pair[0]), await proposed('resetFactor', pair[1])] as const;
      const confirm = (by: 0 | 1, id: string) =>
        pair[by].person.post('/operator/user/decideProposal', {
          id,
          decision: 'confirm',
          verifyType: 'google',
          verifyCode: owners.codeOf(apps[by].secret),
        });
      const answers = await Promise.all([confirm(0, about[1]), confirm(1, about[0])]);
      // The second one has no factor and no session any more.
      expect(answers.filter(({ code }) => code === 1)).toHaveLength(1);
      expect(answers.map(({ error }) => error).filter((error) => error !== undefined)).toEqual([
        expect.stringMatching(/^(logged_out|second_step_wrong)$/),
      ]);
    }
  });

  it('is confirmed while a payout proposed by that login is confirmed, without a deadlock', async () => {
    const owner = await operator('owner_m');
    const id = await proposed('startReset', owner);
    const payout = await app.db.pool.connect();
    await payout.query('begin');
    // As in every confirmation: the two operators, then the confirmer's chain.
    await payout.query('select from users where user_id = $1 for share', [owner.userId]);
    const answer = decide(second, id);
    await waiting();
    await payout.query('select from audit_heads where chain = $1 for update', [second.userId]);
    await payout.query('commit');
    payout.release();
    expect(await answer).toMatchObject({ code: 1 });
  });

  it('is confirmed while its confirmer logs in, without a deadlock', async () => {
    const fifth = await operator('fifth', { mobile: false });
    const { secret } = await owners.bindApp(fifth.person);
    const id = await proposed('startReset', await operator('owner_n'));
    const login = await app.db.pool.connect();
    await login.query('begin');
    // As in every login: the step is spent, then the user is locked.
    await login.query('update authenticators set last_step = last_step where user_id = $1', [fifth.userId]);
    const step = { verifyType: 'google', verifyCode: owners.codeOf(secret) };
    const answer = fifth.person.post('/operator/user/decideProposal', { id, decision: 'confirm', ...step });
    await waiting();
    await login.query('select from users where user_id = $1 for update', [fifth.userId]);
    await login.query('commit');
    login.release();
    expect(await answer).toMatchObject({ code: 1 });
  });

  it('is not open to members, and an unknown id is not found', async () => {
    const { person } = await owners.somebody();
    for (const path of ['/operator/user/proposals', '/operator/user/decideProposal'])
      expect(await person.post(path)).toMatchObject({ code: 0, error: 'not_found' });
    expect(await decide(second, '00000000-0000-4000-8000-000000000000')).toMatchObject({ code: 0, error: 'not_found' });
  });
});

test.each(['member', 'operator'])(
  "a session that ends while its request waits can't change a login: of a(n) %s",
  async (role) => {
    const asking = await operator(`asks_${role.slice(0, 6)}`, { mobile: false });
    const about =
      role === 'member' ? { ...asking, userId: (await owners.somebody()).userId } : await operator('owner_o');
    const ending = await app.db.pool.connect();
    await ending.query('begin');
    await ending.query("select pg_advisory_xact_lock(hashtext('operator proposals'))");
    const answer = start('startReset', about, asking);
    await waiting();
    await ending.query('update sessions set ended_at = $2 where user_id = $1', [asking.userId, app.clock.now()]);
    await ending.query('commit');
    ending.release();
    expect(await answer).toMatchObject({ code: 50008, error: 'logged_out' });
    expect((await owners.noticesOf(about.userId)).map(({ kind }) => kind)).not.toContain(
      role === 'member' ? 'password_reset_started' : 'reset_proposed',
    );
  },
);

test('members’ links and factors take only one operator, and the member is notified of both', async () => {
  const { userId } = await owners.somebody();
  const member = { userId, username: '', person: boss.person };
  expect(await start('startReset', member, boss, { reason: '' })).toMatchObject({
    data: { outcome: 'done', link: expect.stringContaining('token=') },
  });
  expect(await start('resetFactor', member, boss)).toMatchObject({ data: { outcome: 'done' } });
  expect((await owners.noticesOf(userId)).map(({ kind }) => kind)).toContain('password_reset_started');
});
