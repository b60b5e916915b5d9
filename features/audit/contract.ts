/** Calls that read a user's own operation log. */
import { z } from 'zod';
import { calls } from '#foundation/core/calls.ts';
import { oneOrMore, pageFields, pageOf, Range, Time } from '#foundation/core/wire.ts';
import { words } from '#foundation/core/words.ts';
import { auditActionNames } from '#features/audit-actions.ts';

export const LogRow = z.strictObject({
  id: z.string(),
  action: z.enum(auditActionNames),
  /** The action in the request's language. */
  actionText: z.string(),
  /** What the action was about: a number, an id or a masked value; empty if it was about the account itself. */
  object: z.string(),
  ip: z.string().nullable(),
  /** Readable: `Chrome on Windows`. */
  device: z.string(),
  result: z.enum(['done', 'refused']),
  createdAt: Time,
});
export type LogRow = z.infer<typeof LogRow>;

export const LogFilter = z.strictObject({
  ...pageFields(['createdAt']),
  action: oneOrMore(auditActionNames).optional(),
  range: Range.optional(),
});
export type LogFilter = z.input<typeof LogFilter>;

export const auditCalls = calls(words({}), {
  '/user/logs': {
    who: 'session',
    secondStep: { none: 'reads' },
    summary: 'Lists what was done under this login, newest first',
    input: LogFilter,
    output: pageOf(LogRow, z.strictObject({})),
  },
});
