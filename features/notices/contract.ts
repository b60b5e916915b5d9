/** Calls about the notices in a user's bell. */
import { z } from 'zod';
import { calls } from '#foundation/core/calls.ts';
import { pageFields, pageOf, Time } from '#foundation/core/wire.ts';
import { parseRecordNumber } from '#foundation/core/system-number.ts';
import { words } from '#foundation/core/words.ts';
import { noticeKinds } from '#features/notice-kinds.ts';

declare module '#foundation/core/live-events.ts' {
  interface LiveEvents {
    'notice.new': Record<string, never>;
  }
}

export const NoticeRow = z.strictObject({
  id: z.string(),
  kind: z.enum(noticeKinds),
  /** In the request's language. */
  text: z.string(),
  createdAt: Time,
  read: z.boolean(),
  /** What it is about: the number of an order, a payout or a batch; null if its kind says all. */
  subject: z.string().nullable(),
  /** How many of this kind in a row it stands for, itself included; 1 unless the list is grouped. */
  count: z.int(),
});
export type NoticeRow = z.infer<typeof NoticeRow>;

const NoticeId = z
  .string()
  .regex(/^\d{1,19}$/, { error: 'number_form' })
  .refine((text) => parseRecordNumber(text) !== undefined, { error: 'number_form' })
  .transform(BigInt);

export const noticeCalls = calls(words({}), {
  '/notice/list': {
    who: 'session',
    secondStep: { none: 'reads' },
    summary: 'Notices of this account, newest first',
    input: z.strictObject({
      ...pageFields(['createdAt']),
      /** One row for notices of the same kind in a row, with the text of the newest. */
      grouped: z.boolean().default(false),
    }),
    output: pageOf(NoticeRow, z.strictObject({ unread: z.int() })),
  },
  '/notice/read': {
    who: 'session',
    secondStep: { none: 'changes only the user’s own data, and nothing that identifies the user' },
    summary: 'Marks one notice, or all of them, as read',
    input: z.strictObject({
      id: z.union([z.literal('all'), NoticeId], { error: 'number_form' }),
      /** Also the earlier ones of its kind. */
      group: z.boolean().default(false),
    }),
  },
});
