/**
 * Compares a member's records as a job: first all differences in one transaction, then their file. A job that begins
 * again goes on after the last of the two that is done.
 */
import type { FileKeeper } from '#features/exports/server/stored-file.ts';
import { orderScreenWords } from '#features/orders/screen-words.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import type { Clock } from '#foundation/core/clock.ts';
import { formatAmount } from '#foundation/core/money.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import type { Queue, QueuedJob } from '#foundation/server/jobs/queue.ts';
import { cursorBatches } from '#foundation/server/postgres/cursor.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { asXlsx, XLSX_TYPE } from '#foundation/server/sheets/sheet-xlsx.ts';
import type { Cell, Sheet, SheetColumn } from '#foundation/server/sheets/sheet.ts';
import { recordResultWords } from '../result-words.ts';
import { MAX_KEPT_DIFFERENCES } from '../rules.ts';
import {
  type CheckKey,
  type CheckTotals,
  deleteDifferences,
  deleteRows,
  differencesOf,
  lockCheck,
  insertDifferences,
  type RecordCheck,
  selectCheck,
  type StoredDifference,
  updateEnded,
  updateProgress,
} from './store.ts';

export interface CheckingDeps {
  db: Database;
  clock: Clock;
  platform: Pick<PlatformVerbs, 'settings'>;
  downloads: FileKeeper;
}

const MINUTE_MS = 60_000;

/** Jobs carry the member as their key: one check of a member runs at a time. */
export const recordCheckQueue: Queue<{ memberNo: string; checkId: string }> = {
  name: 'record-checks',
  retries: 3,
  expiresAfterMs: 30 * MINUTE_MS,
};

/** Percent of the work once the differences are known. */
const COMPARED = 70;

export async function runCheck(
  deps: CheckingDeps,
  { data, isLastRun }: Pick<QueuedJob<{ memberNo: string; checkId: string }>, 'data' | 'isLastRun'>,
): Promise<void> {
  const key: CheckKey = { memberNo: BigInt(data.memberNo), checkId: data.checkId };
  const check = await selectCheck(deps.db, key);
  if (check?.state !== 'running') return;
  try {
    const totals = check.totals ?? (await compare(deps, check));
    if (!totals) return;
    const downloadId = await storeFile(deps, check, totals);
    await updateEnded(deps.db, key, { state: 'done', downloadId, at: deps.clock.now() });
  } catch (error) {
    if (isLastRun) await failCheck(deps, key);
    throw error;
  }
}

export async function failCheck({ db, clock }: Pick<CheckingDeps, 'db' | 'clock'>, key: CheckKey): Promise<void> {
  await db.transaction(async (tx) => {
    const isFailed = await updateEnded(tx, key, { state: 'failed', downloadId: null, at: clock.now() });
    if (isFailed) await deleteRows(tx, key);
  });
}

/** Undefined if another run has ended the check. The rows are gone once they are compared: nothing compares twice. */
function compare({ db }: CheckingDeps, check: RecordCheck): Promise<CheckTotals | undefined> {
  return db.transaction(async (tx) => {
    const left = await lockCheck(tx, check);
    if (left?.state !== 'running') return undefined;
    if (left.totals) return left.totals;
    await deleteDifferences(tx, check);
    const totals = await insertDifferences(tx, check);
    await deleteRows(tx, check);
    await updateProgress(tx, check, COMPARED, totals);
    return totals;
  });
}

/** The file has the id of its check, so that it is stored once. Returns null without differences: there is nothing to read. */
async function storeFile(
  { db, downloads, platform }: CheckingDeps,
  check: RecordCheck,
  { differences }: CheckTotals,
): Promise<string | null> {
  const rows = Object.values(differences).reduce((total, count) => total + count, 0);
  if (rows === 0) return null;
  const { userId, memberNo, language, from, to, firstDay, lastDay } = check;
  const { timeZone } = await platform.settings();
  await downloads.store(
    {
      downloadId: check.checkId,
      userId,
      memberNo,
      kind: 'recordDifferences',
      name: `differences-${firstDay}-${lastDay}.xlsx`,
      format: 'xlsx',
      contentType: XLSX_TYPE,
      language,
      rows: Math.min(rows, MAX_KEPT_DIFFERENCES),
      filter: { range: { from: from.toISOString(), to: to.toISOString() } },
    },
    asXlsx(sheetOf(db, check, timeZone)),
  );
  return check.checkId;
}

function sheetOf(db: Database, check: RecordCheck, timeZone: string): Sheet {
  const { language, currency } = check;
  const say = (word: keyof typeof recordResultWords): string => formatPhrase(recordResultWords[word], language);
  const amount = (minor: bigint | null): string | null => (minor === null ? null : formatAmount(minor, currency));
  const columns: readonly (SheetColumn & { of(row: StoredDifference): Cell })[] = [
    { header: say('difference'), kind: 'text', of: ({ kind }) => say(kind) },
    { header: say('number'), kind: 'text', of: ({ number }) => number },
    { header: say('line'), kind: 'text', of: ({ line }) => line?.toString() ?? null },
    { header: say('their_amount'), kind: 'amount', of: (row) => amount(row.theirAmountMinor) },
    { header: say('their_status'), kind: 'text', of: (row) => row.theirStatus && say(`record_${row.theirStatus}`) },
    { header: say('their_date'), kind: 'text', of: (row) => row.theirDay },
    { header: say('system_no'), kind: 'text', of: (row) => row.systemNo?.toString() ?? null },
    { header: say('our_amount'), kind: 'amount', of: (row) => amount(row.ourAmountMinor) },
    {
      header: say('our_status'),
      kind: 'text',
      of: (row) => row.ourStatus && formatPhrase(orderScreenWords[row.ourStatus], language),
    },
    { header: say('our_created'), kind: 'time', of: (row) => row.ourCreatedAt },
    { header: say('our_paid'), kind: 'time', of: (row) => row.ourPaidAt },
  ];
  async function* batches(): AsyncGenerator<Cell[][]> {
    for await (const rows of cursorBatches(db, differencesOf(check, MAX_KEPT_DIFFERENCES)))
      yield rows.map((row) => columns.map(({ of }) => of(row)));
  }
  return { title: say('differences'), columns, timeZone, batches: batches() };
}
