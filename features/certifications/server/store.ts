/** SQL of the table `certifications`: one row per submission. */
import { sql } from '#foundation/server/postgres/sql.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';
import type { SentStatus } from '../rules.ts';
import type { CertificationHashes } from './hashes.ts';

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
  reviewTemplate: string | null;
  reviewRemark: string;
  submittedAt: Date;
  reviewedAt: Date | null;
  revokedAt: Date | null;
}

/** With the names that operators see. */
export interface NamedCertification extends CertificationRecord {
  memberName: string;
  claimedBy: bigint | null;
  claimer: string | null;
  claimedUntil: Date | null;
}

const columns = sql`
  c.certification_id as "certificationId", c.member_no as "memberNo", c.user_id as "userId", c.status, c.name, c.id_number_sealed as "idNumberSealed", c.industry,
  c.website, c.photo_front as "photoFront", c.photo_back as "photoBack", c.remark, c.review_template as "reviewTemplate", c.review_remark as "reviewRemark",
  c.submitted_at as "submittedAt", c.reviewed_at as "reviewedAt", c.revoked_at as "revokedAt"`;

const namedColumns = sql`
  ${columns}, m.name as "memberName", c.claimed_by as "claimedBy", u.username as claimer, c.claimed_until as "claimedUntil"`;
const names = sql`join members m using (member_no) left join users u on u.user_id = c.claimed_by`;

/**
 * Returns false if the member has a pending or approved one. Of two simultaneous calls, the second waits for the first.
 */
export async function insertPending(
  tx: Tx,
  record: Omit<CertificationRecord, 'status' | 'reviewTemplate' | 'reviewRemark' | 'reviewedAt' | 'revokedAt'> &
    CertificationHashes,
): Promise<boolean> {
  const { rowCount } = await sql`
    insert into certifications (member_no, certification_id, user_id, status, name, id_number_sealed, industry, website, photo_front, photo_back, remark, submitted_at, id_number_hash, photo_hashes)
    values (${record.memberNo}, ${record.certificationId}, ${record.userId}, 'pending', ${record.name}, ${record.idNumberSealed}, ${record.industry},
      ${record.website}, ${record.photoFront}, ${record.photoBack}, ${record.remark}, ${record.submittedAt}, ${record.idNumberHash}, ${hashArray(record.photoHashes)})
    on conflict (member_no) where status <> 'rejected' do nothing`.execute(tx);
  return rowCount === 1;
}

export async function selectNewest(on: Queryable, memberNo: bigint): Promise<CertificationRecord | undefined> {
  const { rows } = await sql<CertificationRecord>`
    select ${columns} from certifications c where member_no = ${memberNo} order by status = 'rejected', submitted_at desc limit 1`.execute(
    on,
  );
  return rows[0];
}

export interface CertificationFilter {
  status: SentStatus | undefined;
  memberNo: bigint | undefined;
}

function matches({ status, memberNo }: CertificationFilter) {
  return sql`(${status ?? null}::text is null or c.status = ${status ?? null}) and (${memberNo ?? null}::bigint is null or c.member_no = ${memberNo ?? null})`;
}

export async function selectCertifications(
  on: Queryable,
  filter: CertificationFilter,
  { newestFirst, limit, offset }: { newestFirst: boolean; limit: number; offset: number },
): Promise<NamedCertification[]> {
  const order = newestFirst ? sql`submitted_at desc, certification_id` : sql`submitted_at, certification_id desc`;
  const { rows } = await sql<NamedCertification>`
    select ${namedColumns} from certifications c ${names} where ${matches(filter)} order by ${order} limit ${limit} offset ${offset}`.execute(
    on,
  );
  return rows;
}

export async function countCertifications(
  on: Queryable,
  filter: CertificationFilter,
): Promise<{ total: number; pending: number }> {
  const { rows } = await sql<{ total: bigint; pending: bigint }>`
    select (select count(*) from certifications c where ${matches(filter)}) as total,
      (select count(*) from certifications where status = 'pending') as pending`.execute(on);
  return { total: Number(rows[0]?.total ?? 0n), pending: Number(rows[0]?.pending ?? 0n) };
}

/** By its index `certifications_by_id`. */
export async function selectNamed(on: Queryable, certificationId: string): Promise<NamedCertification | undefined> {
  const { rows } = await sql<NamedCertification>`
    select ${namedColumns} from certifications c ${names} where certification_id = ${certificationId}`.execute(on);
  return rows[0];
}

export interface SameCertification {
  certificationId: string;
  memberNo: bigint;
  memberName: string;
  status: SentStatus;
  submittedAt: Date;
  sameIdNumber: boolean;
  samePhoto: boolean;
}

