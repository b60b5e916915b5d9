/** The columns sealed with the master key, and the derived keys that are kept when it is replaced. */
import type { Feature } from '#foundation/server/feature.ts';
import { retainedKeys } from '#foundation/server/secrets/master-keys.ts';
import type { SealedColumn } from '#foundation/server/secrets/resealing.ts';
import type { RetainedPurpose } from '#foundation/server/secrets/sealing.ts';
import { features } from './features.ts';

/** In the order in which a rotation reseals them. */
export const sealedColumns: readonly SealedColumn[] = [
  retainedKeys,
  ...features.flatMap(({ sealed = [] }: Feature) => sealed),
];

export const retainedPurposes: readonly RetainedPurpose[] = features.flatMap(
  ({ retainedPurposes: kept = [] }: Feature) => kept,
);
