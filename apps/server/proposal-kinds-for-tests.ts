/**
 * Every kind of proposal, as data for the matrix in `approvals.db.test.ts`. A new kind is one entry, or
 * `tidy/proposal-kinds.test.ts` fails. Only tests import this.
 */
import { randomUUID } from 'node:crypto';
import type { ApprovalRow } from '#features/operations/approval-contract.ts';
import { formatAmount } from '#foundation/core/money.ts';
import type { PlatformSettings } from '#features/platform/settings.ts';
import { paidOrder, unpaidOrder } from './access-objects-for-tests.ts';
import { type Answer, CHANNEL, type Person, type Stage } from './access-stage-for-tests.ts';

/** The people of the matrix: three owners, and operators without the right of the act. */
export interface Cast {
  at: Stage;
  proposer: Person;
  second: Person;
  third: Person;
  weak: Readonly<Record<'support' | 'risk', Person>>;
  /** A certified merchant with money. */
  shop: Person;
}

export interface Made {
  id: string;
  /** What the audit log names. */
  subject: string;
  /** Changes the object so that the proposal can't be carried out any more. */
  change(): Promise<unknown>;
}

export interface ProposalCase {
  row: Partial<ApprovalRow> & Pick<ApprovalRow, 'kind' | 'act'>;
  /** Proposed by `proposer`. `name` is unique. */
  make(cast: Cast, name: string): Promise<Made>;
  /** What a confirmation records. */
  action: string;
  /** Who has `approvals.approve`, but not the right of the act. */
  weak: keyof Cast['weak'];
  /** The answer to a confirmation after `change`. */
  outdated: string;
  /** The older path that decides it. */
  olderPath?: string;
  /** Those without its right don't see it, and can't reject it. */
  secret?: true;
  /**
   * The bound, and an act that is half of it. Absent: always takes two people. The answer is what became of one half: of
   * two by the same person, the first is done and the second is proposed.
   */
  half?: { bound: Partial<PlatformSettings>; act(cast: Cast, name: string, by: Person): Promise<unknown> };
  /** Edits an open proposal. Absent: it can't be edited. */
  edit?(cast: Cast, made: Made, by: Person): Promise<unknown>;
}

const call = (at: Stage, who: Person, path: string, input: object): Promise<Answer> =>
  at.request(who, path, { who: 'operators', summary: '' }, input);

async function idOf(answer: Promise<Answer>, field: 'id' | 'approvalId'): Promise<string> {
  const { data, text } = await answer;
  const id = (data as Record<string, string> | undefined)?.[field];
  if (id === undefined) throw new Error(text);
  return id;
}

/** An operator, changed by SQL. */
async function colleague(at: Stage, name: string, changes: string): Promise<string> {
  const { userId } = await at.operator(name, ['auditor']);
  await at.db.pool.query(`update users set ${changes} where user_id = $1`, [userId]);
  return userId.toString();
}

let mobiles = 0;
const bound = () => `mobile = '138${String((mobiles += 1)).padStart(8, '0')}', mobile_bound_at = '2026-11-01'`;

async function payout({ at, shop }: Cast, orderNo: string, reviewed: boolean) {
  const memberNo = shop.memberNo ?? 0n;
  const applied = await at.app.disbursements.apply({
    memberNo,
    kind: 'payout',
    source: 'gateway',
    orderNo,
    amountMinor: 10_000n,
    beneficiary: { type: 'alipay', holder: 'Ann', bank: null, branch: null, account: `${orderNo}@pay.example` },
    requestHash: Buffer.from(orderNo),
    signType: 'none',
    notifyUrl: null,
    attach: null,
    remark: null,
  });
  if (applied.outcome === 'refused') throw new Error(applied.error);
  const { systemNo } = applied.disbursement;
  if (reviewed)
    await at.db.pool.query("update disbursements set review = 'waiting' where member_no = $1 and system_no = $2", [
      memberNo,
      systemNo,
    ]);
  return { memberNo, systemNo, one: { memberNo: memberNo.toString(), orderNo: systemNo.toString() } };
}

interface PayoutAct {
  act: 'unfreeze' | 'mark_paid' | 'cancel' | 'submit';
  path: string;
  action: string;
  more?: object;
  before?: 'frozen' | 'reviewed';
}

