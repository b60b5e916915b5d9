/** The call by which an invited person becomes an operator. */
import { z } from 'zod';
import { Password } from '#features/accounts/password-fields.ts';
import { Username } from '#features/accounts/username-field.ts';
import { calls } from '#foundation/core/calls.ts';
import { joinTexts } from './join-error-words.ts';

export const JoinStaff = z
  .strictObject({
    /** From the link. */
    token: z.string({ error: 'required' }).min(1, { error: 'required' }).max(100),
    username: Username,
    password: Password,
    confirmPassword: z.string({ error: 'required' }).min(1, { error: 'required' }).max(100),
  })
  .refine((input) => input.password === input.confirmPassword, {
    path: ['confirmPassword'],
    error: 'passwords_differ',
  });

export const joinCalls = calls(joinTexts, {
  '/staff/join': {
    who: 'anyone',
    audit: ['staff_joined'],
    summary: 'Makes an invited person an operator with the link that an owner made, once',
    input: JoinStaff,
    refusals: ['join_link_over', 'too_many_tries'],
  },
});
