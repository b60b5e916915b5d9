/**
 * One round of the payout fault test, drawn from its seed alone: the payouts, the cancellations, and the fault with its
 * moment.
 */
import { seededRandom } from '#database/demo/traffic.ts';
import type { DisbursementKind } from '#features/disbursements/rules.ts';
import { faultKinds, type FaultKind, SHOPS } from './plan.ts';

/**
 * The worker's critical moments: its attempt is written but not sent, being sent when it is killed, or sent but its
 * answer not stored.
 */
export const momentKinds = ['SIGKILL before sending', 'SIGKILL while sending', 'SIGKILL before storing'] as const;
export type MomentKind = (typeof momentKinds)[number];

export interface PlannedPayout {
  shop: number;
  orderNo: string;
  kind: DisbursementKind;
  amountMinor: bigint;
  /** Sends the same request twice at once. */
  appliesTwice: boolean;
  /** The merchant cancels it once it is accepted, unless it is paid by then. */
  cancels: boolean;
}

export interface PayoutPlan {
  seed: number;
  payouts: PlannedPayout[];
  /** Strikes when this many payouts have been acknowledged. */
  fault: { kind: FaultKind | MomentKind; afterAnswers: number; pick: number; stallMs: number };
}

const PAYOUTS = 30;
const kinds = [...momentKinds, ...faultKinds];

export function payoutPlanOf(seed: number): PayoutPlan {
  const random = seededRandom(seed * 31);
  // The sandbox rejects amounts that end in .44, and does not answer for those that end in .99.
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
