/** Calls about files that come by themselves: a list's last day, week or month. */
import { z } from 'zod';
import { calls } from '#foundation/core/calls.ts';
import { typedLine } from '#foundation/core/typed-line.ts';
import { typedNumber } from '#foundation/core/typed-text.ts';
import { Time } from '#foundation/core/wire.ts';
import { exportKinds } from '#features/export-kinds.ts';
import { exportFormats } from '#features/exports/rules.ts';
import { MAX_SCHEDULES, scheduleSteps } from './rules.ts';
import { scheduleTexts } from './words.ts';

const At = z
  .string({ error: 'time_of_day' })
  .overwrite(typedNumber)
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'time_of_day' });
const Filter = z.record(z.string(), z.unknown());

export const ScheduleRow = z.strictObject({
  id: z.string(),
  kind: z.enum(exportKinds),
  /** As it was saved. */
  filter: Filter,
  /** In words of the request's language; empty: everything. */
  filterText: z.string(),
  format: z.enum(exportFormats),
  every: z.enum(scheduleSteps),
  /** `HH:MM` in the platform's time zone. */
  at: z.string(),
  notifyUrl: z.string().nullable(),
  nextAt: Time,
  /** When it last made a file. */
  lastAt: Time.nullable(),
  createdAt: Time,
});
export type ScheduleRow = z.infer<typeof ScheduleRow>;

export const scheduleCalls = calls(scheduleTexts, {
  '/schedule/list': {
    who: 'session',
    secondStep: { none: 'reads' },
    summary: 'The user’s schedules, oldest first',
    output: z.strictObject({
      list: z.array(ScheduleRow),
      /** How many a user can have. */
      most: z.int(),
      timeZone: z.string(),
    }),
  },
  '/schedule/save': {
    who: 'session',
    secondStep: { none: 'changes only the user’s own data, and nothing that identifies the user' },
    audit: ['schedule_saved'],
    notices: ['download_ready', 'download_failed'],
    live: ['download.changed'],
    summary: `Adds a schedule, or changes the one with this id. A user has at most ${MAX_SCHEDULES}`,
    guide:
      'The file is of the day, week (from Monday) or calendar month that ended before the run, in the platform’s time zone; the filter’s own range is replaced by it. It runs on the first day after the period at `at`, but not before 00:10, when the day before is complete. Where the clocks skip that time, it runs at the next moment that exists; where they show it twice, the first time. If no server was running, it runs once when one is back, for the last period. The file is found under `/user/downloads`. With `notifyUrl`, which only members can set and whose host the member must have listed among those that can be notified, a signed callback of kind `report` is posted there when the file is ready: `downloadId`, `name`, `format`, `from`, `to`, `rows`, `size`, `sha256`, and up to 512 KiB also the file itself in `content` (base64). For a larger one `url` is an address that serves it without a login, for as long as it is kept.',
    input: z.strictObject({
      id: z.string().max(100).optional(),
      kind: z.enum(exportKinds),
      /** The list's own filter, without the page. */
      filter: Filter.default({}),
      format: z.enum(exportFormats),
      every: z.enum(scheduleSteps),
      at: At,
      notifyUrl: z.string().overwrite(typedLine).max(500).nullable().optional(),
    }),
    output: z.strictObject({ id: z.string() }),
    refusals: ['schedules_full'],
  },
  '/schedule/remove': {
    who: 'session',
    secondStep: { none: 'changes only the user’s own data, and nothing that identifies the user' },
    audit: ['schedule_removed'],
    summary: 'Removes a schedule. Files that it made stay',
    input: z.strictObject({ id: z.string().max(100) }),
  },
});
