/**
 * Money that operators hold because of a risk: insert-only rows and their total on the wallet, changed together under
 * the wallet's lock. A hold never exceeds what is available, so the available amount stays at zero or above; the total
 * is never negative.
 */
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';
import { balancesOf } from '../rules.ts';
import {
  insertRiskHold,
  lockWallets,
  type RiskHold,
  selectRiskHoldByRequest,
  selectRiskHolds,
  selectWallet,
} from './store.ts';

export type HeldForRisk =
  | { outcome: 'held' | 'repeated'; heldMinor: bigint }
  /** The request id was used before with another amount. */
  | { outcome: 'conflict' }
  /** More than is available to hold, or more than is held to release. */
  | { outcome: 'too_much'; maxMinor: bigint };

export async function holdForRisk(tx: Tx, hold: RiskHold): Promise<HeldForRisk> {
  const { memberNo, currency, amountMinor, requestId, createdAt } = hold;
  const wallet = (await lockWallets(tx, [memberNo], currency)).get(memberNo);
  if (!wallet) throw new Error(`member ${memberNo} has no ${currency} wallet`);
  const before = await selectRiskHoldByRequest(tx, memberNo, requestId);
  if (before)
    return before.amountMinor === amountMinor
      ? { outcome: 'repeated', heldMinor: wallet.riskHoldMinor }
      : { outcome: 'conflict' };
  const { availableMinor } = balancesOf(wallet, createdAt);
  const maxMinor = amountMinor > 0n ? (availableMinor > 0n ? availableMinor : 0n) : wallet.riskHoldMinor;
  if ((amountMinor > 0n ? amountMinor : -amountMinor) > maxMinor) return { outcome: 'too_much', maxMinor };
  await insertRiskHold(tx, hold);
  return { outcome: 'held', heldMinor: wallet.riskHoldMinor + amountMinor };
}

export async function riskHoldsOf(
  on: Queryable,
  memberNo: bigint,
  currency: string,
  limit: number,
): Promise<{ heldMinor: bigint; rows: (RiskHold & { by: string })[] }> {
  const [wallet, rows] = await Promise.all([
    selectWallet(on, memberNo, currency),
    selectRiskHolds(on, memberNo, currency, limit),
  ]);
  return { heldMinor: wallet?.riskHoldMinor ?? 0n, rows };
}
