/**
 * Operators' calls about users: find them, disable and enable them, reset their credentials. Changing another
 * operator's login takes two operators.
 */
import { z } from 'zod';
import { Decision, decisionRefusals } from '#features/approvals/fields.ts';
import { approvalStates } from '#features/approvals/rules.ts';
import { secondStepFields, secondStepRefusals } from '#features/factors/contract.ts';
import { calls } from '#foundation/core/calls.ts';
import { roles } from '#foundation/core/session.ts';
import { oneLine, SearchText } from '#foundation/core/typed-fields.ts';
import { MemberNoText, pageFields, pageOf, Time } from '#foundation/core/wire.ts';
import { operatorUserTexts } from './operator-words.ts';

/** Every number that fits the database's column. */
const UserId = z
  .string({ error: 'number_form' })
  .regex(/^\d{1,18}$|^[1-8]\d{18}$/, { error: 'number_form' })
  .transform((text) => BigInt(text));
/** The reason is required if the user is an operator, because a second operator reads it. */
const OneLogin = z.strictObject({
  id: UserId,
  reason: oneLine({ error: 'reason_needed', most: 200 }).default(''),
  ...secondStepFields,
});

const outcome = {
  /** `proposed`: the user is an operator, and a second operator has to confirm. */
  outcome: z.enum(['done', 'proposed']),
  approvalId: z.string().nullable(),
};

export const proposedActions = ['reset_password', 'reset_factor', 'enable'] as const;
export type ProposedAction = (typeof proposedActions)[number];

const OperatorUserRow = z.strictObject({
  id: z.string(),
  username: z.string(),
  nickname: z.string(),
  role: z.enum(roles),
  memberNo: MemberNoText.nullable(),
  /** First three and last four digits. */
  mobile: z.string().nullable(),
  state: z.enum(['active', 'disabled']),
  lastLoginAt: Time.nullable(),
  createdAt: Time,
});

const ProposalRow = z.strictObject({
  id: z.string(),
  /** The user whose login it is about. */
  userId: z.string(),
  username: z.string(),
  act: z.enum(proposedActions),
  reason: z.string(),
  proposedBy: z.string(),
  proposedAt: Time,
  expiresAt: Time,
  state: z.enum(approvalStates),
  decidedBy: z.string().nullable(),
  decidedAt: Time.nullable(),
  remark: z.string(),
  /**
   * Proposed by or about the calling operator, who therefore can't confirm it. The owner of the login can reject it.
   */
  own: z.boolean(),
});
export type ProposalRow = z.infer<typeof ProposalRow>;

export const operatorUserCalls = calls(operatorUserTexts, {
  '/operator/user/list': {
    who: 'operators',
    right: 'users.view',
    secondStep: { none: 'reads' },
    summary:
      'Lists users, newest first; searches by the beginning of the username, the member number or the full bound mobile',
    input: z.strictObject({ ...pageFields(['createdAt']), q: SearchText.optional() }),
    output: pageOf(OperatorUserRow, z.strictObject({})),
  },
  '/operator/user/disable': {
    who: 'operators',
    right: 'users.act',
    secondStep: 'strongest',
    audit: ['user_disabled'],
    summary: 'Disables a user and ends all of their sessions',
    input: OneLogin,
    refusals: ['own_user', 'last_owner', ...secondStepRefusals],
  },
  '/operator/user/enable': {
    who: 'operators',
    right: 'users.act',
    secondStep: 'strongest',
    audit: ['user_enabled', 'approval_proposed'],
    summary: 'Enables a disabled user; if the user is an operator, this is only proposed',
    input: OneLogin,
    output: z.strictObject(outcome),
    refusals: ['own_user', 'approval_waits', ...secondStepRefusals],
  },
  '/operator/user/resetFactor': {
    who: 'operators',
    right: 'credentials.act',
    secondStep: 'strongest',
    audit: ['factor_reset', 'approval_proposed'],
    notices: ['authenticator_removed', 'reset_proposed'],
    summary:
      "Removes a user's authenticator and recovery codes and ends all of their sessions; if the user is an operator, this is only proposed",
    input: OneLogin,
    output: z.strictObject(outcome),
    refusals: ['own_user', 'authenticator_not_bound', 'approval_waits', ...secondStepRefusals],
  },
  '/operator/user/startReset': {
    who: 'operators',
    right: 'credentials.act',
    secondStep: 'strongest',
    audit: ['password_reset_started', 'approval_proposed'],
    notices: ['password_reset_started', 'reset_proposed'],
    summary:
      'Makes a link that sets a new password, once, within an hour; older links of this user stop working. If the user is an operator, this is only proposed, and the link goes only to the bound mobile',
    input: OneLogin,
    output: z.strictObject({
      ...outcome,
      /** Null if it is only proposed. */ link: z.string().nullable(),
      expiresAt: Time.nullable(),
    }),
    refusals: ['own_user', 'reset_link_unreachable', 'approval_waits', ...secondStepRefusals],
  },
  '/operator/user/proposals': {
    who: 'operators',
    right: 'approvals.view',
    secondStep: { none: 'reads' },
    summary: 'Lists what operators proposed for other operators’ logins, newest first',
    input: z.strictObject({ ...pageFields(['proposedAt']), state: z.enum([...approvalStates, 'all']).default('open') }),
    output: pageOf(ProposalRow, z.strictObject({ /** All open proposals, regardless of the filter. */ open: z.int() })),
  },
  '/operator/user/decideProposal': {
    who: 'operators',
    right: 'approvals.approve',
    secondStep: 'strongest',
    audit: ['approval_confirmed', 'approval_rejected', 'user_enabled', 'factor_reset', 'password_reset_started'],
    notices: ['login_enabled', 'authenticator_removed'],
    summary:
      'Confirms or rejects what another operator proposed for a third operator’s login; a confirmation carries it out, once. The owner of the login can reject it',
    input: Decision,
    refusals: ['own_user', 'reset_link_unreachable', 'reset_link_not_sent', ...decisionRefusals],
  },
});
