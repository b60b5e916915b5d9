/** The table, column and row for which an ID number is sealed. */
import type { SealedPlace } from '#foundation/server/secrets/sealing.ts';
import type { CertificationRecord } from './store.ts';

export function placeOf({
  memberNo,
  certificationId,
}: Pick<CertificationRecord, 'memberNo' | 'certificationId'>): SealedPlace {
  return { table: 'certifications', column: 'id_number_sealed', row: `${memberNo}/${certificationId}` };
}
