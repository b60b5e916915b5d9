/**
 * Schemas for what people type or paste. Each one reads its text (typed-text.ts) before anything checks, counts or
 * compares it. A new field takes one of these; `tidy/typed-fields.test.ts` lists every field that is read to the letter
 * instead.
 */
import { z } from 'zod';
import { typedLine } from './typed-line.ts';
import { typedCode, typedLogin, typedName, typedNumber, typedText } from './typed-text.ts';
import { PLAIN, PLAIN_LINES } from './wire.ts';

/** `error` names the phrase for what is wrong. */
interface Told {
  error: string;
}

/** Exactly six digits: a code from a message or an authenticator, a payment password. */
export function sixDigits({ error }: Told) {
  return z
    .string({ error })
    .overwrite(typedCode)
    .regex(/^\d{6}$/, { error });
}

/** A code whose form is checked elsewhere: six digits, or a recovery code. Empty where none is given. */
export const AnyCode = z.string({ error: 'wrong' }).overwrite(typedCode).max(40).default('');

/** Whether the number fits the platform's rule is checked with the settings at hand. */
export const Mobile = z.string({ error: 'required' }).overwrite(typedNumber).min(1, { error: 'required' }).max(20);

/** A member number, from a person; read as a bigint. */
export const MemberNoTyped = z
  .string()
  .overwrite(typedCode)
  .regex(/^\d{8}$/, { error: 'number_form' })
  .transform((text) => BigInt(text));

/** What to look for: a number, a username, or the beginning of one. These hold no blanks. */
export const SearchText = z.string().overwrite(typedNumber).max(64);

/** An order number or its beginning. */
export function orderNoSearch({ error }: Told) {
  return SearchText.regex(/^[A-Za-z0-9_-]*$/, { error });
}

/** What to look for among names. */
export const NameSearch = z.string().overwrite(typedLine).max(100);

/** The name that a person logs in with. */
export function loginName({ error }: Told) {
  return z.string({ error }).overwrite(typedLogin);
}

/** A name of a person or a company. */
export function personName({ error }: Told) {
  return z.string({ error }).overwrite(typedName);
}

/** One line for people: no control characters, nothing that turns the direction of what follows. May be empty. */
export function oneLine({ error, most }: Told & { most: number }) {
  return z.string({ error }).overwrite(typedText).max(most, { error }).regex(PLAIN, { error });
}

/** As `oneLine`, and something must be there to read. */
export function someLine({ error, most }: Told & { most: number }) {
  return oneLine({ error, most }).min(1, { error });
}

/** Several lines for people. May be empty. */
export function someLines(most: number) {
  return z.string().overwrite(typedText).max(most).regex(PLAIN_LINES);
}
