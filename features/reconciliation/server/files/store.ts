/** Tables `upstream_mappings`, `upstream_files` and `upstream_lines`. */
import { type Plain, rowsLiteral } from '#foundation/server/postgres/array-literals.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import type { ParsedFileFilter, StatementFile } from '../../contract.ts';
import type { LineKind, Mapping } from '../../mapping.ts';
import type { StatementLine } from '../../statement-line.ts';

export interface SavedMapping {
  upstreamId: number;
  version: number;
  mapping: Mapping;
  savedAt: Date;
  savedBy: string;
}

const mappingColumns = sql`
  m.upstream_id as "upstreamId", m.version, m.mapping, m.created_at as "savedAt",
  (select u.username from users u where u.user_id = m.user_id) as "savedBy"`;

/** The latest of each upstream. */
export async function selectMappings(on: Queryable): Promise<SavedMapping[]> {
  const { rows } = await sql<SavedMapping>`
    select distinct on (m.upstream_id) ${mappingColumns} from upstream_mappings m order by m.upstream_id, m.version desc`.execute(
    on,
  );
  return rows;
}

export async function selectMapping(on: Queryable, upstreamId: number): Promise<SavedMapping | undefined> {
  const { rows } = await sql<SavedMapping>`
    select ${mappingColumns} from upstream_mappings m where m.upstream_id = ${upstreamId} order by m.version desc limit 1`.execute(
    on,
  );
  return rows[0];
}

/** Returns false if `version` is not the next one. */
export async function insertMapping(
  tx: Tx,
  saved: Pick<SavedMapping, 'upstreamId' | 'version' | 'mapping' | 'savedAt'> & { userId: bigint },
): Promise<boolean> {
  const { rows } = await sql`
    insert into upstream_mappings (upstream_id, version, mapping, user_id, created_at)
    select ${saved.upstreamId}::integer, ${saved.version}::integer, ${JSON.stringify(saved.mapping)}::jsonb, ${saved.userId}::bigint, ${saved.savedAt}::timestamptz
    where ${saved.version}::integer = 1 + (select coalesce(max(version), 0) from upstream_mappings where upstream_id = ${saved.upstreamId})
    on conflict do nothing returning 1`.execute(tx);
  return rows.length > 0;
}

