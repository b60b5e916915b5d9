/** A list that can be exported. The list's own feature implements it; the export call knows no list. */
import { z } from 'zod';
import type { Who } from '#foundation/core/calls.ts';
import type { WrittenLine, WrittenStatement } from '#foundation/server/bank-files/bank-statement.ts';
import type { Right } from '#features/rights.ts';
import { isRoleAllowed, type Session } from '#foundation/core/session.ts';
import { firstFieldFault } from '#foundation/core/field-errors.ts';
import type { Language, PhraseValues } from '#foundation/core/words.ts';
import type { ExportFormat } from '../rules.ts';
import type { Cell, SheetAbout, SheetColumn } from '#foundation/server/sheets/sheet.ts';

export interface ExportContext {
  readonly session: Session;
  readonly language: Language;
  readonly now: Date;
  /** The platform's time zone, in which times are written. */
  readonly timeZone: string;
  /** Undefined where no file is written. */
  readonly format?: ExportFormat;
}

export interface ExportedList {
  /** In the user's language. */
  readonly title: string;
  /** The first page of a workbook: who made it, when, with which filter, and its sums. */
  readonly about?: SheetAbout;
  readonly columns: readonly SheetColumn[];
  /** The same rows as a statement of a bank; undefined for a list that is none. */
  readonly bank?: BankForm | undefined;
  /** Number of rows that match the filter. */
  count(): Promise<number>;
  /** Reads nothing until the first batch is requested. */
  batches(): AsyncGenerator<readonly (readonly Cell[])[], void>;
}

export interface BankForm {
  readonly statement: Omit<WrittenStatement, 'lines'>;
  /** How many rows the statement has. Rows that come after them are of a later moment. */
  readonly rows: number;
  lineOf(row: readonly Cell[]): WrittenLine;
}

/** An error in a filter: one of its fields and an error word. */
export interface WrongFilter {
  readonly field: string;
  readonly word: string;
  readonly values?: PhraseValues;
}

export interface ExportKind {
  /** The callers who have such a list. */
  readonly who: Who;
  /** What an operator needs for it. */
  readonly right?: Right | undefined;
  /** The filter's field of a period. Undefined: the list has none and can't be scheduled. */
  readonly periodField: string | undefined;
  open(context: ExportContext, filter: unknown): Promise<ExportedList | WrongFilter>;
}

/** Whether the user has such a list. */
export function hasList({ who, right }: Pick<ExportKind, 'who' | 'right'>, session: Session): boolean {
  if (!isRoleAllowed(who, session.role)) return false;
  return right === undefined || (session.role === 'operator' && session.rights.has(right));
}

/** `filter`: the list's own schema without the page. `list` gets the parsed filter and can still reject it. */
export function exportKind<Filter>({
  who,
  right,
  filter: schema,
  list,
}: {
  who: Who;
  right?: Right;
  filter: z.ZodType<Filter>;
  list(context: ExportContext, filter: Filter): ExportedList | Promise<ExportedList | WrongFilter>;
}): ExportKind {
  return {
    who,
    right,
    periodField: schema instanceof z.ZodObject ? PERIOD_FIELDS.find((field) => field in schema.shape) : undefined,
    async open(context, filter) {
      const parsed = schema.safeParse(filter, { reportInput: true });
      if (parsed.success) return list(context, parsed.data);
      return firstFieldFault(parsed.error) ?? { field: '', word: 'wrong' };
    },
  };
}

const PERIOD_FIELDS = ['range', 'createdRange'] as const;
