/**
 * What happens in one round of the payouts' fault test, drawn from its seed alone: which payouts, who takes some back,
 * which fault strikes when.
 */
import { seededRandom } from '#database/demo/traffic.ts';
import type { DisbursementKind } from '#features/disbursements/rules.ts';
import { faultKinds, type FaultKind, SHOPS } from './plan.ts';

/**
 * At a worker's narrowest moments: its attempt is written and not sent, or sent by a dead one, or sent and its answer
 * not stored.
 */
export const momentKinds = ['SIGKILL before sending', 'SIGKILL while sending', 'SIGKILL before storing'] as const;
export type MomentKind = (typeof momentKinds)[number];

export interface PlannedPayout {
  shop: number;
  orderNo: string;
  kind: DisbursementKind;
  amountMinor: bigint;
  /** The same request twice at once. */
  appliesTwice: boolean;
  /** The merchant takes it back as soon as it is taken, if nobody pays it by then. */
  cancels: boolean;
}

export interface PayoutPlan {
  seed: number;
  payouts: PlannedPayout[];
  /** Strikes when so many payouts have been acknowledged. */
  fault: { kind: FaultKind | MomentKind; afterAnswers: number; pick: number; stallMs: number };
}

const PAYOUTS = 30;
const kinds = [...momentKinds, ...faultKinds];

export function payoutPlanOf(seed: number): PayoutPlan {
  const random = seededRandom(seed * 31);
  // The sandbox refuses what ends in .44, and keeps silent about what ends in .99.
  const cents = (): number => (random() < 0.15 ? 44 : random() < 0.15 ? 99 : Math.floor(random() * 44));
  const payouts = Array.from({ length: PAYOUTS }, (_, index): PlannedPayout => ({
    shop: Math.floor(random() * SHOPS),
    orderNo: `P${seed}-${index}`,
    kind: random() < 0.3 ? 'withdrawal' : 'payout',
    amountMinor: BigInt((100 + Math.floor(random() * 900)) * 100 + cents()),
    appliesTwice: random() < 0.15,
    cancels: random() < 0.2,
  }));
  const fault = {
    kind: kinds[(seed - 1) % kinds.length] ?? 'cut of the line',
    afterAnswers: 1 + Math.floor(random() * PAYOUTS * 0.8),
    pick: random(),
    stallMs: Math.floor(100 + random() * 600),
  };
  return { seed, payouts, fault };
}
