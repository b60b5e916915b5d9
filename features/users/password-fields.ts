/** The two kinds of passwords, as every form and every call takes them. */
import { z } from 'zod';

/** 6 to 16 non-space characters. */
export const Password = z.string({ error: 'password_form' }).regex(/^\S{6,16}$/u, { error: 'password_form' });

/** Exactly six digits. */
export const PayPassword = z.string({ error: 'pay_password_form' }).regex(/^\d{6}$/, { error: 'pay_password_form' });
