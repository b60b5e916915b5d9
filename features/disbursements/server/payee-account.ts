/** The payee's account number: sealed for its own row, and stored as a keyed hash to search by. */
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
 * Hashes that tell whether two accounts of this member are equal without revealing them: one per key an account can be
 * stored under, the current key first.
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
