/**
 * What the house may do with certifications besides what is asked for: certify a member whom the platform itself
 * vouches for. A member's status and the record that it stands for are written together, so that whoever is certified
 * can be shown by what.
 */
import { randomUUID } from 'node:crypto';
import type { FileVerbs } from '#features/files/server/verbs.ts';
import type { MemberVerbs } from '#features/members/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import { dayOf } from '#foundation/core/time-zone.ts';
import type { Tx } from '#foundation/server/database.ts';
import type { Sealer } from '#foundation/server/sealing.ts';
import type { Submission } from '../contract.ts';
import { isCertifiedName, readIdNumber } from '../rules.ts';
import { placeOf } from './sealed-id.ts';
import { insertPending, updateDecided } from './store.ts';

export interface CertificationVerbs {
  /** Approved at once. The photos are files of this user. Throws for what nobody could send. */
  certify(tx: Tx, holder: { memberNo: bigint; userId: bigint }, sent: Submission, at: Date): Promise<void>;
}

export interface CertificationDeps {
  sealer: Sealer;
  platform: Pick<PlatformVerbs, 'settings'>;
  members: Pick<MemberVerbs, 'change'>;
  files: Pick<FileVerbs, 'claimPhotos'>;
}

export function certificationVerbs({ sealer, platform, members, files }: CertificationDeps): CertificationVerbs {
  return {
    async certify(tx, { memberNo, userId }, { idNumber: typed, ...sent }, at) {
      const { mobileRule, timeZone } = await platform.settings();
      if (![sent.name, sent.industry].every((text) => isCertifiedName(text, mobileRule)))
        throw new Error(`member ${memberNo} has no such name`);
      const read = readIdNumber(typed, mobileRule, dayOf(at, timeZone));
      if ('fault' in read) throw new Error(`member ${memberNo} has no such ID number`);
      if ((await files.claimPhotos(tx, userId, [sent.photoFront, sent.photoBack])).size !== 2)
        throw new Error(`user ${userId} has no such photos`);
      const certificationId = randomUUID();
      const idNumberSealed = sealer.seal(read.idNumber, placeOf({ memberNo, certificationId }));
      if (!(await insertPending(tx, { ...sent, certificationId, memberNo, userId, idNumberSealed, submittedAt: at })))
        throw new Error(`member ${memberNo} has a certification already`);
      await updateDecided(tx, certificationId, { status: 'approved', reviewRemark: '', reviewedAt: at });
      await members.change(tx, memberNo, { certification: 'approved' });
    },
  };
}
