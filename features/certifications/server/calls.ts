/**
 * Handlers for the certification calls. A member's status changes in the same transaction as the certification. ID
 * numbers are stored sealed and returned masked.
 */
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { actorOf, type AuditVerbs } from '#features/audit/server/verbs.ts';
import type { FactorVerbs } from '#features/factors/server/verbs.ts';
import { isFileId } from '#features/files/rules.ts';
import type { FileVerbs } from '#features/files/server/verbs.ts';
import type { MemberVerbs } from '#features/members/server/verbs.ts';
import type { NoticeVerbs } from '#features/notices/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import { refuseAfterReset } from '#features/accounts/server/operators/deciding.ts';
import { dayOf } from '#foundation/core/time-zone.ts';
import type { Language } from '#foundation/core/words.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { type ServedContract, type CallContext, handlers } from '#foundation/server/http/handlers.ts';
import type { Sealer } from '#foundation/server/secrets/sealing.ts';
import {
  type AuthInfo,
  certificationCalls,
  type CertificationDetail,
  type CertificationRow,
  type Claim,
  type Revocation,
  type Submission,
} from '../contract.ts';
import { regionOf } from '../regions.ts';
import { remarkIn } from '../review-remarks.ts';
import { CLAIM_MS, idNumberFacts, isCertifiedName, maskIdNumber, nameFaultName, readIdNumber } from '../rules.ts';
import { hashesOf, wantedHashes } from './hashes.ts';
import { placeOf } from './sealed-id.ts';
import {
  type CertificationRecord,
  countCertifications,
  existsCertification,
  insertPending,
  type NamedCertification,
  selectCertifications,
  selectNamed,
  selectNewest,
  selectSame,
  updateClaim,
  updateDecided,
  updateRevoked,
} from './store.ts';

export interface CertificationCallDeps {
  db: Database;
  sealer: Sealer;
  platform: Pick<PlatformVerbs, 'settings'>;
  members: Pick<MemberVerbs, 'find' | 'change'>;
  files: Pick<FileVerbs, 'claimPhotos' | 'digests'>;
  audit: AuditVerbs;
  notices: NoticeVerbs;
  factors: Pick<FactorVerbs, 'checkSecondStep' | 'spendSecondStep'>;
}

export function certificationHandlers(deps: CertificationCallDeps): ServedContract {
  const { db, sealer, members, audit, notices, factors } = deps;
  return handlers(certificationCalls, {
    '/user/auth': (context, input) => submit(deps, context, input),

    async '/user/getAuthInfo'({ session: { memberNo }, language }) {
      const [member, record] = await Promise.all([members.find(memberNo), selectNewest(db, memberNo)]);
      const status = member?.certification ?? 'none';
      return record ? { ...infoOf(sealer, record, language), status } : { ...NOTHING_SENT, status };
    },

    async '/operator/certification/list'(context, { status, memberNo, page, limit, order }) {
      const filter = {
        status: status === 'all' ? undefined : status,
        memberNo,
      };
      const [{ total, pending }, found] = await Promise.all([
        countCertifications(db, filter),
        selectCertifications(db, filter, { newestFirst: order === 'desc', limit, offset: (page - 1) * limit }),
      ]);
      const list = found.map((record) => rowOf(sealer, record, context));
      return { total, page, limit, list, extend: { pending } };
    },

    async '/operator/certification/decide'(context, { id, status, verifyType, verifyCode, ...remark }) {
      const { now, refuse } = context;
      if (!isFileId(id) || !(await existsCertification(db, id))) return refuse('not_found');
      const proof = await factors.checkSecondStep(context, {
        user: context.session,
        verifyType,
        verifyCode,
      });
      await db.transaction(async (tx) => {
        await factors.spendSecondStep(tx, context, proof);
        const decided = await updateDecided(tx, id, { status, ...remarkOf(remark), reviewedAt: now });
        if (!decided) return refuse('certification_decided');
        const { memberNo, userId } = decided;
        await refuseAfterReset({ audit }, tx, context, memberNo);
        await members.change(tx, memberNo, { certification: status });
        await notices.add(tx, { userId, kind: `certification_${status}`, at: now });
        await audit.record(tx, {
          ...actorOf(context),
          memberNo,
          action: 'certification_decided',
          object: `${memberNo} ${status}`,
        });
      });
      return undefined;
    },

    '/operator/certification/detail': (context, input) => detail(deps, context, input.id),
    '/operator/certification/claim': (context, input) => claim(deps, context, input),
    '/operator/certification/revoke': (context, input) => revoke(deps, context, input),
  });
}

