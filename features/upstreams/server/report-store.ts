/** SQL of statements that upstreams sent by themselves. */
import { sql } from '#foundation/server/postgres/sql.ts';
import type { TimeRange } from '#foundation/core/time-zone.ts';
import { arrayLiteral } from '#foundation/server/postgres/array-literals.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';

export interface ReportRecord {
  upstreamId: number;
  reportId: string;
  range: TimeRange;
  nonce: string;
  receivedAt: Date;
  sourceSealed: Buffer;
}

/** Keeps other reports of this upstream out until the transaction ends. */
export async function lockReports(tx: Tx, upstreamId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('upstream reports'), ${upstreamId}::integer)`.execute(tx);
}

/** Returns false if the upstream's report is known. */
export async function insertReport(
  tx: Tx,
  { upstreamId, reportId, range: { from, to }, nonce, receivedAt, sourceSealed }: ReportRecord,
): Promise<boolean> {
  const { rows } = await sql`
    insert into upstream_reports (upstream_id, report_id, period_from, period_to, nonce, received_at, source_sealed)
    values (${upstreamId}, ${reportId}, ${from}, ${to}, ${nonce}, ${receivedAt}, ${sourceSealed})
    on conflict (upstream_id, report_id) do nothing returning 1`.execute(tx);
  return rows.length > 0;
}

/** Whether a known report came first with this nonce, and a statement was filed with it. */
export async function isFiledWithNonce(
  on: Queryable,
  { upstreamId, reportId, nonce }: Pick<ReportRecord, 'upstreamId' | 'reportId' | 'nonce'>,
): Promise<boolean> {
  const { rows } = await sql`
    select from upstream_reports
    where upstream_id = ${upstreamId} and report_id = ${reportId} and nonce = ${nonce} and filed_for <> '{}'`.execute(
    on,
  );
  return rows.length > 0;
}

/** A later report of a period replaces the earlier ones, which are kept without their content, so that they stay known. */
export async function updateReplacedReports(
  tx: Tx,
  { upstreamId, reportId, range }: Pick<ReportRecord, 'upstreamId' | 'reportId' | 'range'>,
): Promise<void> {
  await sql`
    update upstream_reports set source_sealed = null
    where upstream_id = ${upstreamId} and period_from = ${range.from} and report_id <> ${reportId} and source_sealed is not null`.execute(
    tx,
  );
}

/** The latest of each period that touches the range, in the order of time. An upstream has a few. */
export async function selectReports(
  on: Queryable,
  upstreamId: number,
  { from, to }: TimeRange,
): Promise<Pick<ReportRecord, 'reportId' | 'range' | 'sourceSealed'>[]> {
  const { rows } = await sql<{ reportId: string; from: Date; to: Date; sourceSealed: Buffer }>`
    select report_id as "reportId", period_from as "from", period_to as "to", source_sealed as "sourceSealed" from upstream_reports
    where upstream_id = ${upstreamId} and period_from < ${to} and period_to > ${from} and source_sealed is not null order by period_from`.execute(
    on,
  );
  return rows.map(({ from: start, to: end, ...report }) => ({ ...report, range: { from: start, to: end } }));
}

/** The statement of the day that begins at this moment has been filed with these reports. */
export async function updateFiledReports(
  on: Queryable,
  upstreamId: number,
  reportIds: readonly string[],
  dayBegins: Date,
): Promise<void> {
  await sql`
    update upstream_reports set filed_for = array_append(filed_for, ${dayBegins}::timestamptz)
    where upstream_id = ${upstreamId} and report_id = any(${arrayLiteral(reportIds)}::uuid[]) and not (${dayBegins}::timestamptz = any(filed_for))`.execute(
    on,
  );
}

export async function deleteReportsBefore(on: Queryable, before: Date): Promise<void> {
  await sql`delete from upstream_reports where received_at < ${before}`.execute(on);
}
