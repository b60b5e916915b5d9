/** Money logs of another installation as files, written by our own writer of CSV. Only tests import this. */
import { createHash, randomUUID } from 'node:crypto';
import { timeHeader } from '#features/exports/time-header.ts';
import type { MoneyLogType } from '#features/ledger/money-log-types.ts';
import { ledgerScreenWords } from '#features/ledger/screen-words.ts';
import { formatAmount } from '#foundation/core/money.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import type { TimeRange } from '#foundation/core/time-zone.ts';
import type { Language } from '#foundation/core/words.ts';
import { asCsv, type Cell } from '#foundation/server/sheets/sheet.ts';

export interface LoggedEntry {
  type: MoneyLogType;
  systemNo: string;
  orderNo?: string | undefined;
  amountMinor: bigint;
  feeMinor?: bigint;
  at: Date;
  remark?: string;
}

interface Writing {
  language?: Language;
  timeZone?: string;
  openingMinor?: bigint;
  newestFirst?: boolean;
}

export async function moneyLogCsv(
  entries: readonly LoggedEntry[],
  { language = 'en', timeZone = 'Asia/Shanghai', openingMinor = 0n, newestFirst = true }: Writing = {},
): Promise<Buffer> {
  const say = (word: keyof typeof ledgerScreenWords): string => formatPhrase(ledgerScreenWords[word], language);
  let balance = openingMinor;
  const rows = entries.map(
    ({ type, systemNo, orderNo = null, amountMinor, feeMinor = 0n, at, remark = null }): Cell[] => {
      const before = balance;
      balance += amountMinor - feeMinor;
      const amounts = [amountMinor, feeMinor, before, balance].map((minor) => formatAmount(minor, 'CNY'));
      return [orderNo, systemNo, say(type), ...amounts, remark, at];
    },
  );
  if (newestFirst) rows.reverse();
  const header = timeHeader(say('time'), { language, timeZone });
  const pieces = asCsv({
    title: '',
    columns: [
      ...(['order_no', 'system_no', 'type'] as const).map((word) => ({ header: say(word), kind: 'text' as const })),
      ...(['amount', 'fee', 'before', 'after'] as const).map((word) => ({
        header: say(word),
        kind: 'amount' as const,
      })),
      { header: say('remark'), kind: 'text' },
      { header, kind: 'time' },
    ],
    timeZone,
    batches: [rows].values() as unknown as AsyncIterator<readonly Cell[][]>,
  });
  return Buffer.concat(await Array.fromAsync(pieces));
}

/** What a report says of a file, without its content. */
export function reportFields(file: Uint8Array, { from, to }: TimeRange, rows: number): Record<string, string> {
  const downloadId = randomUUID();
  return {
    notifyId: `report-${downloadId}`,
    downloadId,
    name: 'money-log.csv',
    format: 'csv',
    from: from.toISOString(),
    to: to.toISOString(),
    rows: rows.toString(),
    size: file.length.toString(),
    sha256: createHash('sha256').update(file).digest('hex'),
  };
}
