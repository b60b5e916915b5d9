/** The call that changes a user's profile: nickname, bio, avatar. */
import { z } from 'zod';
import { calls } from '#foundation/core/calls.ts';
import { typedText } from '#foundation/core/typed-text.ts';
import { PLAIN, PLAIN_LINES } from '#foundation/core/wire.ts';
import { profileTexts } from './words.ts';

const VISIBLE = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}\p{P}\p{S}]/u;
/** Counts code points, so most emoji count as one. */
const atMost = (most: number) => (text: string) => [...text].length <= most;

export const Profile = z.strictObject({
  nickname: z
    .string({ error: 'nickname_form' })
    .overwrite(typedText)
    .refine(atMost(30), { error: 'nickname_form' })
    .regex(VISIBLE, { error: 'nickname_form' })
    .regex(PLAIN, { error: 'nickname_form' }),
  bio: z
    .string({ error: 'bio_form' })
    .overwrite(typedText)
    .refine(atMost(200), { error: 'bio_form' })
    .regex(PLAIN_LINES, { error: 'bio_form' })
    .default(''),
  /** An uploaded file's id; null removes the picture; a missing field keeps it. */
  avatar: z.string({ error: 'avatar_gone' }).max(100, { error: 'avatar_gone' }).nullable().optional(),
});

export const profileCalls = calls(profileTexts, {
  '/user/profile': {
    who: 'session',
    secondStep: { none: 'changes only the user’s own data, and nothing that identifies the user' },
    audit: ['profile_changed'],
    summary: 'Changes nickname, bio and avatar',
    input: Profile,
  },
});
