/** Proposals as rows of the list of all proposals: what all kinds have in common, and what each adds. */
import { approvalStateAt } from '#features/approvals/rules.ts';
import type { NamedProposal } from '#features/approvals/server/proposals.ts';
import { type OperatorProposal, rightOfProposal } from '#features/accounts/server/operators/proposals.ts';
import { rateTexts } from '#features/channels/rate-texts.ts';
import type { ChannelRate } from '#features/channels/server/member-rates.ts';
import { orderTransitions } from '#features/orders/rules.ts';
import type { MovePlan } from '#features/members/server/verbs.ts';
import { partsOf } from '#features/platform/setting-fields.ts';
import { type StaffProposal, userOf } from '#features/staff/server/deciding.ts';
import { type Currency, formatAmount } from '#foundation/core/money.ts';
import type { OperatorSession } from '#foundation/core/session.ts';
import type { ProposalRow } from '../../approval-contract.ts';
import { isAsProposed } from '../adjustments/adjusting.ts';
import type { AdjustmentView } from '../adjustments/store.ts';
import type { ConfirmationView } from '../orders/confirmation-store.ts';
import type { MoveProposal } from '../moves/store.ts';
import { marginOf } from '../rates/cells.ts';
import type { RateProposal } from '../rates/proposals-store.ts';
import { RATES_RIGHT } from '../rates/proposing.ts';
import type { ReversalView } from '../orders/store.ts';
import type { SettingProposal } from '../settings/store.ts';

/** Who reads the list, and when. */
export interface Reader {
  session: Pick<OperatorSession, 'userId' | 'rights'>;
  now: Date;
}

/** Also whether what it is about is still as it was proposed. */
type HoldingReader = Reader & { holds: boolean };

export function reversalRowOf(view: ReversalView, reader: Reader): ProposalRow {
  return {
    ...commonOf(view, { ...reader, holds: orderTransitions.allows(view.status, 'reversed') }),
    kind: 'reversal',
    act: 'reverse',
    right: 'reversals.act',
    memberNo: view.memberNo.toString(),
    memberName: view.memberName,
    orderNo: view.systemNo.toString(),
    merchantOrderNo: view.orderNo,
    amount: formatAmount(view.amountMinor, view.currency),
    fee: formatAmount(view.feeMinor, view.currency),
    forced: view.forced,
  };
}

export function confirmationRowOf(view: ConfirmationView, reader: Reader): ProposalRow {
  return {
    ...commonOf(view, { ...reader, holds: orderTransitions.allows(view.status, 'success') }),
    kind: 'confirmation',
    act: 'confirm_order',
    right: 'orders.act',
    memberNo: view.memberNo.toString(),
    memberName: view.memberName,
    orderNo: view.systemNo.toString(),
    merchantOrderNo: view.orderNo,
    amount: formatAmount(view.amountMinor, view.currency),
    fee: formatAmount(view.feeMinor, view.currency),
    reference: view.proof,
    upstreamId: view.upstreamId,
  };
}

export function adjustmentRowOf(view: AdjustmentView, reader: Reader): ProposalRow {
  const { amountMinor, currency } = view;
  return {
    ...commonOf(view, { ...reader, holds: isAsProposed(view) }),
    kind: 'adjustment',
    act: amountMinor > 0n ? 'credit' : 'debit',
    right: 'adjustments.act',
    memberNo: view.memberNo.toString(),
    memberName: view.memberName,
    orderNo: view.systemNo.toString(),
    amount: formatAmount(amountMinor > 0n ? amountMinor : -amountMinor, currency),
    reference: view.reference,
  };
}

/** The owner of the login can't confirm it, but can reject it. */
export function loginRowOf(proposal: OperatorProposal, reader: HoldingReader): ProposalRow {
  const common = commonOf(proposal, reader);
  return {
    ...common,
    kind: 'login',
    act: proposal.act,
    right: rightOfProposal(proposal),
    subject: proposal.username,
    username: proposal.username,
    own: common.own || proposal.userId === reader.session.userId,
  };
}

