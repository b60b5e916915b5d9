/** The number of the account that gets money: sealed for its own row. */
import type { SealedPlace, Sealer } from '#foundation/server/sealing.ts';

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

function placeOf({ memberNo, systemNo }: Row): SealedPlace {
  return { table: 'disbursements', column: 'account_sealed', row: `${memberNo}/${systemNo}` };
}
