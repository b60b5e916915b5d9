/** Handlers of the comparison with a member's own records. */
import { randomUUID } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import type { UploadedFile } from '#foundation/core/calls.ts';
import { formatAmount } from '#foundation/core/money.ts';
import { addDays, dayOf, startOfDay } from '#foundation/core/time-zone.ts';
import { type CallContext, handlers, type ServedContract } from '#foundation/server/http/handlers.ts';
import type { JobQueue } from '#foundation/server/jobs/queue.ts';
import { takeAttempt } from '#foundation/server/postgres/attempt-windows.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';
import { recordColumns } from '../columns.ts';
import { type CheckResult, type Difference, recordCheckCalls } from '../contract.ts';
import { CHECK_KEPT_MS, checkLimit, MAX_CHECKED_DAYS, MAX_SHOWN_DIFFERENCES, MAX_UNFINISHED_CHECKS } from '../rules.ts';
import { type CheckingDeps, failCheck, recordCheckQueue } from './checking.ts';
import { type MemberRecord, readRecords } from './reading.ts';
import {
  countUnfinished,
  deleteCheck,
  deleteDifferences,
  insertCheck,
  insertRows,
  lockChecksOf,
  type NewCheck,
  type RecordCheck,
  selectCheck,
  selectDifferences,
  selectEndedBefore,
  type StoredDifference,
} from './store.ts';

export interface RecordCheckDeps extends Pick<CheckingDeps, 'db' | 'clock' | 'platform'> {
  queue: Pick<JobQueue, 'send' | 'stateOf'>;
}

type Calls = (typeof recordCheckCalls)['calls'];

export function recordCheckHandlers(deps: RecordCheckDeps): ServedContract {
  return handlers(recordCheckCalls, {
    '/reconciliation/check': (context, input) => start(deps, context, input),
    '/reconciliation/checkResult': (context, { id }) => result(deps, context, id),
  });
}

type StartContext = CallContext<Calls['/reconciliation/check']>;
type StartFields = { from: string; to: string } & Partial<Record<(typeof recordColumns)[number], string | undefined>>;

const PIECES_A_TURN = 4;

async function start(
  deps: RecordCheckDeps,
  context: StartContext,
  { bytes, fields }: UploadedFile & { fields: StartFields },
): Promise<{ id: string }> {
  const { db, platform } = deps;
  const { session, language, now, wrongField } = context;
  const { memberNo, userId } = session;
  const { currency, timeZone } = await platform.settings();
  const range = rangeOf(context, fields, timeZone);
  const isFull = async (on: Queryable): Promise<boolean> =>
    (await countUnfinished(on, memberNo)) >= MAX_UNFINISHED_CHECKS;
  const refuseFull = (): never => context.refuse('checks_waiting', { most: MAX_UNFINISHED_CHECKS });
  // Before a file is read for nothing, and once more when it is stored.
  if (await isFull(db)) return refuseFull();
  const attempt = await takeAttempt(db, checkLimit, userId.toString(), now);
  if (!attempt.allowed) return context.refuse('checks_limit', { minutes: Math.ceil(attempt.waitMs / 60_000) });
  const named = Object.fromEntries(
    recordColumns.flatMap((column) => (fields[column] === undefined ? [] : [[column, fields[column]]])),
  );
  let pieces = 0;
  const read = await readRecords(bytes, { currency, named }, async () => {
    if ((pieces += 1) % PIECES_A_TURN === 0) await turn();
  });
  if ('fault' in read) return wrongField('file', read.fault.word, read.fault.values(language));
  const checkId = randomUUID();
  const { records } = read;
  await store(
    deps,
    { memberNo, checkId, userId, language, ...range, currency, rowCount: records.length, createdAt: now },
    records,
    async (tx) => {
      await lockChecksOf(tx, memberNo);
      if (await isFull(tx)) refuseFull();
    },
  );
  return { id: checkId };
}

const ROWS_TOGETHER = 5_000;