/** Of other members, newest first. By the indexes `certifications_by_id_number` and `certifications_by_photo`. */
export async function selectSame(
  on: Queryable,
  { memberNo, idNumberHashes, photoHashes }: { memberNo: bigint; idNumberHashes: Buffer[]; photoHashes: Buffer[] },
  limit: number,
): Promise<SameCertification[]> {
  const isSameNumber = sql`c.id_number_hash = any(${hashArray(idNumberHashes)})`;
  const isSamePhoto = sql`c.photo_hashes && ${hashArray(photoHashes)}`;
  const { rows } = await sql<SameCertification>`
    select c.certification_id as "certificationId", c.member_no as "memberNo", m.name as "memberName", c.status, c.submitted_at as "submittedAt",
      coalesce(${isSameNumber}, false) as "sameIdNumber", coalesce(${isSamePhoto}, false) as "samePhoto"
    from certifications c join members m using (member_no)
    where (${isSameNumber} or ${isSamePhoto}) and c.member_no <> ${memberNo} order by c.submitted_at desc, c.certification_id limit ${limit}`.execute(
    on,
  );
  return rows;
}

/**
 * Marks a pending certification as looked at by this operator. Returns false if another looks at it, unless `takeOver`,
 * or if it is not pending.
 */
export async function updateClaim(
  tx: Tx,
  certificationId: string,
  { userId, now, until, takeOver }: { userId: bigint; now: Date; until: Date; takeOver: boolean },
): Promise<boolean> {
  const { rowCount } = await sql`
    update certifications set claimed_by = ${userId}, claimed_until = ${until}
    where certification_id = ${certificationId} and status = 'pending'
      and (claimed_by is null or claimed_by = ${userId} or claimed_until <= ${now} or ${takeOver})`.execute(tx);
  return rowCount === 1;
}

/** Returns undefined if the certification is not approved. Of two simultaneous calls, one succeeds. */
export async function updateRevoked(
  tx: Tx,
  certificationId: string,
  { reviewTemplate, reviewRemark, revokedAt }: Omit<Review, 'reviewedAt'> & { revokedAt: Date },
): Promise<Pick<CertificationRecord, 'memberNo' | 'userId'> | undefined> {
  const { rows } = await sql<Pick<CertificationRecord, 'memberNo' | 'userId'>>`
    update certifications set status = 'rejected', review_template = ${reviewTemplate}, review_remark = ${reviewRemark}, revoked_at = ${revokedAt}
    where certification_id = ${certificationId} and status = 'approved'
    returning member_no as "memberNo", user_id as "userId"`.execute(tx);
  return rows[0];
}

export async function selectUnhashed(on: Queryable, limit: number): Promise<CertificationRecord[]> {
  const { rows } = await sql<CertificationRecord>`
    select ${columns} from certifications c where id_number_hash is null limit ${limit}`.execute(on);
  return rows;
}

export async function updateHashes(
  on: Queryable,
  { memberNo, certificationId }: Pick<CertificationRecord, 'memberNo' | 'certificationId'>,
  { idNumberHash, photoHashes }: CertificationHashes,
): Promise<void> {
  await sql`
    update certifications set id_number_hash = ${idNumberHash}, photo_hashes = ${hashArray(photoHashes)}
    where member_no = ${memberNo} and certification_id = ${certificationId}`.execute(on);
}

function hashArray(hashes: readonly Buffer[]) {
  return sql`${`{${hashes.map((hash) => `"\\\\x${hash.toString('hex')}"`).join()}}`}::bytea[]`;
}

export async function existsCertification(on: Queryable, certificationId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from certifications where certification_id = ${certificationId}`.execute(on);
  return rows.length > 0;
}

export interface Review {
  reviewTemplate: string | null;
  reviewRemark: string;
  reviewedAt: Date;
}

/** Returns undefined if the certification is no longer pending. Of two simultaneous decisions, one succeeds. */
export async function updateDecided(
  tx: Tx,
  certificationId: string,
  { status, reviewTemplate, reviewRemark, reviewedAt }: Review & { status: 'approved' | 'rejected' },
): Promise<Pick<CertificationRecord, 'memberNo' | 'userId'> | undefined> {
  const { rows } = await sql<Pick<CertificationRecord, 'memberNo' | 'userId'>>`
    update certifications set status = ${status}, review_template = ${reviewTemplate}, review_remark = ${reviewRemark}, reviewed_at = ${reviewedAt}
    where certification_id = ${certificationId} and status = 'pending'
    returning member_no as "memberNo", user_id as "userId"`.execute(tx);
  return rows[0];
}
