/** The two kinds of passwords, as every form and every call takes them. */
import { z } from 'zod';
import { sixDigits } from '#foundation/core/typed-fields.ts';
import { withoutInvisible } from '#foundation/core/typed-line.ts';
import { typedCode } from '#foundation/core/typed-text.ts';

/**
 * A new password: 6 to 16 non-space characters. It is never changed, so a mark that nobody sees is refused: the owner
 * could not type it again.
 */
export const Password = z
  .string({ error: 'password_form' })
  .refine((typed) => withoutInvisible(typed) === typed, { error: 'password_invisible' })
  .regex(/^\S{6,16}$/u, { error: 'password_form' });

/**
 * A login password that is compared with the one that is set. It is not held to the rule for new passwords: the rule may
 * have been another one when the password was set.
 */
export const KnownPassword = z.string({ error: 'required' }).min(1, { error: 'required' }).max(100);

/** Exactly six digits. */
export const PayPassword = sixDigits({ error: 'pay_password_form' });

/** A payment password that is compared with another one. */
export const OtherPayPassword = z.string({ error: 'required' }).overwrite(typedCode).max(100);