function payoutCase({ act, path, action, more = {}, before }: PayoutAct): ProposalCase {
  const prepared = async (cast: Cast, name: string) => {
    const made = await payout(cast, name, before === 'reviewed');
    if (before === 'frozen') await cast.at.app.disbursements.change(made, { event: 'freeze' });
    return made;
  };
  const send = ({ at }: Cast, one: object, by: Person) =>
    call(at, by, `/operator/disbursement/${path}`, { ...one, reason: 'odd', ...more });
  return {
    row: { kind: 'payout', act, right: 'disbursements.act', amount: '100.00' },
    action,
    weak: 'support',
    outdated: 'approval_outdated',
    async make(cast, name) {
      const { memberNo, systemNo, one } = await prepared(cast, name);
      return {
        id: await idOf(send(cast, one, cast.proposer), 'approvalId'),
        subject: systemNo.toString(),
        change: () => cast.at.app.disbursements.change({ memberNo, systemNo }, { event: 'cancel' }),
      };
    },
    half: {
      bound: { dualApprovalFromMinor: 20_000n },
      async act(cast, name, by) {
        const { data } = await send(cast, (await prepared(cast, name)).one, by);
        return (data as { outcome?: string } | undefined)?.outcome;
      },
    },
  };
}

interface AdjustmentAct {
  direction: 'credit' | 'debit';
  amount: string;
}

function adjustmentCase({ direction, amount }: AdjustmentAct): ProposalCase {
  const send = ({ at }: Cast, who: Person, name: string, by: Person, of: string = amount) =>
    call(at, by, '/operator/member/adjust', {
      memberNo: (who.memberNo ?? 0n).toString(),
      direction,
      amount: of,
      reason: `for ${name}`,
      reference: 'CASE-7',
      requestId: name,
    });
  return {
    row: { kind: 'adjustment', act: direction, right: 'adjustments.act', amount, reference: 'CASE-7' },
    action: 'wallet_adjusted',
    weak: 'risk',
    outdated: 'approval_outdated',
    async make(cast, name) {
      const owner = await cast.at.add('merchant', name);
      return {
        id: await idOf(send(cast, owner, name, cast.proposer), 'approvalId'),
        subject: `for ${name}`,
        // Another adjustment of the same wallet may have repaired the same thing.
        async change() {
          const id = await idOf(send(cast, owner, `other_${name}`, cast.proposer, '50.00'), 'approvalId');
          return call(cast.at, cast.third, '/operator/approval/decide', { id, decision: 'confirm' });
        },
      };
    },
    half: {
      bound: { adjustmentsTwoFromMinor: 2_000n },
      async act(cast, name, by) {
        const { data } = await send(cast, cast.shop, name, by, '10.00');
        return (data as { outcome?: string } | undefined)?.outcome;
      },
    },
  };
}

let percents = 0;
/** Whose rate halves of the bound change. */
let cheap: bigint | undefined;

/** Sets a member's rate on the channel, whose upstream costs 0.5 percent. */
async function belowCost(at: Stage, by: Person, memberNo: bigint, percent: string): Promise<Answer> {
  await at.db.pool.query('update channel_routes set cost_percent = 5000');
  const { rows } = await at.db.pool.query<{ percent: number }>(
    'select percent from member_rates where member_no = $1',
    [memberNo],
  );
  const rest = { fixed: '0.00', minFee: null, maxFee: null };
  const answer = await call(at, by, '/operator/rate/set', {
    memberNo: String(memberNo),
    code: CHANNEL,
    percent,
    ...rest,
    reason: 'a large shop',
    before: { percent: String((rows[0]?.percent ?? 6_000) / 10_000), ...rest },
  });
  return answer.error === 'rate_changed' ? belowCost(at, by, memberNo, percent) : answer;
}

