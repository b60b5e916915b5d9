/** SQL of the table `certifications`: one row per submission. */
import { sql } from 'kysely';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';
import type { SentStatus } from '../rules.ts';

export interface CertificationRecord {
  certificationId: string;
  memberNo: bigint;
  userId: bigint;
  status: SentStatus;
  name: string;
  idNumberSealed: Buffer;
  industry: string;
  website: string;
  photoFront: string;
  photoBack: string;
  remark: string;
  reviewRemark: string;
  submittedAt: Date;
  reviewedAt: Date | null;
}

const columns = sql`
  certification_id as "certificationId", member_no as "memberNo", user_id as "userId", status, name, id_number_sealed as "idNumberSealed", industry, website,
  photo_front as "photoFront", photo_back as "photoBack", remark, review_remark as "reviewRemark", submitted_at as "submittedAt", reviewed_at as "reviewedAt"`;

/**
 * Returns false if the member has a pending or approved one. Of two simultaneous calls, the second waits for the first.
 */
export async function insertPending(
  tx: Tx,
  record: Omit<CertificationRecord, 'status' | 'reviewRemark' | 'reviewedAt'>,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into certifications (member_no, certification_id, user_id, status, name, id_number_sealed, industry, website, photo_front, photo_back, remark, submitted_at)
    values (${record.memberNo}, ${record.certificationId}, ${record.userId}, 'pending', ${record.name}, ${record.idNumberSealed}, ${record.industry},
      ${record.website}, ${record.photoFront}, ${record.photoBack}, ${record.remark}, ${record.submittedAt})
    on conflict (member_no) where status <> 'rejected' do nothing`.execute(tx);
  return numAffectedRows === 1n;
}

export async function selectNewest(on: Queryable, memberNo: bigint): Promise<CertificationRecord | undefined> {
  const { rows } = await sql<CertificationRecord>`
    select ${columns} from certifications where member_no = ${memberNo} order by status = 'rejected', submitted_at desc limit 1`.execute(
    on,
  );
  return rows[0];
}

export interface CertificationFilter {
  status: SentStatus | undefined;
  memberNo: bigint | undefined;
}

function matches({ status, memberNo }: CertificationFilter) {
  return sql`(${status ?? null}::text is null or status = ${status ?? null}) and (${memberNo ?? null}::bigint is null or member_no = ${memberNo ?? null})`;
}

export async function selectCertifications(
  on: Queryable,
  filter: CertificationFilter,
  { newestFirst, limit, offset }: { newestFirst: boolean; limit: number; offset: number },
): Promise<CertificationRecord[]> {
  const order = newestFirst ? sql`submitted_at desc, certification_id` : sql`submitted_at, certification_id desc`;
  const { rows } = await sql<CertificationRecord>`
    select ${columns} from certifications where ${matches(filter)} order by ${order} limit ${limit} offset ${offset}`.execute(
    on,
  );
  return rows;
}

export async function countCertifications(
  on: Queryable,
  filter: CertificationFilter,
): Promise<{ total: number; pending: number }> {
  const { rows } = await sql<{ total: bigint; pending: bigint }>`
    select (select count(*) from certifications where ${matches(filter)}) as total,
      (select count(*) from certifications where status = 'pending') as pending`.execute(on);
  return { total: Number(rows[0]?.total ?? 0n), pending: Number(rows[0]?.pending ?? 0n) };
}

export async function existsCertification(on: Queryable, certificationId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from certifications where certification_id = ${certificationId}`.execute(on);
  return rows.length > 0;
}

/** Returns undefined if the certification is no longer pending. Of two simultaneous decisions, one succeeds. */
export async function updateDecided(
  tx: Tx,
  certificationId: string,
  { status, reviewRemark, reviewedAt }: { status: 'approved' | 'rejected'; reviewRemark: string; reviewedAt: Date },
): Promise<Pick<CertificationRecord, 'memberNo' | 'userId'> | undefined> {
  const { rows } = await sql<Pick<CertificationRecord, 'memberNo' | 'userId'>>`
    update certifications set status = ${status}, review_remark = ${reviewRemark}, reviewed_at = ${reviewedAt}
    where certification_id = ${certificationId} and status = 'pending'
    returning member_no as "memberNo", user_id as "userId"`.execute(tx);
  return rows[0];
}