/** The check, its rows and its job are there together, or not at all. */
async function store(
  { db, queue }: RecordCheckDeps,
  check: NewCheck,
  records: readonly MemberRecord[],
  admit: (tx: Tx) => Promise<void>,
): Promise<void> {
  const { memberNo, checkId, createdAt } = check;
  const old = await selectEndedBefore(db, memberNo, new Date(createdAt.getTime() - CHECK_KEPT_MS));
  await db.transaction(async (tx) => {
    await admit(tx);
    for (const ended of old) {
      await deleteDifferences(tx, { memberNo, checkId: ended });
      await deleteCheck(tx, { memberNo, checkId: ended });
    }
    await insertCheck(tx, check);
    for (let from = 0; from < records.length; from += ROWS_TOGETHER)
      await insertRows(tx, check, records.slice(from, from + ROWS_TOGETHER));
    const data = { memberNo: memberNo.toString(), checkId };
    await queue.send(recordCheckQueue, data, { id: checkId, singletonKey: data.memberNo, tx });
  });
}

function rangeOf(
  { wrongField }: StartContext,
  fields: StartFields,
  timeZone: string,
): Pick<NewCheck, 'from' | 'to' | 'firstDay' | 'lastDay'> {
  const isDay = (text: string): boolean => !text.includes('T');
  const from = isDay(fields.from) ? startOfDay(fields.from, timeZone) : new Date(fields.from);
  const to = isDay(fields.to) ? startOfDay(addDays(fields.to, 1), timeZone) : new Date(fields.to);
  if (from >= to) return wrongField('to', 'range_order');
  const [firstDay, lastDay] = [dayOf(from, timeZone), dayOf(new Date(to.getTime() - 1), timeZone)];
  if (addDays(firstDay, MAX_CHECKED_DAYS) <= lastDay) return wrongField('to', 'range_most', { most: MAX_CHECKED_DAYS });
  return { from, to, firstDay, lastDay };
}

/** A process can die in a job's last run, and a restored database can lack its jobs. */
const LOST_AFTER_MS = 60_000;

async function result(
  deps: RecordCheckDeps,
  context: CallContext<Calls['/reconciliation/checkResult']>,
  checkId: string,
): Promise<CheckResult> {
  const { db, queue } = deps;
  const { session, now } = context;
  const key = { memberNo: session.memberNo, checkId };
  let check = await selectCheck(db, key);
  if (check?.state === 'running' && check.createdAt.getTime() + LOST_AFTER_MS < now.getTime()) {
    const state = await queue.stateOf(recordCheckQueue, checkId);
    if (state !== 'waiting' && state !== 'running') {
      await failCheck(deps, key);
      check = await selectCheck(db, key);
    }
  }
  if (!check || check.createdAt.getTime() + CHECK_KEPT_MS < now.getTime()) return context.refuse('not_found');
  const found = check.totals ? await selectDifferences(db, key, MAX_SHOWN_DIFFERENCES) : [];
  // Files are of one user.
  const downloadId = check.userId === session.userId ? check.downloadId : null;
  return resultOf({ ...check, downloadId }, found);
}

function resultOf(
  { state, progress, totals, downloadId, currency }: RecordCheck,
  found: readonly StoredDifference[],
): CheckResult {
  const sums = ({ count, amountMinor }: { count: number; amountMinor: string }) => ({
    count,
    amount: formatAmount(BigInt(amountMinor), currency),
  });
  return {
    state,
    progress,
    matched: totals?.matched ?? 0,
    differences: found.map((one) => differenceOf(one, currency)),
    totals: totals && {
      ours: sums(totals.ours),
      theirs: sums(totals.theirs),
      outside: totals.outside,
      differences: { ...NO_DIFFERENCES, ...totals.differences },
    },
    downloadId,
  };
}

const NO_DIFFERENCES = {
  missing_here: 0,
  missing_there: 0,
  amount_differs: 0,
  status_differs: 0,
  duplicate_there: 0,
} as const;

function differenceOf(one: StoredDifference, currency: string): Difference {
  const { kind, number, line, theirAmountMinor, theirStatus, theirDay } = one;
  const { systemNo, ourAmountMinor, ourStatus, ourCreatedAt, ourPaidAt } = one;
  return {
    kind,
    number,
    ours:
      systemNo === null || ourAmountMinor === null || ourStatus === null || ourCreatedAt === null
        ? null
        : {
            systemNo: systemNo.toString(),
            amount: formatAmount(ourAmountMinor, currency),
            status: ourStatus,
            createdAt: ourCreatedAt.toISOString(),
            paidAt: ourPaidAt?.toISOString() ?? null,
          },
    theirs:
      line === null || theirAmountMinor === null || theirStatus === null
        ? null
        : { line, amount: formatAmount(theirAmountMinor, currency), status: theirStatus, date: theirDay },
  };
}
