/** Keyed hashes by which the same ID number or photo is found at other members, without revealing it. */
import type { FileVerbs } from '#features/files/server/verbs.ts';
import type { Queryable } from '#foundation/server/postgres/database.ts';
import type { Sealer } from '#foundation/server/secrets/sealing.ts';

const ID_NUMBER = 'certified ID number';
const PHOTO = 'certification photo';
export const hashPurposes = [ID_NUMBER, PHOTO] as const;

export interface CertificationHashes {
  idNumberHash: Buffer;
  photoHashes: Buffer[];
}

export interface HashedParts {
  userId: bigint;
  idNumber: string;
  photoFront: string;
  photoBack: string;
}

export interface HashingDeps {
  sealer: Sealer;
  files: Pick<FileVerbs, 'digests'>;
}

/** What is stored. A photo that is gone has no hash. */
export async function hashesOf({ sealer, files }: HashingDeps, on: Queryable, parts: HashedParts) {
  const digests = await files.digests(on, parts.userId, [parts.photoFront, parts.photoBack]);
  return {
    idNumberHash: sealer.fingerprint(parts.idNumber, ID_NUMBER),
    photoHashes: digests.map((digest) => sealer.fingerprint(digest, PHOTO)),
  } satisfies CertificationHashes;
}

/** All hashes under which the same could be stored, also from before the master key was changed. */
export async function wantedHashes({ sealer, files }: HashingDeps, on: Queryable, parts: HashedParts) {
  const digests = await files.digests(on, parts.userId, [parts.photoFront, parts.photoBack]);
  return {
    idNumberHashes: sealer.fingerprints(parts.idNumber, ID_NUMBER),
    photoHashes: digests.flatMap((digest) => sealer.fingerprints(digest, PHOTO)),
  };
}
