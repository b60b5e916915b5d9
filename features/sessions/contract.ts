/** Calls about a user's own sessions: list them, end them. */
import { z } from 'zod';
import { calls } from '#foundation/core/calls.ts';
import { Time } from '#foundation/core/wire.ts';
import { words } from '#foundation/core/words.ts';

export const SessionRow = z.strictObject({
  id: z.string(),
  /** Readable: `Chrome on Windows`. */
  device: z.string(),
  ip: z.string(),
  createdAt: Time,
  /** Accurate to the minute. */
  lastSeenAt: Time,
  /** The session that makes the call. */
  current: z.boolean(),
});
export type SessionRow = z.infer<typeof SessionRow>;

export const sessionCalls = calls(words({}), {
  '/user/sessions': {
    who: 'session',
    secondStep: { none: 'reads' },
    summary: 'Lists where this user is logged in',
    output: z.strictObject({ list: z.array(SessionRow), total: z.int() }),
  },
  '/user/sessions/end': {
    who: 'session',
    secondStep: { none: 'only ends the user’s own sessions, which must be possible at once' },
    audit: ['session_ended', 'sessions_ended'],
    summary: 'Signs out one session, or all but this one',
    input: z.strictObject({
      id: z.union([z.literal('others'), z.uuid({ error: 'number_form' })], { error: 'number_form' }),
    }),
  },
});
