/** Every kind of proposal × who decides it, when, and what happened to its object meanwhile. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApprovalRow } from '#features/operations/approval-contract.ts';
import { paidOrder, unpaidOrder } from './access-objects-for-tests.ts';
import { type Answer, type Person, stage, type Stage } from './access-stage-for-tests.ts';

interface Made {
  id: string;
  /** What the audit log names. */
  subject: string;
  /** Changes the object so that the proposal can't be carried out any more. */
  change(): Promise<unknown>;
}

interface Kind {
  row: Partial<ApprovalRow>;
  make(name: string): Promise<Made>;
  /** What a confirmation records. */
  action: string;
  /** Has `approvals.approve`, but not the right of the act. */
  weak: 'support' | 'risk';
  outdated: string;
  olderPath?: readonly string[];
}

let at: Stage;
let proposer: Person;
let second: Person;
let third: Person;
let shop: Person;
const weak: Partial<Record<Kind['weak'], Person>> = {};
let made = 0;

beforeAll(async () => {
  at = await stage();
  [proposer, second, third] = [
    await at.operator('proposer', ['owner']),
    await at.operator('second', ['owner']),
    await at.operator('third', ['owner']),
  ];
  for (const role of ['support', 'risk'] as const) weak[role] = await at.operator(`only_${role}`, [role]);
  shop = await at.add('merchant', 'shop');
  await at.db.pool.query("update members set certification = 'approved' where member_no = $1", [shop.memberNo]);
  await at.db.transaction((tx) =>
    at.app.platform.setSettings(tx, { dualApprovalFromMinor: 1n, adjustmentsTwoFromMinor: 1n }),
  );
});
afterAll(() => at.close());
beforeEach(() => at.clock.advance(2_000));

const call = (who: Person, path: string, input: object): Promise<Answer> =>
  at.request(who, path, { who: 'operators', summary: '' }, input);
const memberNo = () => shop.memberNo ?? 0n;

async function idOf(answer: Promise<Answer>, field: 'id' | 'approvalId'): Promise<string> {
  const { data, text } = await answer;
  const id = (data as Record<string, string> | undefined)?.[field];
  if (id === undefined) throw new Error(text);
  return id;
}

/** Another operator's login, changed by SQL. */
async function login(name: string, changes: string) {
  const { userId } = await at.operator(name, ['auditor']);
  await at.db.pool.query(`update users set ${changes} where user_id = $1`, [userId]);
  return userId.toString();
}

