/** Calls about operators: who there is, which roles they have, invitations, and what two owners decide together. */
import { z } from 'zod';
import { Decision, decisionRefusals, Hindrance, Reason } from '#features/approvals/fields.ts';
import { approvalStates } from '#features/approvals/rules.ts';
import { secondStepFields, secondStepRefusals } from '#features/factors/contract.ts';
import { type Right, rights } from '#features/rights.ts';
import { calls } from '#foundation/core/calls.ts';
import { SearchText, someLine } from '#foundation/core/typed-fields.ts';
import { pageFields, pageOf, Time } from '#foundation/core/wire.ts';
import { grantableRights, invitationStates } from './rules.ts';
import { staffTexts } from './words.ts';

/** Every number that fits the database's column. */
const UserId = z
  .string({ error: 'number_form' })
  .regex(/^\d{1,18}$|^[1-8]\d{18}$/, { error: 'number_form' })
  .transform((text) => BigInt(text));

/** A built-in role's name, or the id of a role that an owner has made. */
const RoleId = z
  .string({ error: 'role_unknown' })
  .regex(/^[a-z]{1,20}$|^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/, { error: 'role_unknown' });

/** May be empty: such an operator can log in and sees only its own account. */
const Roles = z.array(RoleId).max(50, { error: 'role_unknown' });

const grantable = grantableRights as readonly [Right, ...Right[]];

/** `rights` are the whole set, without those that only owners have. */
export const SaveRole = z.strictObject({
  /** Absent for a new role. */
  id: z.uuid({ error: 'wrong' }).optional(),
  name: someLine({ error: 'role_name_form', most: 40 }),
  rights: z.array(z.enum(grantable, { error: 'wrong' })).max(grantable.length, { error: 'wrong' }),
  reason: Reason,
  ...secondStepFields,
});

const SetRoles = z.strictObject({ id: UserId, roles: Roles, reason: Reason, ...secondStepFields });

/** `reason` says for whom the invitation is, and why. */
const Invite = z.strictObject({ roles: Roles, reason: Reason, ...secondStepFields });

/** What a dialog asks for before a single act: why, and the second step. */
export const StaffAct = z.strictObject({ reason: Reason, ...secondStepFields });

const RoleName = z.strictObject({ id: z.string(), /** Of a built-in role, its id. */ name: z.string() });

const outcome = {
  /** `proposed`: there are two owners, and the second one has to confirm. */
  outcome: z.enum(['done', 'proposed']),
  approvalId: z.string().nullable(),
};

const StaffRow = z.strictObject({
  id: z.string(),
  username: z.string(),
  nickname: z.string(),
  roles: z.array(RoleName),
  /** The strongest second factor that is bound. */
  secondFactor: z.enum(['authenticator', 'phone', 'none']),
  state: z.enum(['active', 'disabled']),
  lastLoginAt: Time.nullable(),
  createdAt: Time,
  openSessions: z.int(),
  /** The calling operator, who can't change its own roles. */
  own: z.boolean(),
  /** A change of its roles waits for a second owner. */
  waiting: z.boolean(),
});
export type StaffRow = z.infer<typeof StaffRow>;

const RoleRow = RoleName.extend({
  builtIn: z.boolean(),
  rights: z.array(z.enum(rights)),
  /** How many operators have it. */
  holders: z.int(),
  /** A change of its rights waits for a second owner. */
  waiting: z.boolean(),
});
export type RoleRow = z.infer<typeof RoleRow>;

const InvitationRow = z.strictObject({
  id: z.string(),
  roles: z.array(RoleName),
  reason: z.string(),
  invitedBy: z.string(),
  createdAt: Time,
  expiresAt: Time,
  state: z.enum(invitationStates),
  /** Who it became. */
  username: z.string().nullable(),
});
export type InvitationRow = z.infer<typeof InvitationRow>;

export const staffProposalActs = ['invite', 'set_roles', 'save_role'] as const;

const StaffProposalRow = z.strictObject({
  id: z.string(),
  act: z.enum(staffProposalActs),
  /** Id of the invitation, the user or the role. */
  subject: z.string(),
  /** The user's name, or the role's new name. Empty for an invitation. */
  name: z.string(),
  roles: z.array(RoleName),
  rolesBefore: z.array(RoleName),
  rights: z.array(z.string()),
  rightsBefore: z.array(z.string()),
  reason: z.string(),
  proposedBy: z.string(),
  proposedAt: Time,
  expiresAt: Time,
  state: z.enum(approvalStates),
  decidedBy: z.string().nullable(),
  decidedAt: Time.nullable(),
  remark: z.string(),
  /** Proposed by or about the calling operator, who therefore can't confirm it. */
  own: z.boolean(),
  hindrance: Hindrance,
});
export type StaffProposalRow = z.infer<typeof StaffProposalRow>;

export const StaffFilter = z.strictObject({
  ...pageFields(['createdAt', 'username', 'lastLoginAt']),
  q: SearchText.optional(),
  role: RoleId.optional(),
  state: z.enum(['active', 'disabled']).optional(),
});