/** The operator whose roles change can't confirm it, but can reject it. */
export function staffRowOf(
  proposal: StaffProposal,
  reader: HoldingReader & { names(ids: readonly string[]): { name: string }[] },
): ProposalRow {
  const common = commonOf(proposal, reader);
  const { act, name, roles, rolesBefore, rights, rightsBefore } = proposal;
  const named = (ids: readonly string[]): string[] => reader.names(ids).map((role) => role.name);
  return {
    ...common,
    kind: 'staff',
    act,
    right: 'staff.configure',
    subject: name === '' ? null : name,
    changes: [
      act === 'save_role'
        ? { what: 'rights', before: [...rightsBefore], after: [...rights] }
        : { what: 'roles', before: named(rolesBefore), after: named(roles) },
    ],
    own: common.own || userOf(proposal) === reader.session.userId,
    rejectable: common.rejectable && reader.session.rights.has('staff.configure'),
  };
}

/** `holds`: the setting is still as it was when this was proposed. */
export function settingRowOf(proposal: SettingProposal, reader: HoldingReader): ProposalRow {
  const { name, before, after } = proposal;
  const texts = (value: string | undefined): string[] => (value === undefined || value === '' ? [] : [value]);
  return {
    ...commonOf(proposal, reader),
    kind: 'setting',
    act: 'set',
    right: 'settings.configure',
    subject: name,
    changes: partsOf(name).map((part) => ({ what: part, before: texts(before[part]), after: texts(after[part]) })),
  };
}

/** `plan`: what it would do now, if it can be carried out. */
export function moveRowOf(
  view: MoveProposal,
  { names, plan, ...reader }: Reader & { names: ReadonlyMap<bigint, string>; plan: MovePlan | undefined },
): ProposalRow {
  const named = (uplines: readonly bigint[]) =>
    uplines.map((agentNo) => `${names.get(agentNo) ?? ''} ${agentNo}`.trim());
  const moving = plan ? plan.merchants + plan.agents : view.members;
  return {
    ...commonOf(view, { ...reader, holds: plan !== undefined }),
    kind: 'move',
    act: 'move',
    right: 'members.configure',
    memberNo: view.memberNo.toString(),
    memberName: view.memberName,
    changes: [
      { what: 'agents', before: named(view.before), after: named(view.after) },
      { what: 'moving', before: [], after: [moving.toString()] },
    ],
  };
}

/** `current`: the member's rate now, if the proposal can be carried out. The margin is that of an example order. */
export function rateRowOf(
  view: RateProposal,
  { currency, current, ...reader }: Reader & { currency: Currency; current: ChannelRate | undefined },
): ProposalRow {
  const [before, after] = [rateTexts(view.before, currency), rateTexts(view.after, currency)];
  const texts = (value: string | null): string[] => (value === null ? [] : [value]);
  const parts = (['percent', 'fixed', 'minFee', 'maxFee'] as const).filter((part) => before[part] !== after[part]);
  const margin = (rate: RateProposal['before']) => texts(current ? marginOf(rate, current.channel, currency) : null);
  return {
    ...commonOf(view, { ...reader, holds: current !== undefined }),
    kind: 'rate',
    act: 'set_rate',
    right: RATES_RIGHT,
    memberNo: view.memberNo.toString(),
    memberName: view.memberName,
    subject: view.code,
    changes: [
      ...parts.map((part) => ({ what: part, before: texts(before[part]), after: texts(after[part]) })),
      ...(current ? [{ what: 'margin', before: margin(view.before), after: margin(view.after) }] : []),
    ],
  };
}

/** What all kinds have; a kind sets what it has more. `holds`: it could be carried out now. */
export function commonOf(
  proposal: NamedProposal & { editedBy?: bigint | null },
  { session, now, holds }: HoldingReader,
) {
  const state = approvalStateAt(proposal, now, holds);
  const own = [proposal.proposedBy, proposal.editedBy].includes(session.userId);
  return {
    id: proposal.approvalId,
    memberNo: null,
    memberName: null,
    orderNo: null,
    merchantOrderNo: null,
    subject: null,
    username: null,
    amount: null,
    fee: null,
    changes: [],
    forced: false,
    bankReference: '',
    reference: '',
    upstreamId: null,
    reason: proposal.reason,
    proposedBy: proposal.proposer,
    proposedAt: proposal.proposedAt.toISOString(),
    expiresAt: proposal.expiresAt.toISOString(),
    state,
    decidedBy: proposal.decider,
    decidedAt: proposal.decidedAt?.toISOString() ?? null,
    remark: proposal.remark,
    own,
    rejectable: state === 'open' && !own,
    possible: state === 'open',
  };
}