export const proposalCases: Readonly<Record<string, ProposalCase>> = {
  'a payout to unfreeze': payoutCase({
    act: 'unfreeze',
    path: 'unfreeze',
    action: 'disbursement_unfrozen',
    before: 'frozen',
  }),
  'a payout to mark as paid': payoutCase({
    act: 'mark_paid',
    path: 'markPaid',
    action: 'disbursement_marked_paid',
    more: { bankReference: 'BANK 7', upstreamId: 1 },
  }),
  'a payout to cancel': payoutCase({
    act: 'cancel',
    path: 'cancel',
    action: 'disbursement_cancelled',
  }),
  'a payout to submit': payoutCase({
    act: 'submit',
    path: 'submit',
    action: 'disbursement_submitted',
    before: 'reviewed',
  }),
  'a reversal': {
    row: { kind: 'reversal', act: 'reverse', right: 'reversals.act', amount: '128.00', forced: true },
    action: 'order_reversed',
    weak: 'support',
    outdated: 'order_reversed',
    olderPath: '/operator/order/decideReversal',
    async make({ at, proposer, shop }, name) {
      const memberNo = shop.memberNo ?? 0n;
      const orderNo = await paidOrder(at, memberNo, name);
      const reverse = { memberNo: memberNo.toString(), orderNo, reason: 'odd', forced: true };
      return {
        id: await idOf(call(at, proposer, '/operator/order/reverse', reverse), 'id'),
        subject: orderNo,
        change: () =>
          at.app.orders.reverse(
            { memberNo, systemNo: BigInt(orderNo), reason: 'odd', forced: true },
            async () => undefined,
          ),
      };
    },
  },
  'an order to confirm': {
    row: { kind: 'confirmation', act: 'confirm_order', right: 'orders.act', amount: '128.00', reference: 'UP-77' },
    action: 'order_confirmed',
    weak: 'support',
    outdated: 'approval_outdated',
    async make({ at, proposer, shop }, name) {
      const { memberNo, systemNo, amountMinor, currency } = await unpaidOrder(at, shop.memberNo ?? 0n, name);
      const one = { memberNo: memberNo.toString(), orderNo: systemNo.toString() };
      const seen = { amount: '128.00', proof: 'UP-77', reason: 'no report came' };
      return {
        id: await idOf(call(at, proposer, '/operator/order/confirm', { ...one, ...seen }), 'id'),
        subject: systemNo.toString(),
        change: () =>
          at.app.orders.confirmPayment(1, {
            memberNo,
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
  'money for a wallet': adjustmentCase({ direction: 'credit', amount: '500.00' }),
  'money from a wallet': adjustmentCase({ direction: 'debit', amount: '500.00' }),
  'a disabled login': {
    row: { kind: 'login', act: 'enable', right: 'users.act', amount: null, memberNo: null },
    action: 'user_enabled',
    weak: 'support',
    outdated: 'approval_outdated',
    olderPath: '/operator/user/decideProposal',
    async make({ at, proposer }, name) {
      const id = await colleague(at, name, "state = 'disabled'");
      return {
        id: await idOf(call(at, proposer, '/operator/user/enable', { id, reason: 'back' }), 'approvalId'),
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
    olderPath: '/operator/user/decideProposal',
    async make({ at, proposer }, name) {
      const id = await colleague(at, name, bound());
      return {
        id: await idOf(call(at, proposer, '/operator/user/startReset', { id, reason: 'lost' }), 'approvalId'),
        subject: name,
        change: () =>
          at.db.pool.query('update users set mobile = null, mobile_bound_at = null where user_id = $1', [id]),
      };
    },
  },
  'a lost authenticator': {
    row: { kind: 'login', act: 'reset_factor', right: 'credentials.act', orderNo: null },
    action: 'factor_reset',
    weak: 'risk',
    outdated: 'approval_outdated',
    olderPath: '/operator/user/decideProposal',
    async make({ at, proposer }, name) {
      const id = await colleague(at, name, 'state = state');
      await at.db.pool.query(
        `insert into authenticators (user_id, authenticator_id, secret, last_step, bound_at)
         values ($1, gen_random_uuid(), $2, 0, '2026-11-01')`,
        [id, Buffer.alloc(1)],
      );
      return {
        id: await idOf(call(at, proposer, '/operator/user/resetFactor', { id, reason: 'lost' }), 'approvalId'),
        subject: name,
        change: () => at.db.pool.query('delete from authenticators where user_id = $1', [id]),
      };
    },
  },
  'an invitation': {
    row: {
      kind: 'staff',
      act: 'invite',
      right: 'staff.configure',
      changes: [{ what: 'roles', before: [], after: ['risk'] }],
    },
    action: 'staff_invitation_opened',
    weak: 'support',
    outdated: 'approval_outdated',
    olderPath: '/operator/staff/decideProposal',
    secret: true,
    async make({ at, proposer }, name) {
      const { data, text } = await call(at, proposer, '/operator/staff/invite', { roles: ['risk'], reason: name });
      const made = data as { id: string; approvalId: string | null } | undefined;
      if (!made?.approvalId) throw new Error(text);
      return {
        id: made.approvalId,
        subject: name,
        change: () =>
          at.db.pool.query('update staff_invitations set cancelled_at = $2 where invitation_id = $1', [
            made.id,
            at.clock.now(),
          ]),
      };
    },
  },
  'more roles': {
    row: {
      kind: 'staff',
      act: 'set_roles',
      right: 'staff.configure',
      changes: [{ what: 'roles', before: ['auditor'], after: ['risk'] }],
    },
    action: 'staff_roles_changed',
    weak: 'support',
    outdated: 'approval_outdated',
    olderPath: '/operator/staff/decideProposal',
    secret: true,
    async make({ at, proposer }, name) {
      const id = await colleague(at, name, 'state = state');
      const input = { id, roles: ['risk'], reason: 'new duties' };
      return {
        id: await idOf(call(at, proposer, '/operator/staff/setRoles', input), 'approvalId'),
        subject: name,
        change: () => at.db.pool.query("update users set staff_roles = '{}' where user_id = $1", [id]),
      };
    },
  },
  'more rights of a role': {
    row: {
      kind: 'staff',
      act: 'save_role',
      right: 'staff.configure',
      changes: [{ what: 'rights', before: ['cards.view'], after: ['cards.view', 'cards.act'] }],
    },
    action: 'staff_role_saved',
    weak: 'support',
    outdated: 'approval_outdated',
    olderPath: '/operator/staff/decideProposal',
    secret: true,
    async make({ at, proposer }, name) {
      const roleId = randomUUID();
      const role = (rights: readonly ('cards.view' | 'holds.act')[]) =>
        at.db.transaction((tx) =>
          at.app.users.saveStaffRole(tx, { roleId, name: `First ${name}`, rights }, at.clock.now()),
        );
      await role(['cards.view']);
      const input = { id: roleId, name, rights: ['cards.view', 'cards.act'], reason: 'new duties' };
      return {
        id: await idOf(call(at, proposer, '/operator/staff/saveRole', input), 'approvalId'),
        subject: name,
        change: () => role(['holds.act']),
      };
    },
  },
  'a member to move': {
    row: { kind: 'move', act: 'move', right: 'members.configure', orderNo: null, amount: null },
    action: 'member_moved',
    weak: 'support',
    outdated: 'approval_outdated',
    async make({ at, proposer }, name) {
      const agent = await at.add('agent', `${name}a`);
      const shop = await at.add('merchant', name);
      const memberNo = String(shop.memberNo);
      const input = { memberNo, uplineNo: String(agent.memberNo), reason: 'asked for' };
      return {
        id: await idOf(call(at, proposer, '/operator/member/move', input), 'approvalId'),
        subject: memberNo,
        change: () => at.db.pool.query("update members set state = 'disabled' where member_no = $1", [agent.memberNo]),
      };
    },
    half: {
      bound: { movesTwoFrom: 2 },
      async act({ at, shop }, name, by) {
        const agent = await at.add('agent', name);
        // One member has one open proposal.
        await at.db.pool.query("update move_proposals set state = 'expired' where state = 'open'");
        const input = { memberNo: String(shop.memberNo), uplineNo: String(agent.memberNo), reason: 'asked for' };
        const { data } = await call(at, by, '/operator/member/move', input);
        return (data as { outcome?: string } | undefined)?.outcome;
      },
    },
  },
  'a rate below cost': {
    row: {
      kind: 'rate',
      act: 'set_rate',
      right: 'rates.configure',
      orderNo: null,
      amount: null,
      subject: CHANNEL,
      changes: [
        { what: 'percent', before: ['0.6'], after: ['0.01'] },
        { what: 'margin', before: ['0.10'], after: ['-0.49'] },
      ],
    },
    action: 'member_rate_set',
    weak: 'support',
    outdated: 'approval_outdated',
    async make({ at, proposer }, name) {
      const { memberNo } = await at.add('merchant', name);
      return {
        id: await idOf(belowCost(at, proposer, memberNo ?? 0n, '0.01'), 'approvalId'),
        subject: String(memberNo),
        change: () =>
          at.db.pool.query(
            `insert into member_rates (member_no, channel_id, percent, fixed)
             select $1, channel_id, 9000, 0 from channels where code = $2`,
            [memberNo, CHANNEL],
          ),
      };
    },
    half: {
      bound: { ratesTwoFrom: 2 },
      async act({ at }, name, by) {
        // The shop of the cast can be under an agent, who pays more.
        cheap ??= (await at.add('merchant', name)).memberNo ?? undefined;
        // One rate has one open proposal.
        await at.db.pool.query("update rate_proposals set state = 'expired' where state = 'open'");
        const { data } = await belowCost(at, by, cheap ?? 0n, ((percents += 1) / 100).toFixed(2));
        return (data as { outcome?: string } | undefined)?.outcome;
      },
    },
  },
  'a setting of money': {
    row: { kind: 'setting', act: 'set', right: 'settings.configure', memberNo: null, subject: 'minRechargeMinor' },
    action: 'setting_changed',
    weak: 'support',
    outdated: 'approval_outdated',
    async make({ at, proposer }, name) {
      // One setting has one open proposal.
      await at.db.pool.query("update setting_proposals set state = 'expired' where state = 'open'");
      const { minRechargeMinor } = await at.db.transaction((tx) => at.app.platform.settingsWithin(tx));
      const shown = (minor: bigint) => ({ value: formatAmount(minor, 'CNY') });
      const input = {
        name: 'minRechargeMinor',
        ...shown(minRechargeMinor + 100n),
        was: shown(minRechargeMinor),
        reason: name,
      };
      return {
        id: await idOf(call(at, proposer, '/operator/setting/save', input), 'approvalId'),
        subject: name,
        change: () =>
          at.db.transaction((tx) => at.app.platform.setSettings(tx, { minRechargeMinor: minRechargeMinor + 7n })),
      };
    },
  },
};
