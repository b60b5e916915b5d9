/**
 * Every kind of proposal × who decides it, when, and what happened to its object meanwhile. The kinds are data, in
 * `proposal-kinds-for-tests.ts`.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApprovalRow } from '#features/operations/approval-contract.ts';
import { type Answer, type Person, stage, type Stage } from './access-stage-for-tests.ts';
import { type Cast, type Made, type ProposalCase, proposalCases } from './proposal-kinds-for-tests.ts';

let at: Stage;
let cast: Cast;
let proposer: Person;
let second: Person;
let third: Person;
let made = 0;

beforeAll(async () => {
  at = await stage();
  [proposer, second, third] = [
    await at.operator('proposer', ['owner']),
    await at.operator('second', ['owner']),
    await at.operator('third', ['owner']),
  ];
  const weak = {
    support: await at.operator('only_support', ['support']),
    risk: await at.operator('only_risk', ['risk']),
  };
  const shop = await at.add('merchant', 'shop');
  await at.db.pool.query("update members set certification = 'approved' where member_no = $1", [shop.memberNo]);
  cast = { at, proposer, second, third, weak, shop };
  await at.db.transaction((tx) =>
    at.app.platform.setSettings(tx, { dualApprovalFromMinor: 1n, adjustmentsTwoFromMinor: 1n }),
  );
});
afterAll(() => at.close());
beforeEach(() => at.clock.advance(2_000));

const call = (who: Person, path: string, input: object): Promise<Answer> =>
  at.request(who, path, { who: 'operators', summary: '' }, input);
const make = (kind: ProposalCase) => kind.make(cast, `about_${(made += 1)}`);
const decide = (who: Person, id: string, decision: 'confirm' | 'reject', path = '/operator/approval/decide') =>
  call(who, path, { id, decision, ...(decision === 'reject' ? { remark: 'no' } : {}) });
async function rowOf(who: Person, id: string, state = 'open'): Promise<ApprovalRow | undefined> {
  const { data } = await call(who, '/operator/approval/list', { state, limit: 100 });
  return (data as { list: ApprovalRow[] }).list.find((row) => row.id === id);
}
/** How often the act was carried out by a confirmation. */
async function times({ action }: ProposalCase, { subject }: Made): Promise<number> {
  const { rows } = await at.db.pool.query<{ count: number }>(
    `select count(*)::integer as count from audit_log where action = $1 and position($2 in object) > 0`,
    [action, subject],
  );
  return rows[0]?.count ?? 0;
}
async function outdate(): Promise<void> {
  const job = at.app.jobs.find(({ name }) => name === 'proposals whose object has changed');
  if (!job) throw new Error('no such job');
  await job.run();
}

describe.each(Object.entries(proposalCases))('a proposal about %s', (_name, kind) => {
  const weakRefusal = kind.secret ? 'not_found' : 'right_missing';

  test('is listed for both, decided by another person with the right of the act, once', async () => {
    const proposal = await make(kind);
    const { id } = proposal;
    const common = { ...kind.row, state: 'open', possible: true, proposedBy: 'proposer' };
    expect(await rowOf(proposer, id)).toMatchObject({ ...common, own: true, rejectable: false });
    expect(await rowOf(second, id)).toMatchObject({ ...common, own: false, rejectable: true });
    for (const decision of ['confirm', 'reject'] as const)
      expect(await decide(proposer, id, decision)).toMatchObject({ code: 0, error: 'own_proposal' });
    const weak = cast.weak[kind.weak];
    expect((await rowOf(weak, id)) === undefined).toBe(kind.secret ?? false);
    await at.writes();
    expect((await decide(weak, id, 'confirm')).error).toBe(weakRefusal);
    const onOlderPath = await decide(weak, id, 'confirm', kind.olderPath ?? '/operator/approval/decide');
    expect(onOlderPath.error).toBe(kind.olderPath ? 'right_missing' : weakRefusal);
    expect(await at.writes()).toEqual([]);
    expect(await times(kind, proposal)).toBe(0);
    expect(await decide(second, id, 'confirm')).toMatchObject({ code: 1 });
    expect(await times(kind, proposal)).toBe(1);
    expect(await decide(third, id, 'confirm')).toMatchObject({ code: 0, error: 'approval_decided' });
    expect(await rowOf(third, id, 'confirmed')).toMatchObject({ decidedBy: 'second', possible: false });
    expect(await times(kind, proposal)).toBe(1);
  });

  test('is rejected without the right of the act, unless it is secret, and then nothing happens', async () => {
    const proposal = await make(kind);
    const rejected = await decide(cast.weak[kind.weak], proposal.id, 'reject');
    expect(rejected).toMatchObject(kind.secret ? { code: 0, error: 'not_found' } : { code: 1 });
    const again = await decide(third, proposal.id, 'reject');
    expect(again).toMatchObject(kind.secret ? { code: 1 } : { code: 0, error: 'approval_decided' });
    expect(await decide(second, proposal.id, 'confirm')).toMatchObject({ error: 'approval_decided' });
    expect(await rowOf(second, proposal.id, 'rejected')).toMatchObject({ remark: 'no', possible: false });
    expect(await times(kind, proposal)).toBe(0);
  });

  test('about an object that changed is stale and not carried out', async () => {
    const proposal = await make(kind);
    await proposal.change();
    const stale = { state: 'stale', possible: false, rejectable: false };
    expect(await rowOf(second, proposal.id)).toMatchObject(stale);
    expect(await decide(second, proposal.id, 'confirm')).toMatchObject({ code: 0, error: kind.outdated });
    await outdate();
    expect(await rowOf(second, proposal.id)).toBeUndefined();
    expect(await rowOf(second, proposal.id, 'stale')).toMatchObject(stale);
    for (const decision of ['confirm', 'reject'] as const)
      expect(await decide(second, proposal.id, decision)).toMatchObject({ code: 0, error: 'approval_outdated' });
    expect(await times(kind, proposal)).toBe(0);
  });

  test('is carried out once when several operators decide at the same time', async () => {
    const proposal = await make(kind);
    const answers = await Promise.all([second, third, second, third].map((who) => decide(who, proposal.id, 'confirm')));
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1);
    expect(await times(kind, proposal)).toBe(1);
  });

  test('expires after 24 hours', async () => {
    const proposal = await make(kind);
    at.clock.advance(24 * 3_600_000);
    for (const who of [proposer, second, third, ...Object.values(cast.weak)]) who.token = await at.tokenOf(who);
    expect(await decide(second, proposal.id, 'confirm')).toMatchObject({ code: 0, error: 'approval_expired' });
    expect(await rowOf(second, proposal.id, 'expired')).toMatchObject({ possible: false, rejectable: false });
    expect(await times(kind, proposal)).toBe(0);
  });
});

