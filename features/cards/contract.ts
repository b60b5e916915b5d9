/** Calls about the cards that withdrawals go to: a member's own list, and an operator's decisions. */
import { z } from 'zod';
import { secondStepFields, secondStepRefusals } from '#features/factors/contract.ts';
import { paymentProofFields, paymentProofRefusals } from '#features/accounts/payment-proof.ts';
import { calls } from '#foundation/core/calls.ts';
import { MemberNoTyped, NameSearch, someLines } from '#foundation/core/typed-fields.ts';
import { MemberNoText, pageFields, pageOf, Time } from '#foundation/core/wire.ts';
import { beneficiaryTypes, withBeneficiary, withChangedBeneficiary } from './beneficiary.ts';
import { cardRemarkNames } from './review-remarks.ts';
import { cardStatuses } from './rules.ts';
import { cardTexts } from './words.ts';

const CardId = z.string({ error: 'required' }).min(1, { error: 'required' }).max(100);

export const AddCard = withBeneficiary(paymentProofFields);
/** A missing account stays unchanged. */
export const EditCard = withChangedBeneficiary({ id: CardId, ...paymentProofFields });
export const RemoveCard = z.strictObject({ id: CardId, ...paymentProofFields });

const CardRow = z.strictObject({
  /** Changes with each edit. */
  id: z.string(),
  type: z.enum(beneficiaryTypes),
  holder: z.string(),
  /** Bank code; null for Alipay. */
  bank: z.string().nullable(),
  /** In the request's language. */
  bankName: z.string().nullable(),
  branch: z.string(),
  /** Masked: at most the first six and last four digits. */
  account: z.string(),
  status: z.enum(cardStatuses),
  /** In the request's language, as far as the operator chose it from the templates. */
  reviewRemark: z.string(),
  createdAt: Time,
});
export type CardRow = z.infer<typeof CardRow>;

const OperatorCardRow = CardRow.extend({
  memberNo: MemberNoText,
  memberName: z.string(),
  /** Time of the last addition or change. */
  changedAt: Time,
  reviewedAt: Time.nullable(),
});
export type OperatorCardRow = z.infer<typeof OperatorCardRow>;

const OperatorCardDetail = OperatorCardRow.extend({
  /** The member's certified name, to compare with the holder; null if it is not certified. */
  certifiedName: z.string().nullable(),
  /** Cards of other members with the same account, newest first; at most 20. */
  same: z.array(
    z.strictObject({
      id: z.string(),
      memberNo: MemberNoText,
      memberName: z.string(),
      holder: z.string(),
      status: z.enum(cardStatuses),
      changedAt: Time,
    }),
  ),
});
export type OperatorCardDetail = z.infer<typeof OperatorCardDetail>;

export const CardDecision = z
  .strictObject({
    id: z.string().max(100),
    status: z.enum(['approved', 'rejected']),
    /** A remark that the member reads in its language, before `reviewRemark`. */
    reviewTemplate: z.enum(cardRemarkNames).optional(),
    reviewRemark: someLines(500).default(''),
    ...secondStepFields,
  })
  .refine(
    ({ status, reviewTemplate, reviewRemark }) =>
      status === 'approved' || reviewTemplate !== undefined || reviewRemark !== '',
    { path: ['reviewRemark'], error: 'card_remark_required' },
  );

const Cards = z.strictObject({ total: z.int(), list: z.array(CardRow) });

export const OperatorCardFilter = z.strictObject({
  status: z.enum([...cardStatuses, 'all']).default('pending'),
  memberNo: MemberNoTyped.optional(),
  /** A whole account number, or the beginning of the account holder's name. */
  q: NameSearch.optional(),
  ...pageFields(['changedAt']),
});
export type ParsedCardFilter = z.output<typeof OperatorCardFilter>;

export const cardCalls = calls(cardTexts, {
  '/bankcard/list': {
    who: 'members',
    secondStep: { none: 'reads' },
    summary: 'The member’s cards, newest first',
    output: Cards,
  },
  '/bankcard/normal': {
    who: 'members',
    secondStep: { none: 'reads' },
    summary: 'The approved cards, which withdrawals can go to',
    output: Cards,
  },
  '/bankcard/add': {
    who: 'members',
    secondStep: 'strongest',
    proof: 'payPassword',
    audit: ['card_added'],
    notices: ['card_added'],
    summary: 'Adds a bank card or an Alipay account',
    input: AddCard,
    output: CardRow,
    refusals: ['cards_full', ...paymentProofRefusals],
  },
  '/bankcard/edit': {
    who: 'members',
    secondStep: 'strongest',
    proof: 'payPassword',
    audit: ['card_changed'],
    notices: ['card_changed'],
    summary: 'Changes a card, which gets a new id and must be approved again',
    input: EditCard,
    output: CardRow,
    refusals: [...paymentProofRefusals],
  },
  '/bankcard/remove': {
    who: 'members',
    secondStep: 'strongest',
    proof: 'payPassword',
    audit: ['card_removed'],
    notices: ['card_removed'],
    summary: 'Removes a card',
    input: RemoveCard,
    refusals: [...paymentProofRefusals],
  },
  '/bank/list': {
    who: 'session',
    secondStep: { none: 'reads' },
    summary: 'Banks by code or by all or part of a name',
    input: z.strictObject({ q: NameSearch.default('') }),
    output: z.strictObject({ total: z.int(), list: z.array(z.strictObject({ code: z.string(), name: z.string() })) }),
  },
  '/operator/bankcard/list': {
    who: 'operators',
    right: 'cards.view',
    secondStep: { none: 'reads' },
    summary: 'Cards of all members, newest first',
    input: OperatorCardFilter,
    output: pageOf(
      OperatorCardRow,
      z.strictObject({ /** Cards waiting for a decision, regardless of the filter. */ pending: z.int() }),
    ),
  },
  '/operator/bankcard/decide': {
    who: 'operators',
    right: 'cards.act',
    secondStep: 'strongest',
    audit: ['card_decided'],
    notices: ['card_approved', 'card_rejected'],
    summary: 'Approves or rejects a card, once',
    input: CardDecision,
    refusals: ['card_decided', 'decide_after_reset', ...secondStepRefusals],
  },
  '/operator/bankcard/detail': {
    who: 'operators',
    right: 'cards.view',
    secondStep: { none: 'reads' },
    summary: 'One card with the member’s certified name, and the same account at other members',
    input: z.strictObject({ id: z.string().max(100) }),
    output: OperatorCardDetail,
  },
});
