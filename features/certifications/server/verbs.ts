/**
 * Public API of the certifications feature: certify a member for whom the platform itself vouches. The member's status
 * and the certification are written together, so every certified member has a record that shows why.
 */
import { randomUUID } from 'node:crypto';
import type { FileVerbs } from '#features/files/server/verbs.ts';
import type { MemberVerbs } from '#features/members/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import { dayOf } from '#foundation/core/time-zone.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';
import type { Sealer } from '#foundation/server/secrets/sealing.ts';
import type { Submission } from '../contract.ts';
import { isCertifiedName, readIdNumber } from '../rules.ts';
import { hashesOf } from './hashes.ts';
import { placeOf } from './sealed-id.ts';
import { type CertificationRecord, insertPending, selectNewest, updateDecided } from './store.ts';

export interface CertificationVerbs {
  /** The certification that holds, or the last that was rejected; undefined if the member submitted none. */
  newest(
    on: Queryable,
    memberNo: bigint,
  ): Promise<
    | Pick<CertificationRecord, 'status' | 'name' | 'submittedAt' | 'reviewTemplate' | 'reviewRemark' | 'revokedAt'>
    | undefined
  >;
  /**
   * Adds an approved certification. The photos must be files of this user. Throws if the data would not be accepted
   * from a member.
   */
  certify(tx: Tx, holder: { memberNo: bigint; userId: bigint }, sent: Submission, at: Date): Promise<void>;
}

export interface CertificationDeps {
  sealer: Sealer;
  platform: Pick<PlatformVerbs, 'settings'>;
  members: Pick<MemberVerbs, 'change'>;
  files: Pick<FileVerbs, 'claimPhotos' | 'digests'>;
}

export function certificationVerbs({ sealer, platform, members, files }: CertificationDeps): CertificationVerbs {
  return {
    newest: selectNewest,
    async certify(tx, { memberNo, userId }, { idNumber: typed, ...sent }, at) {
      const { mobileRule, timeZone } = await platform.settings();
      if (![sent.name, sent.industry].every((text) => isCertifiedName(text, mobileRule)))
        throw new Error(`invalid name or industry for member ${memberNo}`);
      const read = readIdNumber(typed, mobileRule, dayOf(at, timeZone));
      if ('fault' in read) throw new Error(`invalid ID number for member ${memberNo}`);
      if ((await files.claimPhotos(tx, userId, [sent.photoFront, sent.photoBack])).size !== 2)
        throw new Error(`photos of user ${userId} are not available`);
      const certificationId = randomUUID();
      const idNumberSealed = sealer.seal(read.idNumber, placeOf({ memberNo, certificationId }));
      const hashes = await hashesOf({ sealer, files }, tx, { ...sent, userId, idNumber: read.idNumber });
      const record = { ...sent, ...hashes, certificationId, memberNo, userId, idNumberSealed, submittedAt: at };
      if (!(await insertPending(tx, record))) throw new Error(`member ${memberNo} already has a certification`);
      await updateDecided(tx, certificationId, {
        status: 'approved',
        reviewTemplate: null,
        reviewRemark: '',
        reviewedAt: at,
      });
      await members.change(tx, memberNo, { certification: 'approved' });
    },
  };
}
