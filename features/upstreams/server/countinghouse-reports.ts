/**
 * Statements of another installation. Its protocol has no call for a day, so a schedule there posts our money log to our
 * address for its notifications, each day: a signed report with the file.
 */
import { createHash } from 'node:crypto';
import { verifyReport } from '@countinghouse/sdk/callbacks';
import { z } from 'zod';
import { type Outgoing, OutgoingError } from '#foundation/server/outgoing/outgoing.ts';
import { addDays, dayOf, startOfDay, type TimeRange } from '#foundation/core/time-zone.ts';
import {
  type NotificationRead,
  UpstreamError,
  type UpstreamLine,
  type UpstreamReport,
  type UpstreamStatement,
} from './connector.ts';
import { faultsByFailure } from './countinghouse-errors.ts';
import { checkMoneyLog, MoneyLogFault, type MoneyLogRow, moneyLogRows, type MoneyLogTerms } from './money-log-file.ts';

/** A file of 512 KiB in base64, as a field of a form. */
export const MAX_REPORT_BYTES = 1_000_000;

/** How long after its end a day is taken: as long as statements are looked for. */
const REPORTED_DAYS = 7;

/** As much as a person can upload. */
const MAX_FILE_BYTES = 128 * 1_048_576;
const FILE_TIMEOUT_MS = 300_000;

/** A report's file: itself, in base64, or the address of a larger one. */
const Source = z.strictObject({
  rows: z.int(),
  size: z.int().max(MAX_FILE_BYTES),
  sha256: z.string(),
  content: z.string().nullable(),
  url: z.url({ protocol: /^https?$/ }).nullable(),
});
type Source = z.infer<typeof Source>;

/** Reports are refused until the upstream's settings name the time zone of its days. */
interface ReportTerms extends Pick<MoneyLogTerms, 'currency'> {
  timeZone?: string | undefined;
}

export async function readReport(
  check: Parameters<typeof verifyReport>[0] & { now(): number },
  { currency, timeZone }: ReportTerms,
): Promise<NotificationRead> {
  let nonce = '';
  const checked = await verifyReport({
    ...check,
    seenNonce(sent) {
      nonce = sent;
      return false;
    },
  });
  if (!checked.ok) return { ok: false, failure: faultsByFailure[checked.failure] };
  if (timeZone === undefined) return { ok: false, failure: 'unconfigured' };
  const { downloadId, from, to, rows, size, sha256, content, url } = checked.callback;
  const range = { from: new Date(from), to: new Date(to) };
  if (!isDay(range, timeZone) || !isRecent(range, check.now())) return { ok: false, failure: 'wrong_day' };
  if (Number(size) > MAX_FILE_BYTES) return { ok: false, failure: 'too_large' };
  const source = Source.safeParse({ rows: Number(rows), size: Number(size), sha256, content, url });
  if (!source.success || !z.uuid().safeParse(downloadId).success) return { ok: false, failure: 'malformed' };
  const report = { reportId: downloadId, range, source: JSON.stringify(source.data) };
  if (!isReadable(report, source.data, { currency, timeZone })) return { ok: false, failure: 'malformed' };
  return { ok: true, report, nonce };
}

/** Whether it is exactly one day of the time zone. */
function isDay({ from, to }: TimeRange, timeZone: string): boolean {
  if (Number.isNaN(from.getTime()) || Number.isNaN(to.getTime())) return false;
  const day = dayOf(from, timeZone);
  return (
    from.getTime() === startOfDay(day, timeZone).getTime() &&
    to.getTime() === startOfDay(addDays(day, 1), timeZone).getTime()
  );
}

function isRecent({ to }: TimeRange, nowMs: number): boolean {
  return to.getTime() <= nowMs && to.getTime() > nowMs - REPORTED_DAYS * 86_400_000;
}

/** A larger file is read when its day is filed. */
function isReadable(report: UpstreamReport, source: Source, terms: MoneyLogTerms): boolean {
  const { content, url } = source;
  if (content === null) return url !== null;
  try {
    return openReport(report.range, source, Buffer.from(content, 'base64'), terms) !== undefined;
  } catch (error) {
    if (error instanceof MoneyLogFault) return false;
    throw error;
  }
}

/**
 * The lines of one of our days. Undefined until reports cover it: where the other platform's days begin at another
 * moment, it takes two of them.
 */
export async function reportedStatement(
  range: TimeRange,
  reports: readonly UpstreamReport[],
  { currency, timeZone }: ReportTerms,
  outgoing: Pick<Outgoing, 'request'>,
): Promise<UpstreamStatement | undefined> {
  if (timeZone === undefined || !isCovered(range, reports)) return undefined;
  try {
    const opened: OpenReport[] = [];
    for (const report of reports) {
      const source = Source.parse(JSON.parse(report.source));
      opened.push(openReport(report.range, source, await bytesOf(source, outgoing), { currency, timeZone }));
    }
    const within = ({ at }: MoneyLogRow): boolean => at >= range.from && at < range.to;
    const rows = function* (): Generator<MoneyLogRow, void> {
      for (const one of opened) for (const row of one.rows()) if (within(row)) yield row;
    };
    const ends = opened.map((one) => endsOf(one, within)).filter((one) => one !== undefined);
    return {
      openingMinor: ends.at(0)?.openingMinor ?? null,
      closingMinor: ends.at(-1)?.closingMinor ?? null,
      lines: batched(linesOf(rows)),
    };
  } catch (error) {
    if (error instanceof MoneyLogFault) throw new UpstreamError('refused', error.message, { cause: error });
    throw error;
  }
}

