/** What is at a bank is paid by nothing else, and neither cancelled nor unfrozen, before the bank's result is in. */
import type { DisbursementKey } from '#features/disbursements/disbursement.ts';
import type { Queryable } from '#foundation/server/postgres/database.ts';
import { selectTaken } from './store.ts';

/**
 * Whether it is at a bank by a file that this act does not come from. The withdrawal or payout must be locked. `approvalId`:
 * of the proposal that is carried out.
 */
export async function isAtBank(on: Queryable, key: DisbursementKey, approvalId?: string): Promise<boolean> {
  const taken = await selectTaken(on, key);
  return taken !== undefined && (approvalId === undefined || taken.approvalId !== approvalId);
}
