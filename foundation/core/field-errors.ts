/** Turns a schema's issues into one message per field. The server's response and the form's own check share it. */
import type { z } from 'zod';
import { fieldWords } from './field-words.ts';
import { formatPhrase } from './phrase.ts';
import type { Language, PhraseValues, Words } from './words.ts';

/** Returns field path (`rates.0.percent`) → message. Only a field's first issue is reported. */
export function fieldMessages(
  { issues }: Pick<z.core.$ZodError, 'issues'>,
  texts: Words,
  language: Language,
): Record<string, string> {
  const messages: Record<string, string> = {};
  for (const issue of issues.flatMap(issuesOfClosestForm)) {
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys)
        messages[[...issue.path, key].join('.')] ??= fieldMessage('unknown_field', {}, texts, language);
      continue;
    }
    messages[issue.path.join('.') || 'body'] ??= fieldMessage(faultNameOf(issue), limitsOf(issue), texts, language);
  }
  return messages;
}

/**
 * `name` is a key of the feature's texts or of the shared field words. For an unknown key, reports an invalid value.
 */
export function fieldMessage(name: string, values: PhraseValues, texts: Words, language: Language): string {
  const phrase = texts[name] ?? (fieldWords as Words)[name] ?? fieldWords.wrong;
  return formatPhrase(phrase, language, values);
}

/**
 * Translates a message that was made earlier in another language. Returns a message with filled-in values unchanged, as
 * only the code that made it knows them.
 */
export function fieldMessageIn(language: Language, message: string, texts: Words): string {
  const phrase = [...Object.values(texts), ...Object.values(fieldWords)].find((one) =>
    Object.values(one).includes(message),
  );
  return phrase?.[language] ?? message;
}

/** The first fault: the field, and the word that `fieldMessage` takes as its name. */
export function firstFieldFault(
  error: z.core.$ZodError,
): { field: string; word: string; values: PhraseValues } | undefined {
  const [issue] = error.issues.flatMap(issuesOfClosestForm);
  if (!issue) return undefined;
  if (issue.code === 'unrecognized_keys')
    return { field: [...issue.path, issue.keys[0] ?? ''].join('.'), word: 'unknown_field', values: {} };
  return { field: issue.path.join('.'), word: faultNameOf(issue), values: limitsOf(issue) };
}

/** If a body can have several forms and one of them fits best, reports that form's issues instead of the union's. */
function issuesOfClosestForm(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union' || issue.path.length > 0) return [issue];
  const [best, next] = issue.errors.toSorted((a, b) => strayFields(a) - strayFields(b));
  return best && next && strayFields(best) < strayFields(next) ? best : [issue];
}

/** The number of the body's top-level fields that are missing or unknown. */
function strayFields(issues: readonly z.core.$ZodIssue[]): number {
  return issues.reduce((count, issue) => {
    if (issue.code === 'unrecognized_keys' && issue.path.length === 0) return count + issue.keys.length;
    return count + (issue.code === 'invalid_type' && issue.input === undefined && issue.path.length === 1 ? 1 : 0);
  }, 0);
}

function faultNameOf(issue: z.core.$ZodIssue): string {
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

function limitsOf(issue: z.core.$ZodIssue): PhraseValues {
  if (issue.code === 'too_big') return { maximum: Number(issue.maximum) };
  if (issue.code === 'too_small') return { minimum: Number(issue.minimum) };
  return issue.code === 'custom' && issue.params ? (issue.params as PhraseValues) : {};
}