/** `reports` are in the order of time. */
function isCovered({ from, to }: TimeRange, reports: readonly UpstreamReport[]): boolean {
  let until = from;
  for (const { range } of reports) if (range.from <= until && range.to > until) until = range.to;
  return until >= to;
}

async function bytesOf({ content, url, size }: Source, outgoing: Pick<Outgoing, 'request'>): Promise<Buffer> {
  if (content !== null || url === null) return Buffer.from(content ?? '', 'base64');
  const pieces: Uint8Array[] = [];
  try {
    const { status, truncated } = await outgoing.request({
      method: 'GET',
      url,
      timeoutMs: FILE_TIMEOUT_MS,
      maxReplyBytes: size,
      take: (piece) => void pieces.push(piece),
    });
    if (status !== 200 || truncated) throw new UpstreamError('refused', 'statement_gone');
  } catch (error) {
    if (error instanceof OutgoingError) throw new UpstreamError('unreachable', error.kind, { cause: error });
    throw error;
  }
  return Buffer.concat(pieces);
}

interface OpenReport {
  isNewestFirst: boolean;
  /** From the first one again, whenever it is called. */
  rows(): Iterable<MoneyLogRow>;
}

/** Reads it once to the end. Throws `MoneyLogFault` if it is not the whole money log of its day. */
function openReport(
  { from, to }: TimeRange,
  { rows: promised, sha256 }: Source,
  bytes: Buffer,
  terms: MoneyLogTerms,
): OpenReport {
  if (createHash('sha256').update(bytes).digest('hex') !== sha256.toLowerCase())
    throw new MoneyLogFault('statement_changed');
  const text = textIn(bytes);
  const rows = function* (): Generator<MoneyLogRow, void> {
    for (const row of moneyLogRows(text, terms)) {
      if (row.at < from || row.at >= to) throw new MoneyLogFault('statement_day');
      yield row;
    }
  };
  const { count, isNewestFirst } = checkMoneyLog(rows());
  if (count !== promised) throw new MoneyLogFault('statement_incomplete');
  return { isNewestFirst, rows };
}

function textIn(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new MoneyLogFault('statement_text');
  }
}

/** The balance before the first and after the last of these rows. */
function endsOf(
  { isNewestFirst, rows }: OpenReport,
  within: (row: MoneyLogRow) => boolean,
): { openingMinor: bigint; closingMinor: bigint } | undefined {
  let [first, last]: (MoneyLogRow | undefined)[] = [];
  for (const row of rows()) {
    if (!within(row)) continue;
    first ??= row;
    last = row;
  }
  if (!first || !last) return undefined;
  const [earliest, latest] = isNewestFirst ? [last, first] : [first, last];
  return { openingMinor: earliest.beforeMinor, closingMinor: latest.afterMinor };
}

/**
 * A withdrawal or payout that was given back on the same day came to nothing: both entries count as failed. One that is
 * given back later stands by itself: of a withdrawal as a negative settlement, of a payout as money that comes in.
 */
function* linesOf(rows: () => Iterable<MoneyLogRow>): Generator<Omit<UpstreamLine, 'lineNo'>, void> {
  const [taken, returned] = [new Set<string>(), new Set<string>()];
  for (const { type, systemNo } of rows()) {
    if (type === 'withdrawal' || type === 'payout') taken.add(systemNo);
    if (type === 'refund') returned.add(systemNo);
  }
  const undone = returned.intersection(taken);
  for (const row of rows()) {
    const { systemNo, orderNo, type, amountMinor, feeMinor, at, raw } = row;
    const kind = type === 'refund' && orderNo === null ? 'settlement' : kinds[type];
    const status = undone.has(systemNo) ? 'failed' : 'success';
    yield {
      upstreamNo: systemNo,
      ourNo: orderNo,
      kind,
      amountMinor,
      feeMinor: feeMinor < 0n ? -feeMinor : feeMinor,
      at,
      status,
      raw,
    };
  }
}

const kinds: Readonly<Record<MoneyLogRow['type'], UpstreamLine['kind']>> = {
  payin: 'payin',
  recharge: 'other',
  withdrawal: 'settlement',
  payout: 'payout',
  refund: 'other',
  commission: 'other',
  adjustment: 'other',
  reversal: 'reversal',
};

const LINES_AT_ONCE = 1_000;

async function* batched(lines: Iterable<Omit<UpstreamLine, 'lineNo'>>): AsyncGenerator<UpstreamLine[], void> {
  let lineNo = 0;
  let batch: UpstreamLine[] = [];
  for (const line of lines) {
    batch.push({ ...line, lineNo: (lineNo += 1) });
    if (batch.length < LINES_AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