const editable = Object.entries(proposalCases).flatMap(([name, kind]) =>
  kind.edit ? [{ name, ...kind, edit: kind.edit }] : [],
);
test.each(editable)('a proposal about $name can’t be decided by the one who last edited it', async (kind) => {
  const proposal = await make(kind);
  await kind.edit(cast, proposal, third);
  for (const decision of ['confirm', 'reject'] as const)
    expect(await decide(third, proposal.id, decision)).toMatchObject({ code: 0, error: 'own_proposal' });
  expect(await decide(second, proposal.id, 'confirm')).toMatchObject({ code: 1 });
  expect(await times(kind, proposal)).toBe(1);
});

const bounded = Object.entries(proposalCases).flatMap(([name, { half }]) => (half ? [{ name, half }] : []));
test.each(bounded)(
  '$name: the second half of the bound takes two people, one after the other and at once',
  async ({ half }) => {
    const halfOf = (by: Person) => half.act(cast, `half_${(made += 1)}`, by);
    await at.db.transaction((tx) => at.app.platform.setSettings(tx, half.bound));
    await at.db.pool.query('delete from counted_acts');
    expect(await halfOf(proposer)).toBe('done');
    expect(await halfOf(proposer)).toBe('proposed');
    // Of the same member.
    expect(await halfOf(third)).toBe('proposed');
    await at.db.pool.query('delete from counted_acts');
    const atOnce = await Promise.all([halfOf(second), halfOf(second)]);
    expect(atOnce).toEqual(expect.arrayContaining(['done', 'proposed']));
    await at.db.transaction((tx) =>
      at.app.platform.setSettings(tx, { dualApprovalFromMinor: 1n, movesTwoFrom: 1, ratesTwoFrom: 1 }),
    );
  },
);

test('the list merges all kinds in the order of time, and finds them by kind and by member', async () => {
  const kinds = Object.values(proposalCases);
  const ids: string[] = [];
  for (const kind of kinds) {
    ids.push((await make(kind)).id);
    at.clock.advance(1_000);
  }
  const list = async (input: object) =>
    (await call(second, '/operator/approval/list', input)).data as {
      total: number;
      list: ApprovalRow[];
      extend: object;
    };
  const newest = ids.toReversed();
  const first = await list({ limit: ids.length });
  expect(first.list.map(({ id }) => id)).toEqual(newest);
  expect(first.extend).toEqual({ open: first.total });
  for (const [page, id] of newest.slice(0, 4).entries())
    expect((await list({ limit: 1, page: page + 1 })).list.map((row) => row.id)).toEqual([id]);
  expect((await list({ order: 'asc', limit: 100 })).list.at(-1)?.id).toBe(newest[0]);
  const kindsOf = async (input: object) => [
    ...new Set((await list({ limit: 100, ...input })).list.map(({ kind }) => kind)),
  ];
  for (const kind of new Set(kinds.map(({ row }) => row.kind))) expect(await kindsOf({ kind })).toEqual([kind]);
  expect(await kindsOf({ kind: 'withdrawal' })).toEqual([]);
  const ofMember = await kindsOf({ memberNo: cast.shop.memberNo?.toString() });
  expect(ofMember).toEqual(expect.arrayContaining(['payout', 'reversal']));
  for (const kind of ['login', 'staff']) expect(ofMember).not.toContain(kind);
  expect(await kindsOf({ memberNo: cast.shop.memberNo?.toString(), kind: 'login' })).toEqual([]);
});

test('the owner of a login can reject a proposal about it, and not confirm it', async () => {
  const owner = await at.operator('login_owner', ['owner']);
  await at.db.pool.query("update users set mobile = '13700000001', mobile_bound_at = '2026-11-01' where user_id = $1", [
    owner.userId,
  ]);
  const { data } = await call(proposer, '/operator/user/startReset', { id: owner.userId.toString(), reason: 'lost' });
  const id = (data as { approvalId: string }).approvalId;
  expect(await rowOf(owner, id)).toMatchObject({ own: true, rejectable: true });
  expect(await decide(owner, id, 'confirm')).toMatchObject({ code: 0, error: 'own_user' });
  // With the number, the owner would need a code.
  await at.db.pool.query('update users set mobile = null, mobile_bound_at = null where user_id = $1', [owner.userId]);
  expect(await decide(owner, id, 'reject')).toMatchObject({ code: 1 });
  expect(await decide(second, '00000000-0000-4000-8000-000000000000', 'confirm')).toMatchObject({ error: 'not_found' });
});
