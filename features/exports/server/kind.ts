/** A list that can be taken away. Its own feature makes one; the call knows nothing of any list. */
import type { z } from 'zod';
import type { Who } from '#foundation/core/calls.ts';
import type { Session } from '#foundation/core/session.ts';
import { firstFieldFault } from '#foundation/core/field-errors.ts';
import type { Language, WordValues } from '#foundation/core/words.ts';
import type { Cell, SheetColumn } from '#foundation/server/sheets/sheet.ts';

export interface ExportAsk {
  readonly session: Session;
  readonly language: Language;
  readonly now: Date;
  /** The platform's: moments are written by its wall clock. */
  readonly timeZone: string;
}

export interface ExportedList {
  /** In the reader's language. */
  readonly title: string;
  readonly columns: readonly SheetColumn[];
  /** Of the whole filter. */
  count(): Promise<number>;
  /** Reads nothing before it is asked for the first. */
  batches(): AsyncGenerator<readonly (readonly Cell[])[], void>;
}

/** What is wrong with a filter: one of its fields, and a field word. */
export interface WrongFilter {
  readonly field: string;
  readonly word: string;
  readonly values?: WordValues;
}

export interface ExportKind {
  /** Who has such a list at all. */
  readonly who: Who;
  open(ask: ExportAsk, filter: unknown): Promise<ExportedList | WrongFilter>;
}

/**
 * `filter`: the list's own schema without its page; what it parses is what `list` is opened with, which may still say
 * what is wrong with it.
 */
export function exportKind<Filter>({
  who,
  filter: schema,
  list,
}: {
  who: Who;
  filter: z.ZodType<Filter>;
  list(ask: ExportAsk, filter: Filter): ExportedList | Promise<ExportedList | WrongFilter>;
}): ExportKind {
  return {
    who,
    async open(ask, filter) {
      const parsed = schema.safeParse(filter, { reportInput: true });
      if (parsed.success) return list(ask, parsed.data);
      return firstFieldFault(parsed.error) ?? { field: '', word: 'wrong' };
    },
  };
}
