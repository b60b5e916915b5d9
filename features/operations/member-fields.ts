/** What the forms of a member's page ask for, without the contracts, which name every action of the audit log. */
import { z } from 'zod';
import { Username } from '#features/accounts/username-field.ts';
import { Reason } from '#features/approvals/fields.ts';
import { secondStepFields } from '#features/factors/contract.ts';
import { MemberNoTyped, Mobile, personName, someLines } from '#foundation/core/typed-fields.ts';
import { type Amount, Percent } from '#foundation/core/wire.ts';

/** The most characters of a note. */
export const MAX_NOTE = 1000;
/** The most characters of a member's name. */
export const MAX_NAME = 60;
const MAX_LEVEL = 99;
const MAX_SETTLEMENT_DAYS = 90;

export const MemberAct = z.strictObject({ reason: Reason, ...secondStepFields });

export const MemberName = personName({ error: 'name_form' })
  .min(1, { error: 'name_form' })
  .max(MAX_NAME, { error: 'name_form' });

export const MemberLevel = z
  .int({ error: 'level_range' })
  .min(1, { error: 'level_range' })
  .max(MAX_LEVEL, { error: 'level_range' });

export const AddedMember = MemberAct.extend({
  type: z.enum(['merchant', 'agent'], { error: 'wrong' }),
  name: MemberName,
  username: Username,
  mobile: Mobile,
  /** The agent directly above it. */
  uplineNo: MemberNoTyped.optional(),
});

/** The agent to place a member under; null: none. */
export const NewUpline = MemberNoTyped.nullable();

export const Note = z.strictObject({ text: someLines(MAX_NOTE).min(1, { error: 'note_needed' }) });

const Wall = z.string({ error: 'wall_form' }).regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'wall_form' });

/** Fees and limits of one kind. */
export const termFieldsOf = <Money extends typeof Amount>(amount: Money) => ({
  percent: Percent,
  fixed: amount,
  minFee: amount.nullable(),
  maxFee: amount.nullable(),
  minAmount: amount,
  maxAmount: amount,
  /** Amounts from this on are reviewed by an operator first; null: never. */
  reviewFrom: amount.nullable(),
  /** The member's own hours; null: the platform's. Only withdrawals have hours. */
  window: z.strictObject({ from: Wall, to: Wall }).nullable(),
  enabled: z.boolean(),
});

export const settlementFields = {
  mode: z.enum(['D', 'T']),
  days: z
    .int({ error: 'days_range' })
    .min(0, { error: 'days_range' })
    .max(MAX_SETTLEMENT_DAYS, { error: 'days_range' }),
  /** Percent that is available at once; only with 0 days. */
  sameDayRatio: Percent,
};
