/** A list that can be taken away. Its own feature makes one; the call knows nothing of any list. */
import type { z } from 'zod';
import type { Who } from '#foundation/core/calls.ts';
import type { Session } from '#foundation/core/session.ts';
import type { Language } from '#foundation/core/words.ts';
import type { Cell, SheetColumn } from '#foundation/server/sheet.ts';

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

export interface ExportKind {
  /** Who has such a list at all. */
  readonly who: Who;
  /** Undefined: the list takes no such filter. */
  open(ask: ExportAsk, filter: unknown): Promise<ExportedList | undefined>;
}

/** `filter`: the list's own schema without its page; what it parses is what `list` is opened with, which may still say that it takes no such filter. */
export function exportKind<Filter>({
  who,
  filter: schema,
  list,
}: {
  who: Who;
  filter: z.ZodType<Filter>;
  list(ask: ExportAsk, filter: Filter): ExportedList | Promise<ExportedList | undefined>;
}): ExportKind {
  return {
    who,
    async open(ask, filter) {
      const parsed = schema.safeParse(filter);
      return parsed.success ? list(ask, parsed.data) : undefined;
    },
  };
}
