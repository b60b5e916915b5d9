/**
 * What an operator may ask about a member's money: its terms and settlement, and what is held of its wallet. Spread
 * into operator-contract.ts.
 */
import { z } from 'zod';
import { Reason } from '#features/approvals/fields.ts';
import { secondStepFields, secondStepRefusals } from '#features/factors/contract.ts';
import type { CallTable } from '#foundation/core/calls.ts';
import {
  Amount,
  AnsweredAmount,
  MemberNo,
  MemberNoText,
  Percent,
  requestName,
  SignedAmount,
  Time,
} from '#foundation/core/wire.ts';
import type { operatorDisbursementTexts } from './operator-words.ts';
import { disbursementKinds } from './rules.ts';

const Wall = z.string({ error: 'wall_form' }).regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'wall_form' });

/** What one kind costs and may be. */
const termFieldsOf = <Money extends typeof Amount>(amount: Money) => ({
  percent: Percent,
  fixed: amount,
  minFee: amount.nullable(),
  maxFee: amount.nullable(),
  minAmount: amount,
  maxAmount: amount,
  /** From this amount on an operator looks first; null: never. */
  reviewFrom: amount.nullable(),
  /** The member's own hours; null: the platform's. Only withdrawals have hours. */
  window: z.strictObject({ from: Wall, to: Wall }).nullable(),
  enabled: z.boolean(),
});

const Settlement = {
  mode: z.enum(['D', 'T']),
  days: z.int({ error: 'days_range' }).min(0, { error: 'days_range' }).max(90, { error: 'days_range' }),
  /** Percent that is available at once; only with 0 days. */
  sameDayRatio: Percent,
};

const Terms = z.strictObject({
  ...termFieldsOf(AnsweredAmount),
  /** Of its own; else the platform's for everybody. */ own: z.boolean(),
});

const MemberTerms = z.strictObject({
  memberNo: MemberNoText,
  name: z.string(),
  kind: z.enum(['merchant', 'agent']),
  state: z.enum(['active', 'disabled']),
  currency: z.string(),
  settlement: z.strictObject(Settlement),
  withdrawal: Terms,
  payout: Terms,
  balance: SignedAmount,
  /** Settlement's and operators' holds together. */
  frozen: AnsweredAmount,
  available: SignedAmount,
  /** What operators hold. */
  held: AnsweredAmount,
  /** The latest twenty, newest first; a negative amount was let go. */
  holds: z.array(z.strictObject({ amount: SignedAmount, reason: z.string(), by: z.string(), createdAt: Time })),
});
export type MemberTerms = z.infer<typeof MemberTerms>;

const Holding = z.strictObject({
  memberNo: MemberNo,
  amount: Amount,
  reason: Reason,
  /** Made by the form: asked for again with it, nothing more is held or let go. */
  requestId: requestName({ error: 'request_id_form' }),
  ...secondStepFields,
});
const Held = z.strictObject({ /** What operators hold now. */ held: AnsweredAmount });

export const operatorMemberCalls = {
  '/operator/member/terms': {
    who: 'operators',
    secondStep: { none: 'reads' },
    summary: 'What a member pays and may, when its money is released, and what is held of it',
    input: z.strictObject({ memberNo: MemberNo }),
    output: MemberTerms,
  },
  '/operator/member/setTerms': {
    who: 'operators',
    secondStep: 'strongest',
    audit: ['member_terms_set'],
    summary: 'Sets what withdrawals or payouts cost a member and may be; for new ones only',
    input: z.strictObject({
      memberNo: MemberNo,
      kind: z.enum(disbursementKinds),
      ...termFieldsOf(Amount),
      ...secondStepFields,
    }),
    refusals: [...secondStepRefusals],
  },
  '/operator/member/setSettlement': {
    who: 'operators',
    secondStep: 'strongest',
    audit: ['member_settlement_set'],
    summary: 'Sets when what a member collects becomes available; for what is paid from then on',
    input: z.strictObject({ memberNo: MemberNo, ...Settlement, ...secondStepFields }),
    refusals: [...secondStepRefusals],
  },
  '/operator/member/hold': {
    who: 'operators',
    secondStep: 'strongest',
    audit: ['money_held'],
    notices: ['money_held'],
    live: ['balance.changed'],
    summary: 'Holds money of a wallet until an operator lets it go; no more than is available',
    input: Holding,
    output: Held,
    refusals: ['hold_exceeds_available', 'hold_conflict', ...secondStepRefusals],
  },
  '/operator/member/release': {
    who: 'operators',
    secondStep: 'strongest',
    audit: ['money_released'],
    notices: ['money_released'],
    live: ['balance.changed'],
    summary: 'Lets go what operators hold of a wallet, or a part of it',
    input: Holding,
    output: Held,
    refusals: ['release_exceeds_held', 'hold_conflict', ...secondStepRefusals],
  },
} as const satisfies CallTable<Extract<keyof typeof operatorDisbursementTexts, string>>;
