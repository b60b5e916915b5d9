/**
 * One round of the fault test, drawn from its seed alone: the orders, the faults, and the number of answers after which
 * each strikes.
 */
import { seededRandom } from '#database/demo/traffic.ts';

export const faultKinds = [
  'SIGKILL of the server',
  'SIGKILL of a database backend',
  'SIGKILL of the database',
  'immediate stop of the database',
  'cut of the line',
  'stall of the line',
  'stall and cut of the line',
] as const;
export type FaultKind = (typeof faultKinds)[number];

export interface PlannedFault {
  kind: FaultKind;
  /** Strikes when this many orders and payments have been acknowledged. */
  afterAnswers: number;
  /** Chooses the backend or server; from 0 to 1. */
  pick: number;
  stallMs: number;
}

export interface PlannedOrder {
  shop: number;
  orderNo: string;
  amountMinor: bigint;
  /** Sends the same request twice at once. */
  createsTwice: boolean;
  pays: boolean;
  paysTwice: boolean;
  /** It expires while it is being paid, so that expiry and payment race. */
  runsOut: boolean;
}

export interface Plan {
  seed: number;
  orders: PlannedOrder[];
  faults: PlannedFault[];
  /** Share of the callbacks that the receiver rejects or does not answer. */
  deaf: number;
}

export const SHOPS = 2;
const ORDERS = 100;

export function planOf(seed: number): Plan {
  const random = seededRandom(seed);
  const orders = Array.from({ length: ORDERS }, (_, index): PlannedOrder => ({
    shop: Math.floor(random() * SHOPS),
    orderNo: `S${seed}-${index}`,
    amountMinor: 100n + BigInt(Math.floor(random() * 500_000)),
    createsTwice: random() < 0.1,
    pays: random() < 0.85,
    paysTwice: random() < 0.1,
    runsOut: random() < 0.1,
  }));
  const answers = orders.length + orders.filter(({ pays }) => pays).length;
  const faultOf = (kind: FaultKind): PlannedFault => ({
    kind,
    afterAnswers: Math.floor(answers * (0.08 + random() * 0.8)),
    pick: random(),
    stallMs: Math.floor(100 + random() * 900),
  });
  // The faults take turns, so that a short run has every kind. About every third round has a second fault, which can
  // strike during the recovery from the first.
  const first = faultOf(faultKinds[seed % faultKinds.length] ?? 'cut of the line');
  const second =
    random() < 0.35 ? [faultOf(faultKinds[Math.floor(random() * faultKinds.length)] ?? 'cut of the line')] : [];
  return {
    seed,
    orders,
    faults: [first, ...second].sort((a, b) => a.afterAnswers - b.afterAnswers),
    deaf: random() * 0.1,
  };
}