/** Keeps other statements of this day out until the transaction ends. */
export async function lockDay(tx: Tx, upstreamId: number, day: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('upstream statement'), hashtext(${`${upstreamId} ${day}`}))`.execute(
    tx,
  );
}

export interface CurrentFile {
  fileId: string;
  contentHash: Buffer;
  mappingVersion: number | null;
  rows: number;
  openingMinor: bigint | null;
  closingMinor: bigint | null;
}

/** The statement of a day that counts. */
export async function selectCurrentFile(tx: Tx, upstreamId: number, day: string): Promise<CurrentFile | undefined> {
  const { rows } = await sql<CurrentFile>`
    select file_id as "fileId", content_hash as "contentHash", mapping_version as "mappingVersion", rows, opening as "openingMinor", closing as "closingMinor" from upstream_files
    where upstream_id = ${upstreamId} and day = ${day}::date and state <> 'replaced'`.execute(tx);
  return rows[0];
}

export interface NewFile {
  upstreamId: number;
  fileId: string;
  day: string;
  name: string;
  format: StatementFile['format'];
  contentHash: Buffer;
  mappingVersion: number | null;
  /** Null: its connector fetched it. */
  userId: bigint | null;
  uploadedAt: Date;
}

/** Its figures come with `updateRead`, when its lines are stored. */
export async function insertFile(tx: Tx, file: NewFile): Promise<void> {
  await sql`
    insert into upstream_files (upstream_id, file_id, day, name, format, content_hash, mapping_version, rows, user_id, uploaded_at, state)
    values (${file.upstreamId}, ${file.fileId}, ${file.day}::date, ${file.name}, ${file.format}, ${file.contentHash}, ${file.mappingVersion}, 0,
      ${file.userId}, ${file.uploadedAt}, 'read')`.execute(tx);
}

export async function updateReplaced(tx: Tx, upstreamId: number, fileId: string, replacedBy: string): Promise<void> {
  await sql`
    update upstream_files set state = 'replaced', replaced_by = ${replacedBy} where upstream_id = ${upstreamId} and file_id = ${fileId}`.execute(
    tx,
  );
}

export interface ReadFile {
  contentHash: Buffer;
  rows: number;
  openingMinor: bigint | null;
  closingMinor: bigint | null;
}

export async function updateRead(tx: Tx, upstreamId: number, fileId: string, read: ReadFile): Promise<void> {
  await sql`
    update upstream_files set content_hash = ${read.contentHash}, rows = ${read.rows}, opening = ${read.openingMinor}, closing = ${read.closingMinor}
    where upstream_id = ${upstreamId} and file_id = ${fileId}`.execute(tx);
}

export async function insertLines(
  tx: Tx,
  { upstreamId, day, fileId }: Pick<NewFile, 'upstreamId' | 'day' | 'fileId'>,
  lines: readonly StatementLine[],
): Promise<void> {
  await sql`
    insert into upstream_lines (upstream_id, day, file_id, line_no, upstream_no, our_no, kind, amount, fee, at, status, raw)
    select ${upstreamId}::integer, ${day}::date, ${fileId}::uuid, n.* from unnest(${rowsLiteral(lines.map(columnsOf))}::new_upstream_line[]) as n`.execute(
    tx,
  );
}

/** In the order of the type `new_upstream_line`. */
function columnsOf(line: StatementLine): Plain[] {
  const { lineNo, upstreamNo, ourNo, kind, amountMinor, feeMinor, at, status, raw } = line;
  return [lineNo, upstreamNo, ourNo, kind, amountMinor, feeMinor, at, status, raw];
}

export interface KindRow {
  kind: LineKind;
  count: number;
  amountMinor: bigint;
  feeMinor: bigint;
}

export async function selectKinds(on: Queryable, upstreamId: number, fileId: string): Promise<KindRow[]> {
  const { rows } = await sql<KindRow>`
    select kind, count(*)::integer as count, sum(amount)::bigint as "amountMinor", coalesce(sum(fee), 0)::bigint as "feeMinor"
    from upstream_lines where upstream_id = ${upstreamId} and file_id = ${fileId} group by kind order by min(line_no)`.execute(
    on,
  );
  return rows;
}

export interface FileChanges {
  added: number;
  gone: number;
  changed: number;
}

/** How the lines of two statements differ: a line that differs has the same kind and numbers in both. */
export async function selectChanges(
  on: Queryable,
  upstreamId: number,
  before: string,
  after: string,
): Promise<FileChanges> {
  const linesOf = (fileId: string) => sql`
    select kind, upstream_no, our_no, amount, fee, at, status from upstream_lines where upstream_id = ${upstreamId} and file_id = ${fileId}`;
  const { rows } = await sql<{ added: number; gone: number; changed: number }>`
    with added as (${linesOf(after)} except all ${linesOf(before)}),
      gone as (${linesOf(before)} except all ${linesOf(after)}),
      counted as (
        select coalesce(a.count, 0) as added, coalesce(g.count, 0) as gone
        from (select kind, upstream_no, our_no, count(*) from added group by kind, upstream_no, our_no) a
        full join (select kind, upstream_no, our_no, count(*) from gone group by kind, upstream_no, our_no) g
          on (a.kind, coalesce(a.upstream_no, ''), coalesce(a.our_no, '')) = (g.kind, coalesce(g.upstream_no, ''), coalesce(g.our_no, ''))
      )
    select coalesce(sum(added - least(added, gone)), 0)::integer as added, coalesce(sum(gone - least(added, gone)), 0)::integer as gone,
      coalesce(sum(least(added, gone)), 0)::integer as changed
    from counted`.execute(on);
  return rows[0] ?? { added: 0, gone: 0, changed: 0 };
}

export interface FileRow {
  fileId: string;
  upstreamId: number;
  day: string;
  name: string;
  format: StatementFile['format'];
  state: StatementFile['state'];
  rows: number;
  openingMinor: bigint | null;
  closingMinor: bigint | null;
  uploadedAt: Date;
  by: string | null;
  replacedBy: string | null;
}

type WholeFilter = Omit<ParsedFileFilter, 'page' | 'limit'>;

function filter({ upstreamId, from, to, state }: WholeFilter) {
  const parts = [
    ...(upstreamId === undefined ? [] : [sql`f.upstream_id = ${upstreamId}`]),
    ...(from === undefined ? [] : [sql`f.day >= ${from}::date`]),
    ...(to === undefined ? [] : [sql`f.day <= ${to}::date`]),
    ...(state === undefined ? [] : [sql`f.state = ${state}`]),
  ];
  return parts.length === 0 ? sql`` : sql`where ${sql.join(parts, ' and ')}`;
}

export async function selectFiles(on: Queryable, page: ParsedFileFilter): Promise<FileRow[]> {
  const { rows } = await sql<FileRow>`
    select f.file_id as "fileId", f.upstream_id as "upstreamId", f.day::text as day, f.name, f.format, f.state, f.rows, f.opening as "openingMinor",
      f.closing as "closingMinor", f.uploaded_at as "uploadedAt", f.replaced_by as "replacedBy",
      (select u.username from users u where u.user_id = f.user_id) as "by"
    from upstream_files f ${filter(page)}
    order by f.uploaded_at ${sql.raw(page.order)}, f.file_id ${sql.raw(page.order)} limit ${page.limit} offset ${(page.page - 1) * page.limit}`.execute(
    on,
  );
  return rows;
}

export async function countFiles(on: Queryable, page: WholeFilter): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from upstream_files f ${filter(page)}`.execute(on);
  return rows[0]?.count ?? 0;
}
