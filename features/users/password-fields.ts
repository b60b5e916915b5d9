/** The two kinds of passwords, as every form and every call takes them. */
import { z } from 'zod';
import { sixDigits } from '#foundation/core/typed-fields.ts';
import { withoutInvisible } from '#foundation/core/typed-line.ts';
import { typedCode } from '#foundation/core/typed-text.ts';

/**
 * A new password: 6 to 16 non-space characters. It is never changed, so a mark that nobody sees is refused: the owner
 * could not type it again. One that was set before this rule still logs in, because a login compares what was typed.
 */
export const Password = z
  .string({ error: 'password_form' })
  .refine((typed) => withoutInvisible(typed) === typed, { error: 'password_invisible' })
  .regex(/^\S{6,16}$/u, { error: 'password_form' });

/** Exactly six digits. */
export const PayPassword = sixDigits({ error: 'pay_password_form' });

/** A payment password that is compared with another one. */
export const OtherPayPassword = z.string({ error: 'required' }).overwrite(typedCode).max(100);
