/** How a person presents themselves: nickname, a few words, a picture. */
import { z } from 'zod';
import { calls } from '#foundation/core/calls.ts';
import { profileTexts } from './words.ts';

/** No control characters, and none that turn the direction of what follows. */
const PLAIN = /^[^\p{Cc}\u202a-\u202e\u2066-\u2069]*$/u;
const PLAIN_LINES = /^(?:[^\p{Cc}\u202a-\u202e\u2066-\u2069]|\n)*$/u;

export const Profile = z.strictObject({
  nickname: z
    .string({ error: 'nickname_form' })
    .trim()
    .min(1, { error: 'nickname_form' })
    .max(30, { error: 'nickname_form' })
    .regex(PLAIN, { error: 'nickname_form' }),
  bio: z.string({ error: 'bio_form' }).trim().max(200, { error: 'bio_form' }).regex(PLAIN_LINES, { error: 'bio_form' }).default(''),
  /** An uploaded file's id; null takes the picture away; left out, it stays. */
  avatar: z.string({ error: 'avatar_gone' }).max(100, { error: 'avatar_gone' }).nullable().optional(),
});

export const profileCalls = calls(profileTexts, {
  '/user/profile': { who: 'session', summary: 'Changes nickname, bio and avatar', input: Profile },
});
