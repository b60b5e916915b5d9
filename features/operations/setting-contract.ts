/** Operator calls about the platform's settings and its holidays. Settings of money take two operators where there are two. */
import { z } from 'zod';
import { Reason } from '#features/approvals/fields.ts';
import { secondStepFields, secondStepRefusals } from '#features/factors/contract.ts';
import { settingNames, type settingParts } from '#features/platform/setting-fields.ts';
import { calls } from '#foundation/core/calls.ts';
import { oneLine } from '#foundation/core/typed-fields.ts';
import { AmountOutput, Day, pageFields, pageOf, Time, wholeNumber } from '#foundation/core/wire.ts';
import { operatorSettingTexts } from './words.ts';

const Part = oneLine({ error: 'setting_form', most: 500 });

/** The parts of a value: most settings have `value` alone. An empty part stands for "none". */
const parts = {
  value: Part.optional(),
  from: Part.optional(),
  to: Part.optional(),
  percent: Part.optional(),
  fixed: Part.optional(),
  minFee: Part.optional(),
  maxFee: Part.optional(),
  minAmount: Part.optional(),
  maxAmount: Part.optional(),
  reviewFrom: Part.optional(),
} satisfies Record<(typeof settingParts)[number], z.ZodType>;

const SettingValue = z.strictObject(parts);

export const SaveSetting = z.strictObject({
  name: z.enum(settingNames),
  ...parts,
  /** The value that was shown: a change that somebody else made meanwhile is not overwritten. */
  was: SettingValue,
  reason: Reason,
  ...secondStepFields,
});

const Row = z.strictObject({
  name: z.enum(settingNames),
  value: SettingValue,
  /** What it is until it is changed. */
  preset: SettingValue,
  /** It can't be changed any more. */
  fixed: z.boolean(),
  /** The last change; null if there was none. */
  changedAt: Time.nullable(),
  changedBy: z.string().nullable(),
  /** A change that waits for a second operator. */
  waiting: z
    .strictObject({
      approvalId: z.string(),
      value: SettingValue,
      proposedBy: z.string(),
      proposedAt: Time,
      own: z.boolean(),
    })
    .nullable(),
});
export type SettingRow = z.infer<typeof Row>;

const ChangeRow = z.strictObject({
  id: z.string(),
  /** A setting, or `calendar_` and a year. */
  name: z.string(),
  before: SettingValue,
  after: SettingValue,
  reason: z.string(),
  changedBy: z.string(),
  /** The second operator, of a setting of money. */
  confirmedBy: z.string().nullable(),
  changedAt: Time,
});
export type SettingChangeRow = z.infer<typeof ChangeRow>;

const CalendarYear = wholeNumber(2000, 2100);

/** A day that differs from the plain week. */
export const SpecialDay = z.strictObject({
  day: Day,
  working: z.boolean(),
  name: oneLine({ error: 'day_name_form', most: 60 }),
});
export type SpecialDay = z.infer<typeof SpecialDay>;

/** All special days of the year: those that are missing become plain ones. */
const CalendarDays = z.strictObject({
  year: CalendarYear,
  days: z.array(SpecialDay).max(366, { error: 'wrong' }),
});

export const SaveCalendar = z.strictObject({
  ...CalendarDays.shape,
  /** The year's days that were shown: a change that somebody else made meanwhile is not overwritten. */
  was: z.array(SpecialDay).max(366, { error: 'wrong' }),
  reason: Reason,
  ...secondStepFields,
});

const Effect = z.strictObject({
  /** Members with each settlement in working days. */
  terms: z.array(z.strictObject({ days: z.int(), members: z.int() })),
  /** Payments that would be released on another day, by the day on which they are paid; the first 200. */
  moves: z.array(z.strictObject({ paidOn: Day, days: z.int(), before: Day, after: Day })),
  /** What waits for its release now. Its dates were fixed when it was paid, and do not move. */
  pending: z.strictObject({ members: z.int(), amount: AmountOutput }),
});
export type CalendarEffect = z.infer<typeof Effect>;

export const SettingChangeFilter = z.strictObject({
  ...pageFields(['changedAt']),
  name: oneLine({ error: 'wrong', most: 60 }).optional(),
});

export const CalendarFilter = z.strictObject({ year: CalendarYear });

export const operatorSettingCalls = calls(operatorSettingTexts, {
  '/operator/setting/list': {
    who: 'operators',
    right: 'settings.view',
    secondStep: { none: 'reads' },
    summary: 'All settings with their values, what they are by default, who changed them last, and what waits',
    output: z.strictObject({
      list: z.array(Row),
      extend: z.strictObject({
        currency: z.string(),
        /** Changes of settings of money are only proposed: two operators or more can configure settings. */
        takesTwo: z.boolean(),
      }),
    }),
  },
  '/operator/setting/changes': {
    who: 'operators',
    right: 'settings.view',
    secondStep: { none: 'reads' },
    summary: 'Who changed which setting, newest first',
    input: SettingChangeFilter,
    output: pageOf(ChangeRow, z.strictObject({})),
  },
  '/operator/setting/save': {
    who: 'operators',
    right: 'settings.configure',
    secondStep: 'strongest',
    audit: ['setting_changed', 'approval_proposed'],
    live: ['settings.changed'],
    summary:
      'Changes one setting, for every process within a second. Where two operators can, a setting of money is only proposed',
    input: SaveSetting,
    output: z.strictObject({ outcome: z.enum(['done', 'proposed']), approvalId: z.string().nullable() }),
    refusals: ['setting_changed', 'setting_fixed', 'approval_waits', ...secondStepRefusals],
  },
  '/operator/calendar/days': {
    who: 'operators',
    right: 'settings.view',
    secondStep: { none: 'reads' },
    summary: 'The holidays and extra working days of a year',
    input: CalendarFilter,
    output: z.strictObject({
      /** The platform's day: earlier ones can't be changed. */
      today: Day,
      list: z.array(SpecialDay),
    }),
  },
  '/operator/calendar/effect': {
    who: 'operators',
    right: 'settings.view',
    secondStep: { none: 'reads' },
    summary: 'What a change of a year would do to releases, before it is saved',
    input: CalendarDays,
    output: Effect,
    refusals: [],
  },
  '/operator/calendar/save': {
    who: 'operators',
    right: 'settings.configure',
    secondStep: 'strongest',
    audit: ['calendar_changed'],
    summary: 'Replaces the holidays and extra working days of a year, from today on',
    input: SaveCalendar,
    refusals: ['setting_changed', ...secondStepRefusals],
  },
});
