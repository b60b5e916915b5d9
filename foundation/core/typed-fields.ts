/**
 * Schemas for text that people type or paste. Each one normalizes the text (typed-text.ts) before anything checks,
 * counts or compares it. New fields use one of these; `tidy/typed-fields.test.ts` lists every field that is not
 * normalized.
 */
import { z } from 'zod';
import { typedLine } from './typed-line.ts';
import { typedCode, typedLogin, typedName, typedNumber, typedText } from './typed-text.ts';
import { PLAIN, PLAIN_LINES } from './wire.ts';

/** `error` is the key of the phrase that reports an invalid value. */
interface FieldOptions {
  error: string;
}

/** Exactly six digits: a code from a text message or an authenticator, or a payment password. */
export function sixDigits({ error }: FieldOptions) {
  return z
    .string({ error })
    .overwrite(typedCode)
    .regex(/^\d{6}$/, { error });
}

/** A code whose form is checked elsewhere: six digits, or a recovery code. Defaults to the empty string. */
export const AnyCode = z.string({ error: 'wrong' }).overwrite(typedCode).max(40).default('');

/** A mobile number. The platform's own rule for it is in the settings and is checked later. */
export const Mobile = z.string({ error: 'required' }).overwrite(typedNumber).min(1, { error: 'required' }).max(20);

/** A member number typed by a person; parsed to a bigint. */
export const MemberNoTyped = z
  .string()
  .overwrite(typedCode)
  .regex(/^\d{8}$/, { error: 'number_form' })
  .transform((text) => BigInt(text));

/** A search for a number or a username, whole or its beginning. Neither contains spaces. */
export const SearchText = z.string().overwrite(typedNumber).max(64);

/** A search for an order number or its beginning. */
export function orderNoSearch({ error }: FieldOptions) {
  return SearchText.regex(/^[A-Za-z0-9._|-]*$/, { error });
}

/** A search among names. */
export const NameSearch = z.string().overwrite(typedLine).max(100);

/** The name that a person logs in with. */
export function loginName({ error }: FieldOptions) {
  return z.string({ error }).overwrite(typedLogin);
}

/** A name of a person or a company. */
export function personName({ error }: FieldOptions) {
  return z.string({ error }).overwrite(typedName);
}

/** One line of text for people, without control characters or marks that reverse the direction. Can be empty. */
export function oneLine({ error, most }: FieldOptions & { most: number }) {
  return z.string({ error }).overwrite(typedText).max(most, { error }).regex(PLAIN, { error });
}

/** Like `oneLine`, but not empty. */
export function someLine({ error, most }: FieldOptions & { most: number }) {
  return oneLine({ error, most }).min(1, { error });
}

/** Several lines of text for people. Can be empty. */
export function someLines(max: number) {
  return z.string().overwrite(typedText).max(max).regex(PLAIN_LINES);
}