type Calls = (typeof certificationCalls)['calls'];

/** At most so many certifications of other members are shown. */
const MAX_SAME = 20;

async function detail(
  deps: CertificationCallDeps,
  context: CallContext<Calls['/operator/certification/detail']>,
  id: string,
): Promise<CertificationDetail> {
  const { db, sealer, platform, audit } = deps;
  const record = (isFileId(id) ? await selectNamed(db, id) : undefined) ?? context.refuse('not_found');
  const { memberNo } = record;
  const wholeIdNumber = sealer.open(record.idNumberSealed, placeOf(record));
  const { timeZone } = await platform.settings();
  const facts = idNumberFacts(wholeIdNumber, dayOf(context.now, timeZone));
  const wanted = await wantedHashes(deps, db, { ...record, idNumber: wholeIdNumber });
  const same = await selectSame(db, { memberNo, ...wanted }, MAX_SAME);
  await db.transaction((tx) =>
    audit.record(tx, {
      ...actorOf(context),
      memberNo,
      action: 'id_number_read',
      object: `${memberNo} ${maskIdNumber(wholeIdNumber)}`,
    }),
  );
  return {
    ...rowOf(sealer, record, context),
    wholeIdNumber,
    says: facts ? { ...facts, region: regionOf(wholeIdNumber)?.[context.language] ?? null } : null,
    same: same.map(({ certificationId, sameIdNumber, samePhoto, submittedAt, ...other }) => ({
      ...other,
      id: certificationId,
      memberNo: other.memberNo.toString(),
      idNumber: sameIdNumber,
      photo: samePhoto,
      submittedAt: submittedAt.toISOString(),
    })),
  };
}

async function claim(
  { db, audit }: CertificationCallDeps,
  context: CallContext<Calls['/operator/certification/claim']>,
  { id, takeOver }: { id: string; takeOver: boolean },
): Promise<{ claim: Claim; takenFrom: string | null }> {
  const { session, now, refuse } = context;
  const { userId } = session;
  if (!isFileId(id)) return refuse('not_found');
  return db.transaction(async (tx) => {
    const before = (await selectNamed(tx, id)) ?? refuse('not_found');
    const other = claimOf(before, { session, now });
    if (other && !other.own && !takeOver) return { claim: other, takenFrom: null };
    const until = new Date(now.getTime() + CLAIM_MS);
    const isClaimed = await updateClaim(tx, id, { userId, now, until, takeOver });
    const current = (await selectNamed(tx, id)) ?? refuse('not_found');
    if (current.status !== 'pending') return refuse('certification_decided');
    const claimed = claimOf(current, { session, now }) ?? refuse('certification_decided');
    if (!isClaimed || !other || other.own) return { claim: claimed, takenFrom: null };
    await audit.record(tx, {
      ...actorOf(context),
      memberNo: before.memberNo,
      action: 'certification_taken_over',
      object: `${before.memberNo} ${other.by} → ${claimed.by}`,
    });
    return { claim: claimed, takenFrom: other.by };
  });
}

async function revoke(
  { db, members, audit, notices, factors }: CertificationCallDeps,
  context: CallContext<Calls['/operator/certification/revoke']>,
  { id, verifyType, verifyCode, ...input }: z.output<typeof Revocation>,
): Promise<undefined> {
  const { now, refuse } = context;
  if (!isFileId(id) || !(await existsCertification(db, id))) return refuse('not_found');
  const proof = await factors.checkSecondStep(context, { user: context.session, verifyType, verifyCode });
  const remark = remarkOf(input);
  await db.transaction(async (tx) => {
    await factors.spendSecondStep(tx, context, proof);
    const revoked = await updateRevoked(tx, id, { ...remark, revokedAt: now });
    if (!revoked) return refuse('certification_not_approved');
    const { memberNo, userId } = revoked;
    await members.change(tx, memberNo, { certification: 'rejected' });
    await notices.add(tx, { userId, kind: 'certification_revoked', at: now });
    await audit.record(tx, {
      ...actorOf(context),
      memberNo,
      action: 'certification_revoked',
      object: `${memberNo} approved → rejected ${remarkIn('en', remark).replaceAll('\n', ' ')}`,
    });
  });
  return undefined;
}