const kinds: Readonly<Record<string, Kind>> = {
  payout: {
    row: { kind: 'payout', act: 'cancel', right: 'disbursements.act', amount: '100.00' },
    action: 'disbursement_cancelled',
    weak: 'support',
    outdated: 'approval_outdated',
    async make(name) {
      const applied = await at.app.disbursements.apply({
        memberNo: memberNo(),
        kind: 'payout',
        source: 'gateway',
        orderNo: name,
        amountMinor: 10_000n,
        beneficiary: { type: 'alipay', holder: 'Ann', bank: null, branch: null, account: `${name}@pay.example` },
        requestHash: Buffer.from(name),
        signType: 'none',
        notifyUrl: null,
        attach: null,
        remark: null,
      });
      if (applied.outcome === 'refused') throw new Error(applied.error);
      const { systemNo } = applied.disbursement;
      const one = { memberNo: memberNo().toString(), orderNo: systemNo.toString() };
      return {
        id: await idOf(call(proposer, '/operator/disbursement/cancel', { ...one, reason: 'odd' }), 'approvalId'),
        subject: systemNo.toString(),
        change: () => at.app.disbursements.change({ memberNo: memberNo(), systemNo }, { event: 'cancel' }),
      };
    },
  },
  reversal: {
    row: { kind: 'reversal', act: 'reverse', right: 'reversals.act', amount: '128.00', forced: true },
    action: 'order_reversed',
    weak: 'support',
    outdated: 'order_reversed',
    olderPath: ['/operator/order/decideReversal'],
    async make(name) {
      const orderNo = await paidOrder(at, memberNo(), name);
      const reverse = { memberNo: memberNo().toString(), orderNo, reason: 'odd', forced: true };
      return {
        id: await idOf(call(proposer, '/operator/order/reverse', reverse), 'id'),
        subject: orderNo,
        change: () =>
          at.app.orders.reverse(
            { memberNo: memberNo(), systemNo: BigInt(orderNo), reason: 'odd', forced: true },
            async () => undefined,
          ),
      };
    },
  },
  'a disabled login': {
    row: { kind: 'login', act: 'enable', right: 'users.act', amount: null, memberNo: null },
    action: 'user_enabled',
    weak: 'support',
    outdated: 'approval_outdated',
    olderPath: ['/operator/user/decideProposal'],
    async make(name) {
      const id = await login(name, "state = 'disabled'");
      return {
        id: await idOf(call(proposer, '/operator/user/enable', { id, reason: 'back' }), 'approvalId'),
        subject: name,
        change: () => at.db.pool.query("update users set state = 'active' where user_id = $1", [id]),
      };
    },
  },
  'a lost password': {
    row: { kind: 'login', act: 'reset_password', right: 'credentials.act', orderNo: null },
    action: 'password_reset_started',
    weak: 'risk',
    outdated: 'reset_link_unreachable',
    olderPath: ['/operator/user/decideProposal'],
    async make(name) {
      const mobile = `138${String(10_000_000 + made).padStart(8, '0')}`;
      const id = await login(name, `mobile = '${mobile}', mobile_bound_at = '2026-11-01'`);
      return {
        id: await idOf(call(proposer, '/operator/user/startReset', { id, reason: 'lost' }), 'approvalId'),
        subject: name,
        change: () =>
          at.db.pool.query('update users set mobile = null, mobile_bound_at = null where user_id = $1', [id]),
      };
    },
  },
  'an order to confirm': {
    row: { kind: 'confirmation', act: 'confirm_order', right: 'orders.act', amount: '128.00', reference: 'UP-77' },
    action: 'order_confirmed',
    weak: 'support',
    outdated: 'approval_outdated',
    async make(name) {
      const { systemNo, amountMinor, currency } = await unpaidOrder(at, memberNo(), name);
      const one = { memberNo: memberNo().toString(), orderNo: systemNo.toString() };
      const seen = { amount: '128.00', proof: 'UP-77', reason: 'no report came' };
      return {
        id: await idOf(call(proposer, '/operator/order/confirm', { ...one, ...seen }), 'id'),
        subject: systemNo.toString(),
        change: () =>
          at.app.orders.confirmPayment(1, {
            memberNo: memberNo(),
            systemNo,
            amountMinor,
            currency,
            upstreamNo: `u${systemNo}`,
            status: 'paid',
            paidAt: null,
          }),
      };
    },
  },
  'a wallet': {
    row: { kind: 'adjustment', act: 'debit', right: 'adjustments.act', amount: '1000000.00', reference: 'CASE-7' },
    action: 'wallet_adjusted',
    weak: 'risk',
    outdated: 'adjustment_uncovered',
    async make(name) {
      const owner = await at.add('merchant', name);
      const answer = await call(proposer, '/operator/member/adjust', {
        memberNo: (owner.memberNo ?? 0n).toString(),
        direction: 'debit',
        amount: '1000000.00',
        reason: `for ${name}`,
        reference: 'CASE-7',
        requestId: name,
      });
      return {
        id: await idOf(Promise.resolve(answer), 'approvalId'),
        subject: `for ${name}`,
        change: () =>
          call(proposer, '/operator/member/hold', {
            memberNo: (owner.memberNo ?? 0n).toString(),
            amount: '0.01',
            reason: 'odd',
            requestId: name,
          }),
      };
    },
  },
};

const make = ({ make: making }: Kind) => making(`about_${(made += 1)}`);
const decide = (
  who: Person | undefined,
  id: string,
  decision: 'confirm' | 'reject',
  path = '/operator/approval/decide',
) => call(who ?? proposer, path, { id, decision, ...(decision === 'reject' ? { remark: 'no' } : {}) });
async function rowOf(who: Person, id: string, state = 'open'): Promise<ApprovalRow | undefined> {
  const { data } = await call(who, '/operator/approval/list', { state, limit: 100 });
  return (data as { list: ApprovalRow[] }).list.find((row) => row.id === id);
}
/** How often the act was carried out by a confirmation. */
async function times({ action }: Kind, { subject }: Made): Promise<number> {
  const { rows } = await at.db.pool.query<{ count: number }>(
    `select count(*)::integer as count from audit_log where action = $1 and position($2 in object) > 0`,
    [action, subject],
  );
  return rows[0]?.count ?? 0;
}

