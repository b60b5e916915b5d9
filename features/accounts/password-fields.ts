/** Schemas of the login and payment passwords, for every form and call. */
import { z } from 'zod';
import { sixDigits } from '#foundation/core/typed-fields.ts';
import { withoutInvisible } from '#foundation/core/typed-line.ts';
import { typedCode } from '#foundation/core/typed-text.ts';
import { PASSWORD_LENGTH } from './password-length.ts';

const { min, max } = PASSWORD_LENGTH;
const PASSWORD_FORM = new RegExp(`^\\S{${min},${max}}$`, 'u');

/**
 * A new password: `PASSWORD_LENGTH` non-space characters. It is never altered, so invisible characters are rejected: the owner
 * could not type them again.
 */
export const Password = z
  .string({ error: 'password_form' })
  .refine((typed) => withoutInvisible(typed) === typed, { error: 'password_invisible' })
  .regex(PASSWORD_FORM, { error: 'password_form' });

/**
 * A password in the login form. The specification has one rule for passwords and has forms check it before they send;
 * the server accepts any, so a higher minimum for new passwords needs the old one here, or short ones can't log in.
 */
export const TypedPassword = z.string({ error: 'password_form' }).regex(PASSWORD_FORM, { error: 'password_form' });

/**
 * A login password to compare with the stored one. Not subject to the rule for new passwords, which may have been
 * different when it was set.
 */
export const KnownPassword = z.string({ error: 'required' }).min(1, { error: 'required' }).max(100);

/** Exactly six digits. */
export const PayPassword = sixDigits({ error: 'pay_password_form' });

/** A payment password to compare with another one. */
export const OtherPayPassword = z.string({ error: 'required' }).overwrite(typedCode).max(100);
