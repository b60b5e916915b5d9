/** Operator calls of one member's page: what is known of it, its people, notes and history, and what changes it. */
import { z } from 'zod';
import { auditActionNames } from '#features/audit-actions.ts';
import { secondStepRefusals } from '#features/factors/contract.ts';
import { MoneyLogFilter, MoneyLogRow } from '#features/ledger/contract.ts';
import { certifications, memberStates } from '#features/members/member.ts';
import { calls } from '#foundation/core/calls.ts';
import {
  AmountOutput,
  MemberNo,
  MemberNoText,
  pageFields,
  pageOf,
  Range,
  SignedAmount,
  Time,
} from '#foundation/core/wire.ts';
import { AddedMember, MemberAct, MemberLevel, MemberName, Note } from './member-fields.ts';
import { operatorMemberPageTexts } from './words.ts';

const memberKinds = ['merchant', 'agent'] as const;
const OneMember = z.strictObject({ memberNo: MemberNo });

/** The most entries of a member's history that are counted; older ones are found by their time. */
export const MAX_HISTORY = 1000;

const NamedMember = z.strictObject({ memberNo: MemberNoText, name: z.string() });

const MemberDetail = z.strictObject({
  memberNo: MemberNoText,
  name: z.string(),
  kind: z.enum(memberKinds),
  state: z.enum(memberStates),
  certification: z.enum(certifications),
  level: z.int(),
  /** The agents above it, the nearest first. */
  uplines: z.array(NamedMember),
  /** How many members are directly below it. */
  below: z.int(),
  registeredAt: Time,
  currency: z.string(),
  balance: SignedAmount,
  frozen: AmountOutput,
  available: SignedAmount,
  /** The last 30 platform days with today. */
  last30Days: z.strictObject({
    orders: z.int(),
    amount: AmountOutput,
    paidOrders: z.int(),
    paidAmount: AmountOutput,
    fees: AmountOutput,
    /** Paid withdrawals and payouts. */
    paidOut: z.int(),
    paidOutAmount: AmountOutput,
  }),
});
export type MemberDetail = z.infer<typeof MemberDetail>;

const MemberUser = z.strictObject({
  id: z.string(),
  username: z.string(),
  nickname: z.string(),
  /** First three and last four digits. */
  mobile: z.string().nullable(),
  state: z.enum(['active', 'disabled']),
  hasPayPassword: z.boolean(),
  /** Whether its first password, which another person chose, is still to be replaced. */
  mustChangePassword: z.boolean(),
  /** When the authenticator was bound; null without one. */
  authenticatorSince: Time.nullable(),
  createdAt: Time,
  lastLoginAt: Time.nullable(),
  lastLoginIp: z.string().nullable(),
  /** Open ones, the last used first. */
  sessions: z.array(z.strictObject({ device: z.string(), ip: z.string(), createdAt: Time, lastSeenAt: Time })),
});
export type MemberUser = z.infer<typeof MemberUser>;

const MemberApi = z.strictObject({
  signTypes: z.array(z.string()),
  requestIps: z.array(z.string()),
  notifyHosts: z.array(z.string()),
  /** Whether the member has stored an RSA key of its own. */
  hasPublicKey: z.boolean(),
  keys: z.array(
    z.strictObject({
      state: z.enum(['active', 'overlap', 'ended']),
      createdAt: Time.nullable(),
      until: Time.nullable(),
      lastUsedAt: Time.nullable(),
      lastUsedIp: z.string().nullable(),
    }),
  ),
});
export type MemberApi = z.infer<typeof MemberApi>;

const MemberNote = z.strictObject({ id: z.string(), text: z.string(), by: z.string(), createdAt: Time });
export type MemberNote = z.infer<typeof MemberNote>;

const HistoryRow = z.strictObject({
  id: z.string(),
  /** The username of the user who acted; null for the platform itself. */
  by: z.string().nullable(),
  /** Whether an operator acted, and not a user of the member. */
  operator: z.boolean(),
  action: z.enum(auditActionNames),
  /** In the request's language. */
  actionText: z.string(),
  object: z.string(),
  result: z.enum(['done', 'refused']),
  ip: z.string().nullable(),
  device: z.string(),
  createdAt: Time,
});
export type HistoryRow = z.infer<typeof HistoryRow>;

const Changing = { memberNo: MemberNo, ...MemberAct.shape };

export const MemberMoneyFilter = MoneyLogFilter.extend({ memberNo: MemberNo });
export const NoteFilter = z.strictObject({ ...pageFields(['createdAt']), memberNo: MemberNo });
export const HistoryFilter = NoteFilter.extend({ range: Range.optional() });

