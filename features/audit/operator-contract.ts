/** Operator calls about the log of all users: what was done, by whom, and whether the log is whole. */
import { z } from 'zod';
import { auditActionNames } from '#features/audit-actions.ts';
import { calls } from '#foundation/core/calls.ts';
import { NameSearch, SearchText } from '#foundation/core/typed-fields.ts';
import { MemberNoText, oneOrMore, pageFields, pageOf, Range, Time } from '#foundation/core/wire.ts';
import { LogRow } from './contract.ts';
import { operatorAuditTexts } from './operator-words.ts';

/** A search for an object reads an index by its beginning, so that it has to say enough. */
const MIN_OBJECT = 4;

/** The most rows that are verified at once. */
export const MAX_VERIFIED = 100_000;

const { page, limit, sort, order } = pageFields(['createdAt']);

export const OperatorLogFilter = z.strictObject({
  page,
  limit,
  sort,
  order,
  /** Who: a username, whole. */
  user: SearchText.optional(),
  action: oneOrMore(auditActionNames).optional(),
  /** The beginning of what it was about. */
  object: NameSearch.refine((text) => text === '' || text.length >= MIN_OBJECT, {
    error: 'audit_object_form',
  }).optional(),
  result: z.enum(['done', 'refused']).optional(),
  /** Without it, and without a user or an object, the last seven days. */
  range: Range.optional(),
});
export type OperatorLogFilter = z.input<typeof OperatorLogFilter>;

const Row = LogRow.extend({
  /** Null for the platform itself. */
  username: z.string().nullable(),
  role: z.enum(['member', 'agency', 'operator']).nullable(),
  /** The member whose account it concerns. */
  memberNo: MemberNoText.nullable(),
});
export type OperatorLogRow = z.infer<typeof Row>;

/** What a break of a chain is. */
export const auditFaults = [
  'chain missing',
  'row missing',
  'row changed',
  'end missing',
  'end forged',
  'tail cut off',
] as const;

const Verified = z.strictObject({
  from: Time,
  to: Time,
  chains: z.int(),
  rows: z.int(),
  /** The first break that was found; null if the log is whole. */
  broken: z.strictObject({ username: z.string().nullable(), row: z.string(), fault: z.enum(auditFaults) }).nullable(),
});
export type VerifiedLog = z.infer<typeof Verified>;

export const operatorAuditCalls = calls(operatorAuditTexts, {
  '/operator/audit/list': {
    who: 'operators',
    right: 'audit.view',
    secondStep: { none: 'reads' },
    summary: 'What all users did, newest first',
    input: OperatorLogFilter,
    output: pageOf(
      Row,
      z.strictObject({
        /** There are at least this many. */
        capped: z.boolean(),
        /** How far back the list looks; null: without limit. */
        lookedFrom: Time.nullable(),
      }),
    ),
  },
  '/operator/audit/verify': {
    who: 'operators',
    right: 'audit.view',
    secondStep: { none: 'reads' },
    summary: 'Checks that no row of a time was changed, added or removed; of one user, or of all',
    input: z.strictObject({ user: SearchText.optional(), range: Range.optional() }),
    output: Verified,
    refusals: ['audit_too_many'],
  },
});
