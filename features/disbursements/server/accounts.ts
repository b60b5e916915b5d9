/**
 * The number of the account that gets money: sealed for its own row, and kept as a keyed hash by which it is found
 * again.
 */
import type { Beneficiary } from '#features/cards/beneficiary.ts';
import type { SealedPlace, Sealer } from '#foundation/server/secrets/sealing.ts';

interface Row {
  memberNo: bigint;
  systemNo: bigint;
}

export function sealAccount(sealer: Sealer, row: Row, account: string): Buffer {
  return sealer.seal(account, placeOf(row));
}

export function openAccount(sealer: Sealer, row: Row, sealed: Buffer): string {
  return sealer.open(sealed, placeOf(row));
}

/**
 * Whether an account is the same as another of this member, without saying which: all that it may be kept as, today's
 * first.
 */
export function accountHashes(
  sealer: Sealer,
  memberNo: bigint,
  { type, account }: Pick<Beneficiary, 'type' | 'account'>,
): Buffer[] {
  return sealer.fingerprints(`${memberNo}/${type}/${account}`, 'payout account');
}

function placeOf({ memberNo, systemNo }: Row): SealedPlace {
  return { table: 'disbursements', column: 'account_sealed', row: `${memberNo}/${systemNo}` };
}