export const operatorMemberPageCalls = calls(operatorMemberPageTexts, {
  '/operator/member/detail': {
    who: 'operators',
    right: 'members.view',
    secondStep: { none: 'reads' },
    summary: 'A member: its place, state and money, and its figures of 30 days',
    input: OneMember,
    output: MemberDetail,
  },
  '/operator/member/people': {
    who: 'operators',
    right: 'users.view',
    secondStep: { none: 'reads' },
    summary: 'A member’s users with their factors and open sessions, and the addresses they can log in from',
    input: OneMember,
    output: z.strictObject({ list: z.array(MemberUser), loginIps: z.array(z.string()) }),
  },
  '/operator/member/api': {
    who: 'operators',
    right: 'members.view',
    secondStep: { none: 'reads' },
    summary: 'How a member’s programs sign: methods, addresses and the dates of its keys, never a key',
    input: OneMember,
    output: MemberApi,
  },
  '/operator/member/moneyLog': {
    who: 'operators',
    right: 'members.view',
    secondStep: { none: 'reads' },
    summary: 'A member’s wallet entry by entry, newest first',
    input: MemberMoneyFilter,
    output: pageOf(
      MoneyLogRow,
      z.strictObject({
        opening: SignedAmount,
        closing: SignedAmount,
        in: AmountOutput,
        out: AmountOutput,
        fees: SignedAmount,
        capped: z.boolean(),
      }),
    ),
  },
  '/operator/member/notes': {
    who: 'operators',
    right: 'members.view',
    secondStep: { none: 'reads' },
    summary: 'What operators noted about a member, newest first; members never see it',
    input: NoteFilter,
    output: pageOf(MemberNote, z.strictObject({})),
  },
  '/operator/member/addNote': {
    who: 'operators',
    right: 'notes.act',
    secondStep: { none: 'adds a note that only operators see' },
    audit: ['member_note_added'],
    summary: 'Notes something about a member; a note stays as it is',
    input: Note.extend({ memberNo: MemberNo }),
    output: z.strictObject({ id: z.string() }),
  },
  '/operator/member/history': {
    who: 'operators',
    right: 'members.view',
    secondStep: { none: 'reads' },
    summary: 'What was done by a member’s users and by operators to the member, newest first',
    input: HistoryFilter,
    output: pageOf(
      HistoryRow,
      z.strictObject({ /** There are more than are counted: choose a time to see older ones. */ capped: z.boolean() }),
    ),
  },
  '/operator/member/view': {
    who: 'operators',
    right: 'views.act',
    secondStep: 'strongest',
    audit: ['member_view_started'],
    summary:
      'Opens a session of 15 minutes that reads as a member’s user reads and changes nothing; each of its calls is in the audit log',
    guide:
      'The token is sent like that of a login, with the cookies of the operator’s own session, and works until that session ends. Every call that doesn’t only read answers `view_only`.',
    input: z.strictObject(Changing),
    output: z.strictObject({ token: z.string(), expiresAt: Time }),
    refusals: [...secondStepRefusals],
  },
  '/operator/member/endView': {
    who: 'operators',
    right: 'views.act',
    secondStep: { none: 'only ends what this session reads as members' },
    audit: ['member_view_ended'],
    summary: 'Ends what was opened by `/operator/member/view` in this session',
  },
  '/operator/member/add': {
    who: 'operators',
    right: 'members.configure',
    secondStep: 'strongest',
    audit: ['member_added', 'password_reset_started'],
    summary:
      'Opens an account with its first user, and makes a link with which its owner sets the password, once, within an hour',
    input: AddedMember,
    output: z.strictObject({ memberNo: MemberNoText, username: z.string(), link: z.string(), expiresAt: Time }),
    refusals: ['username_taken', 'mobile_taken', 'tree_too_deep', ...secondStepRefusals],
  },
  '/operator/member/rename': {
    who: 'operators',
    right: 'members.configure',
    secondStep: 'strongest',
    audit: ['member_renamed'],
    summary: 'Changes a member’s name',
    input: z.strictObject({ ...Changing, name: MemberName }),
    refusals: [...secondStepRefusals],
  },
  '/operator/member/setLevel': {
    who: 'operators',
    right: 'members.configure',
    secondStep: 'strongest',
    audit: ['member_level_set'],
    summary: 'Changes the level that a member is shown with',
    input: z.strictObject({ ...Changing, level: MemberLevel }),
    refusals: [...secondStepRefusals],
  },
  '/operator/member/disable': {
    who: 'operators',
    right: 'members.act',
    secondStep: 'strongest',
    audit: ['member_disabled'],
    summary:
      'Disables a member: its users can’t log in, its sessions end, the gateway refuses it. Orders that exist are still paid and reported',
    input: z.strictObject(Changing),
    refusals: [...secondStepRefusals],
  },
  '/operator/member/enable': {
    who: 'operators',
    right: 'members.act',
    secondStep: 'strongest',
    audit: ['member_enabled'],
    summary: 'Enables a disabled member',
    input: z.strictObject(Changing),
    refusals: [...secondStepRefusals],
  },
});