function remarkOf({ reviewTemplate, reviewRemark }: { reviewTemplate?: string | undefined; reviewRemark: string }) {
  return { reviewTemplate: reviewTemplate ?? null, reviewRemark };
}

/** Undefined if no operator is looking at it now. */
function claimOf(
  { status, claimedBy, claimer, claimedUntil }: NamedCertification,
  { session, now }: { session: { userId: bigint }; now: Date },
): Claim | undefined {
  if (status !== 'pending' || claimedUntil === null || claimedUntil <= now || claimer === null) return undefined;
  return { by: claimer, own: claimedBy === session.userId, until: claimedUntil.toISOString() };
}

function rowOf(
  sealer: Sealer,
  record: NamedCertification,
  context: { session: { userId: bigint }; now: Date; language: Language },
): CertificationRow {
  return {
    id: record.certificationId,
    memberNo: record.memberNo.toString(),
    memberName: record.memberName,
    status: record.status,
    ...infoOf(sealer, record, context.language),
    claim: claimOf(record, context) ?? null,
  };
}

async function submit(
  { db, sealer, platform, members, files, audit }: CertificationCallDeps,
  context: CallContext<(typeof certificationCalls.calls)['/user/auth']>,
  { idNumber: typed, ...input }: Submission,
): Promise<{ status: 'pending' }> {
  const { session, now, refuse, wrongField } = context;
  const { memberNo, userId } = session;
  const { mobileRule, timeZone } = await platform.settings();
  for (const field of ['name', 'industry'] as const)
    if (!isCertifiedName(input[field], mobileRule)) wrongField(field, nameFaultName(mobileRule));
  const read = readIdNumber(typed, mobileRule, dayOf(now, timeZone));
  const idNumber = 'fault' in read ? wrongField('idNumber', read.fault) : read.idNumber;
  const certificationId = randomUUID();
  if ((await members.find(memberNo))?.certification === 'approved') refuse('certification_approved');
  const hashes = await hashesOf({ sealer, files }, db, { ...input, userId, idNumber });
  await db.transaction(async (tx) => {
    const claimed = await files.claimPhotos(tx, userId, [input.photoFront, input.photoBack]);
    for (const field of ['photoFront', 'photoBack'] as const)
      if (!claimed.has(input[field])) wrongField(field, 'photo_gone');
    const idNumberSealed = sealer.seal(idNumber, placeOf({ memberNo, certificationId }));
    const record = { ...input, ...hashes, certificationId, memberNo, userId, idNumberSealed, submittedAt: now };
    if (!(await insertPending(tx, record))) {
      const current = await selectNewest(tx, memberNo);
      return refuse(current?.status === 'approved' ? 'certification_approved' : 'certification_pending');
    }
    await members.change(tx, memberNo, { certification: 'pending' });
    await audit.record(tx, { ...actorOf(context), action: 'certification_submitted', object: maskIdNumber(idNumber) });
  });
  return { status: 'pending' };
}

function infoOf(sealer: Sealer, record: CertificationRecord, language: Language) {
  const { name, industry, website, photoFront, photoBack, remark, submittedAt, reviewedAt, revokedAt } = record;
  return {
    name,
    idNumber: maskIdNumber(sealer.open(record.idNumberSealed, placeOf(record))),
    industry,
    website,
    photoFront,
    photoBack,
    remark,
    reviewRemark: remarkIn(language, record),
    submittedAt: submittedAt.toISOString(),
    reviewedAt: reviewedAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
  };
}

const NOTHING_SENT: Omit<AuthInfo, 'status'> = {
  name: '',
  idNumber: '',
  industry: '',
  website: '',
  photoFront: null,
  photoBack: null,
  remark: '',
  reviewRemark: '',
  submittedAt: null,
  reviewedAt: null,
  revokedAt: null,
};