describe.each(Object.entries(kinds))('a proposal about %s', (_name, kind) => {
  test('is listed for both, decided by another person with the right of the act, once', async () => {
    const proposal = await make(kind);
    const { id } = proposal;
    const common = { ...kind.row, state: 'open', possible: true, proposedBy: 'proposer' };
    expect(await rowOf(proposer, id)).toMatchObject({ ...common, own: true, rejectable: false });
    expect(await rowOf(second, id)).toMatchObject({ ...common, own: false, rejectable: true });
    for (const decision of ['confirm', 'reject'] as const)
      expect(await decide(proposer, id, decision)).toMatchObject({ code: 0, error: 'own_proposal' });
    await at.writes();
    for (const path of ['/operator/approval/decide', ...(kind.olderPath ?? [])])
      expect((await decide(weak[kind.weak], id, 'confirm', path)).error, path).toBe('right_missing');
    expect(await at.writes()).toEqual([]);
    expect(await times(kind, proposal)).toBe(0);
    expect(await decide(second, id, 'confirm')).toMatchObject({ code: 1 });
    expect(await times(kind, proposal)).toBe(1);
    expect(await decide(third, id, 'confirm')).toMatchObject({ code: 0, error: 'approval_decided' });
    expect(await rowOf(third, id, 'confirmed')).toMatchObject({ decidedBy: 'second', possible: false });
    expect(await times(kind, proposal)).toBe(1);
  });

  test('is rejected without the right of the act, and then nothing happens', async () => {
    const proposal = await make(kind);
    expect(await decide(weak[kind.weak], proposal.id, 'reject')).toMatchObject({ code: 1 });
    expect(await decide(second, proposal.id, 'confirm')).toMatchObject({ error: 'approval_decided' });
    expect(await rowOf(second, proposal.id, 'rejected')).toMatchObject({ remark: 'no', possible: false });
    expect(await times(kind, proposal)).toBe(0);
  });

  test('about an object that changed is not carried out', async () => {
    const proposal = await make(kind);
    await proposal.change();
    expect(await decide(second, proposal.id, 'confirm')).toMatchObject({ code: 0, error: kind.outdated });
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
    for (const who of [proposer, second, third]) who.token = await at.tokenOf(who);
    for (const one of Object.values(weak)) one.token = await at.tokenOf(one);
    expect(await decide(second, proposal.id, 'confirm')).toMatchObject({ code: 0, error: 'approval_expired' });
    expect(await rowOf(second, proposal.id, 'expired')).toMatchObject({ possible: false, rejectable: false });
    expect(await times(kind, proposal)).toBe(0);
  });
});

test('the list merges all kinds in the order of time, and finds them by kind and by member', async () => {
  const ids: string[] = [];
  for (const kind of Object.values(kinds)) {
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
  for (const [page, id] of newest.entries())
    expect((await list({ limit: 1, page: page + 1 })).list.map((row) => row.id)).toEqual([id]);
  expect((await list({ order: 'asc', limit: 100 })).list.at(-1)?.id).toBe(newest[0]);
  const kindsOf = async (input: object) => [
    ...new Set((await list({ limit: 100, ...input })).list.map(({ kind }) => kind)),
  ];
  expect(await kindsOf({ kind: 'payout' })).toEqual(['payout']);
  expect(await kindsOf({ kind: 'reversal' })).toEqual(['reversal']);
  expect(await kindsOf({ kind: 'confirmation' })).toEqual(['confirmation']);
  expect(await kindsOf({ kind: 'adjustment' })).toEqual(['adjustment']);
  expect(await kindsOf({ kind: 'login' })).toEqual(['login']);
  expect(await kindsOf({ kind: 'withdrawal' })).toEqual([]);
  expect((await kindsOf({ memberNo: memberNo().toString() })).sort()).toEqual(['confirmation', 'payout', 'reversal']);
  expect(await kindsOf({ memberNo: memberNo().toString(), kind: 'login' })).toEqual([]);
});

test('the owner of a login can reject a proposal about it, and not confirm it', async () => {
  const owner = await at.operator('login_owner', ['owner']);
  await at.db.pool.query("update users set mobile = '13700000001', mobile_bound_at = '2026-11-01' where user_id = $1", [
    owner.userId,
  ]);
  const id = await idOf(
    call(proposer, '/operator/user/startReset', { id: owner.userId.toString(), reason: 'lost' }),
    'approvalId',
  );
  expect(await rowOf(owner, id)).toMatchObject({ own: true, rejectable: true });
  expect(await decide(owner, id, 'confirm')).toMatchObject({ code: 0, error: 'own_user' });
  // With the number, the owner would need a code.
  await at.db.pool.query('update users set mobile = null, mobile_bound_at = null where user_id = $1', [owner.userId]);
  expect(await decide(owner, id, 'reject')).toMatchObject({ code: 1 });
  expect(await decide(second, '00000000-0000-4000-8000-000000000000', 'confirm')).toMatchObject({ error: 'not_found' });
});
