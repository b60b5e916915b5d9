/** Every column that is sealed with the master key, in the order in which a change of the key seals them anew. */
import { sealedAccounts } from '#features/cards/server/resealing.ts';
import { sealedIdNumbers } from '#features/certifications/server/resealing.ts';
import { sealedPayees } from '#features/disbursements/server/resealing.ts';
import { sealedAuthenticators } from '#features/factors/server/resealing.ts';
import { sealedPictures } from '#features/files/server/resealing.ts';
import { sealedKeys } from '#features/merchant-keys/server/resealing.ts';
import { sealedUpstreams } from '#features/upstreams/server/resealing.ts';
import { keptKeys } from '#foundation/server/master-keys.ts';
import type { SealedColumn } from '#foundation/server/resealing.ts';

export const sealedColumns: readonly SealedColumn[] = [
  keptKeys,
  ...sealedKeys,
  sealedUpstreams,
  ...sealedAuthenticators,
  sealedIdNumbers,
  sealedPictures,
  sealedAccounts,
  sealedPayees,
];