export const InvitationFilter = z.strictObject({
  ...pageFields(['createdAt']),
  state: z.enum(invitationStates).optional(),
});

export const StaffProposalFilter = z.strictObject({
  ...pageFields(['proposedAt']),
  state: z.enum([...approvalStates, 'all']).default('open'),
});

export const staffCalls = calls(staffTexts, {
  '/operator/staff/list': {
    who: 'operators',
    right: 'staff.view',
    secondStep: { none: 'reads' },
    summary: 'Lists operators with their roles, newest first; searches by the beginning of the username',
    input: StaffFilter,
    output: pageOf(
      StaffRow,
      z.strictObject({
        /** Owners who can log in. From two on, adding and raising staff takes two of them. */
        owners: z.int(),
      }),
    ),
  },
  '/operator/staff/roles': {
    who: 'operators',
    right: 'staff.view',
    secondStep: { none: 'reads' },
    summary: 'All roles, built-in ones first, with what they allow and how many operators have them',
    output: z.strictObject({ list: z.array(RoleRow) }),
  },
  '/operator/staff/saveRole': {
    who: 'operators',
    right: 'staff.configure',
    secondStep: 'strongest',
    audit: ['staff_role_saved', 'approval_proposed'],
    summary:
      'Adds a role or changes one; a change of its rights ends the sessions of all who have it. With two owners, added rights are only proposed',
    input: SaveRole,
    output: z.strictObject({ id: z.string(), ...outcome }),
    refusals: ['approval_waits', ...secondStepRefusals],
  },
  '/operator/staff/removeRole': {
    who: 'operators',
    right: 'staff.configure',
    secondStep: 'strongest',
    audit: ['staff_role_removed'],
    summary: 'Removes a role that no operator has',
    input: StaffAct.extend({ id: z.uuid({ error: 'wrong' }) }),
    refusals: ['role_held', ...secondStepRefusals],
  },
  '/operator/staff/setRoles': {
    who: 'operators',
    right: 'staff.configure',
    secondStep: 'strongest',
    audit: ['staff_roles_changed', 'approval_proposed'],
    summary:
      'Changes the roles of another operator and ends their sessions. With two owners, a change that adds rights is only proposed',
    input: SetRoles,
    output: z.strictObject(outcome),
    refusals: ['own_user', 'last_owner', 'approval_waits', ...secondStepRefusals],
  },
  '/operator/staff/invite': {
    who: 'operators',
    right: 'staff.configure',
    secondStep: 'strongest',
    audit: ['staff_invited', 'approval_proposed'],
    summary:
      'Makes a link with which somebody becomes an operator, once, within 24 hours. With two owners, the link works only after the second one confirms',
    input: Invite,
    output: z.strictObject({
      id: z.string(),
      ...outcome,
      /** Shown only in this answer. */ link: z.string(),
      expiresAt: Time,
    }),
    refusals: [...secondStepRefusals],
  },
  '/operator/staff/invitations': {
    who: 'operators',
    right: 'staff.view',
    secondStep: { none: 'reads' },
    summary: 'Lists invitations, newest first',
    input: InvitationFilter,
    output: pageOf(InvitationRow, z.strictObject({})),
  },
  '/operator/staff/cancelInvite': {
    who: 'operators',
    right: 'staff.configure',
    secondStep: 'strongest',
    audit: ['staff_invitation_cancelled'],
    summary: 'Cancels an invitation that was not used; its link stops working',
    input: StaffAct.extend({ id: z.uuid({ error: 'wrong' }) }),
    refusals: ['invitation_over', ...secondStepRefusals],
  },
  '/operator/staff/endSessions': {
    who: 'operators',
    right: 'staff.configure',
    secondStep: 'strongest',
    audit: ['staff_sessions_ended'],
    summary: 'Ends all sessions of another operator',
    input: StaffAct.extend({ id: UserId }),
    output: z.strictObject({ ended: z.int() }),
    refusals: ['own_user', ...secondStepRefusals],
  },
  '/operator/staff/proposals': {
    who: 'operators',
    right: 'staff.view',
    secondStep: { none: 'reads' },
    summary: 'Lists what owners proposed about staff, newest first',
    input: StaffProposalFilter,
    output: pageOf(
      StaffProposalRow,
      z.strictObject({ /** All open proposals, regardless of the filter. */ open: z.int() }),
    ),
  },
  '/operator/staff/decideProposal': {
    who: 'operators',
    right: 'staff.configure',
    secondStep: 'strongest',
    audit: [
      'approval_confirmed',
      'approval_rejected',
      'staff_invitation_opened',
      'staff_roles_changed',
      'staff_role_saved',
    ],
    summary:
      'Confirms or rejects what another owner proposed about staff; a confirmation carries it out, once. The operator whom it is about can only reject it',
    input: Decision,
    refusals: ['own_user', ...decisionRefusals],
  },
});
