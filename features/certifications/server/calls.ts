/**
 * Handlers for the certification calls. A member's status changes in the same transaction as the certification. ID
 * numbers are stored sealed and returned masked.
 */
import { randomUUID } from 'node:crypto';
import { actorOf, type AuditVerbs } from '#features/audit/server/verbs.ts';
import type { FactorVerbs } from '#features/factors/server/verbs.ts';
import { isFileId } from '#features/files/rules.ts';
import type { FileVerbs } from '#features/files/server/verbs.ts';
import type { MemberVerbs } from '#features/members/server/verbs.ts';
import type { NoticeVerbs } from '#features/notices/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import { refuseAfterReset } from '#features/accounts/server/operators/deciding.ts';
import { dayOf } from '#foundation/core/time-zone.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { type ServedContract, type CallContext, handlers } from '#foundation/server/http/handlers.ts';
import type { Sealer } from '#foundation/server/secrets/sealing.ts';
import { type AuthInfo, certificationCalls, type Submission } from '../contract.ts';
import { isCertifiedName, maskIdNumber, nameFaultName, readIdNumber } from '../rules.ts';
import { placeOf } from './sealed-id.ts';
import {
  type CertificationRecord,
  countCertifications,
  existsCertification,
  insertPending,
  selectCertifications,
  selectNewest,
  updateDecided,
} from './store.ts';

export interface CertificationCallDeps {
  db: Database;
  sealer: Sealer;
  platform: Pick<PlatformVerbs, 'settings'>;
  members: Pick<MemberVerbs, 'find' | 'change'>;
  files: Pick<FileVerbs, 'claimPhotos'>;
  audit: AuditVerbs;
  notices: NoticeVerbs;
  factors: Pick<FactorVerbs, 'checkSecondStep' | 'spendSecondStep'>;
}

export function certificationHandlers(deps: CertificationCallDeps): ServedContract {
  const { db, sealer, members, audit, notices, factors } = deps;
  return handlers(certificationCalls, {
    '/user/auth': (context, input) => submit(deps, context, input),

    async '/user/getAuthInfo'({ session: { memberNo } }) {
      const [member, record] = await Promise.all([members.find(memberNo), selectNewest(db.kysely, memberNo)]);
      const status = member?.certification ?? 'none';
      return record ? { ...infoOf(sealer, record), status } : { ...NOTHING_SENT, status };
    },

    async '/operator/certification/list'(_context, { status, memberNo, page, limit, order }) {
      const filter = {
        status: status === 'all' ? undefined : status,
        memberNo,
      };
      const [{ total, pending }, found] = await Promise.all([
        countCertifications(db.kysely, filter),
        selectCertifications(db.kysely, filter, { newestFirst: order === 'desc', limit, offset: (page - 1) * limit }),
      ]);
      const list = found.map((record) => ({
        id: record.certificationId,
        memberNo: record.memberNo.toString(),
        status: record.status,
        ...infoOf(sealer, record),
      }));
      return { total, page, limit, list, extend: { pending } };
    },

    async '/operator/certification/decide'(context, { id, status, reviewRemark, verifyType, verifyCode }) {
      const { now, refuse } = context;
      if (!isFileId(id) || !(await existsCertification(db.kysely, id))) return refuse('not_found');
      const proof = await factors.checkSecondStep(context, {
        user: context.session,
        verifyType,
        verifyCode,
      });
      await db.transaction(async (tx) => {
        await factors.spendSecondStep(tx, context, proof);
        const decided = await updateDecided(tx, id, { status, reviewRemark, reviewedAt: now });
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
  });
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
  await db.transaction(async (tx) => {
    const claimed = await files.claimPhotos(tx, userId, [input.photoFront, input.photoBack]);
    for (const field of ['photoFront', 'photoBack'] as const)
      if (!claimed.has(input[field])) wrongField(field, 'photo_gone');
    const idNumberSealed = sealer.seal(idNumber, placeOf({ memberNo, certificationId }));
    if (!(await insertPending(tx, { ...input, certificationId, memberNo, userId, idNumberSealed, submittedAt: now }))) {
      const current = await selectNewest(tx, memberNo);
      return refuse(current?.status === 'approved' ? 'certification_approved' : 'certification_pending');
    }
    await members.change(tx, memberNo, { certification: 'pending' });
    await audit.record(tx, { ...actorOf(context), action: 'certification_submitted', object: maskIdNumber(idNumber) });
  });
  return { status: 'pending' };
}

function infoOf(sealer: Sealer, record: CertificationRecord) {
  const { name, industry, website, photoFront, photoBack, remark, reviewRemark, submittedAt, reviewedAt } = record;
  return {
    name,
    idNumber: maskIdNumber(sealer.open(record.idNumberSealed, placeOf(record))),
    industry,
    website,
    photoFront,
    photoBack,
    remark,
    reviewRemark,
    submittedAt: submittedAt.toISOString(),
    reviewedAt: reviewedAt?.toISOString() ?? null,
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
};
