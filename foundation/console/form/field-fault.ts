/** The errors that a form's own check returns, next to those of its schema. */
import type { z } from 'zod';
import type { PhraseValues } from '#foundation/core/words.ts';

/** An error that a form's `check` found in one field. */
export type FieldFault = z.core.$ZodIssueCustom;

/** `word` is a key of the form's texts or of the shared field words. */
export function fieldFault(field: string, word: string, values?: PhraseValues): FieldFault {
  return { code: 'custom', path: [field], message: word, params: { ...values }, input: undefined };
}
