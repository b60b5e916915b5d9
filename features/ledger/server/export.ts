/** The money log as a file: all rows of `/user/moneylog` with the same filter and order. */
import type { z } from 'zod';
import { timeHeader } from '#features/exports/time-header.ts';
import { type ExportContext, type ExportedList, type ExportKind, exportKind } from '#features/exports/server/kind.ts';
import { formatAmount } from '#foundation/core/money.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { cursorBatches } from '#foundation/server/postgres/cursor.ts';
import type { Cell, SheetColumn } from '#foundation/server/sheets/sheet.ts';
import { MoneyLogFilter } from '../contract.ts';
import { moneyLogTypes } from '../money-log-types.ts';
import { ledgerScreenWords } from '../screen-words.ts';
import type { LedgerCallDeps } from './calls.ts';
import { type MoneyLogEntry, moneyLogRows, typeOfKind } from './money-log.ts';
import { entriesWanted } from './money-log-query.ts';
import { foundReferences } from './numbers.ts';

const amounts = ['amount', 'fee', 'before', 'after'] as const;

export function moneyLogExport(deps: LedgerCallDeps): ExportKind {
  return exportKind({
    who: 'members',
    filter: MoneyLogFilter.omit({ page: true, limit: true }),
    list(context, filter) {
      const { memberNo } = context.session;
      if (memberNo === null) throw new Error('only members have a money log');
      return moneyLogFile(deps, context, { ...filter, memberNo });
    },
  });
}

type WholeFilter = Omit<z.output<typeof MoneyLogFilter>, 'page' | 'limit'>;

/** A member's money log, as its own screen and the operators' page of the member export it. */
export async function moneyLogFile(
  { db, currency, numbers }: LedgerCallDeps,
  { language, timeZone, now }: ExportContext,
  { memberNo, orderNo, order, ...filter }: WholeFilter & { memberNo: bigint },
): Promise<ExportedList> {
  const search = orderNo ? await foundReferences(db, numbers, { memberNo, typed: orderNo }) : undefined;
  const { total, rows } = await moneyLogRows(db, {
    memberNo,
    page: 1,
    limit: 1,
    order,
    references: search?.references,
    ...entriesWanted(filter, now),
  });
  const code = await currency();
  const translate = (word: keyof typeof ledgerScreenWords) => formatPhrase(ledgerScreenWords[word], language);
  const typeTexts = new Map(moneyLogTypes.map((name) => [name, translate(name)]));
  const amount = (minor: bigint): string => formatAmount(minor, code);
  const cells = (entry: MoneyLogEntry, number: string | undefined): Cell[] => [
    number ?? null,
    entry.reference.toString(),
    typeTexts.get(typeOfKind(entry.kind)) ?? null,
    ...[entry.amountMinor, entry.feeMinor, entry.beforeMinor, entry.afterMinor].map(amount),
    entry.remark,
    entry.createdAt,
  ];
  const text = (word: keyof typeof ledgerScreenWords): SheetColumn => ({ header: translate(word), kind: 'text' });
  return {
    title: translate('money_log'),
    columns: [
      ...(['order_no', 'system_no', 'type'] as const).map(text),
      ...amounts.map((word): SheetColumn => ({ header: translate(word), kind: 'amount' })),
      text('remark'),
      {
        header: timeHeader(translate('time'), { language, timeZone }),
        kind: 'time',
      },
    ],
    count: async () => total,
    async *batches() {
      for await (const entries of cursorBatches(db, rows)) {
        const known = await numbers.orderNosOf(
          memberNo,
          entries.map(({ reference }) => reference),
        );
        yield entries.map((entry) => cells(entry, known.get(entry.reference)));
      }
    },
  };
}
