/**
 * From a schema's issues to one message a field: the same function words the server's answer and the form's own check.
 */
import type { z } from 'zod';
import { fieldWords } from './field-words.ts';
import { formatPhrase } from './phrase.ts';
import type { Language, WordValues, Words } from './words.ts';

/** Field path (`rates.0.percent`) → message. The first issue of a field speaks. */
export function fieldMessages(error: z.core.$ZodError, texts: Words, language: Language): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const issue of error.issues.flatMap(ofMeantForm)) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys)
        messages[[...issue.path, key].join('.')] ??= fieldMessage('unknown_field', {}, texts, language);
      continue;
    }
    messages[issue.path.join('.') || 'body'] ??= fieldMessage(wordOf(issue), limitsOf(issue), texts, language);
  }
  return messages;
}

/**
 * `name` is a word of the feature's texts or of the shared field words; an unknown one says that the value is not
 * valid.
 */
export function fieldMessage(name: string, values: WordValues, texts: Words, language: Language): string {
  const phrase = texts[name] ?? (fieldWords as Words)[name] ?? fieldWords.wrong;
  return formatPhrase(phrase, language, values);
}

/** A message that was made before, in another language; as it is where only its maker knows what it is filled with. */
export function fieldMessageIn(language: Language, message: string, texts: Words): string {
  const phrase = [...Object.values(texts), ...Object.values(fieldWords)].find((one) =>
    Object.values(one).includes(message),
  );
  return phrase?.[language] ?? message;
}

/** The first thing that is wrong: the field, and the word that `fieldMessage` takes. */
export function firstFieldFault(
  error: z.core.$ZodError,
): { field: string; word: string; values: WordValues } | undefined {
  const [issue] = error.issues.flatMap(ofMeantForm);
  if (!issue) return undefined;
  if (issue.code === 'unrecognized_keys')
    return { field: [...issue.path, issue.keys[0] ?? ''].join('.'), word: 'unknown_field', values: {} };
  return { field: issue.path.join('.'), word: wordOf(issue), values: limitsOf(issue) };
}

/**
 * A body that takes one of several forms is told what is wrong with the form whose fields it has, where one fits better
 * than the others.
 */
function ofMeantForm(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union' || issue.path.length > 0) return [issue];
  const [best, next] = issue.errors.toSorted((a, b) => strayFields(a) - strayFields(b));
  return best && next && strayFields(best) < strayFields(next) ? best : [issue];
}

/** How many fields of the body's own are missing, or there without being known. */
function strayFields(issues: readonly z.core.$ZodIssue[]): number {
  return issues.reduce((count, issue) => {
    if (issue.code === 'unrecognized_keys' && issue.path.length === 0) return count + issue.keys.length;
    return count + (issue.code === 'invalid_type' && issue.input === undefined && issue.path.length === 1 ? 1 : 0);
  }, 0);
}

function wordOf(issue: z.core.$ZodIssue): string {
  if (/^[a-z0-9_]+$/.test(issue.message)) return issue.message;
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'required';
  if (issue.code === 'too_big') return isNumber(issue) ? 'number_most' : 'too_long';
  if (issue.code === 'too_small' && isNumber(issue)) return 'number_least';
  if (issue.code === 'too_small') return Number(issue.minimum) <= 1 ? 'required' : 'too_short';
  return 'wrong';
}

function isNumber({ origin }: z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall): boolean {
  return origin === 'number' || origin === 'int';
}

function limitsOf(issue: z.core.$ZodIssue): WordValues {
  if (issue.code === 'too_big') return { maximum: Number(issue.maximum) };
  if (issue.code === 'too_small') return { minimum: Number(issue.minimum) };
  return issue.code === 'custom' && issue.params ? (issue.params as WordValues) : {};
}
