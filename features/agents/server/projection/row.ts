/** A copied order of an agent's tree, how two readings of it merge, and what it adds to the roll-ups. Pure. */
import type { NotifyStatus, OrderKind, OrderStatus } from '#features/orders/statuses.ts';
import type { Buckets } from '#foundation/server/process/day-buckets.ts';
import { startOfMonth } from '../../months.ts';

/** A rate as the row keeps it: amounts in minor units, the percentage in ten-thousandths. */
export interface KeptRate {
  percent: number;
  fixed: string;
  minFee: string | null;
  maxFee: string | null;
}

export interface AgentOrder {
  /** The agent that the row is for. */
  memberNo: bigint;
  systemNo: bigint;
  merchantNo: bigint;
  /** From the direct member of the agent down to the merchant. */
  via: readonly bigint[];
  orderNo: string;
  kind: OrderKind;
  channelId: number;
  currency: string;
  amountMinor: bigint;
  feeMinor: bigint;
  status: OrderStatus;
  notifyStatus: NotifyStatus;
  createdAt: Date;
  expiresAt: Date;
  paidAt: Date | null;
  paidLate: boolean;
  /** The agent's share, whether or not the order is paid. */
  commissionMinor: bigint;
  heldMinor: bigint;
  releaseAt: Date | null;
  bookedAt: Date | null;
  returnedAt: Date | null;
  rates: { below: KeptRate; own: KeptRate } | null;
}

const rank: Readonly<Record<OrderStatus, number>> = { unpaid: 0, expired: 1, success: 2, reversed: 3 };

/**
 * The row after a reading of its order. A status only moves forward, so an old reading that arrives late changes
 * nothing but the callback's status, which the next reading corrects. Returns `before` itself if nothing changes.
 */
export function merged(before: AgentOrder, read: AgentOrder): AgentOrder {
  const newer = rank[read.status] > rank[before.status] ? read : before;
  const after: AgentOrder = {
    ...before,
    status: newer.status,
    paidAt: newer.paidAt,
    paidLate: newer.paidLate,
    heldMinor: newer.heldMinor,
    releaseAt: newer.releaseAt,
    bookedAt: before.bookedAt ?? read.bookedAt,
    returnedAt: before.returnedAt ?? read.returnedAt,
    notifyStatus: newer === before && rank[read.status] < rank[before.status] ? before.notifyStatus : read.notifyStatus,
  };
  const isSame =
    after.status === before.status &&
    after.notifyStatus === before.notifyStatus &&
    after.bookedAt === before.bookedAt &&
    after.returnedAt === before.returnedAt;
  return isSame ? before : after;
}

export type AgentSpan = 'hour' | 'day' | 'month' | 'release';

/** The columns of `agent_rollups` that hold sums, in the order of the type `agent_rollup_addition`. */
const sumColumns = [
  'created_count',
  'created_amount',
  'success_count',
  'success_amount',
  'success_fee',
  'success_commission',
  'expired_count',
  'expired_amount',
  'paid_count',
  'paid_amount',
  'paid_fee',
  'paid_commission',
  'earned_count',
  'earned_amount',
  'earned',
  'returned_count',
  'returned',
  'held',
] as const;
type SumColumn = (typeof sumColumns)[number];
type Sums = Partial<Record<SumColumn, bigint>>;

export interface RollupAddition {
  memberNo: bigint;
  span: AgentSpan;
  bucket: Date;
  subjectNo: bigint;
  parentNo: bigint;
  channelId: number;
  sums: bigint[];
}

/** The whole tree as a subject, and all channels as a channel. */
export const WHOLE_TREE = 0n;
export const ALL_CHANNELS = 0;

/** Gathers what changed rows of one agent add to its roll-ups. */
export class RollupChanges {
  readonly #buckets: Buckets;
  readonly #timeZone: string;
  readonly #additions = new Map<string, RollupAddition>();

  constructor(buckets: Buckets, timeZone: string) {
    this.#buckets = buckets;
    this.#timeZone = timeZone;
  }

  /** `before` is undefined for a new row. */
  add(before: AgentOrder | undefined, after: AgentOrder): void {
    if (before) this.#count(before, -1n);
    this.#count(after, 1n);
  }

  /** In key order, without those that add nothing. */
  additions(): RollupAddition[] {
    return [...this.#additions]
      .filter(([, { sums }]) => sums.some((sum) => sum !== 0n))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([, addition]) => addition);
  }

  #count(row: AgentOrder, sign: bigint): void {
    for (const { at, spans, sums } of contributionsOf(row))
      for (const span of spans) {
        const bucket = this.#bucketOf(span, at);
        row.via.forEach((subjectNo, index) =>
          this.#addTo(row, { span, bucket, subjectNo, parentNo: row.via[index - 1] ?? row.memberNo }, sums, sign),
        );
        this.#addTo(row, { span, bucket, subjectNo: WHOLE_TREE, parentNo: WHOLE_TREE }, sums, sign);
      }
  }

  #addTo(
    { memberNo, channelId }: AgentOrder,
    place: Pick<RollupAddition, 'span' | 'bucket' | 'subjectNo' | 'parentNo'>,
    sums: Sums,
    sign: bigint,
  ): void {
    for (const channel of [ALL_CHANNELS, channelId]) {
      const key = `${place.span} ${place.subjectNo} ${channel} ${place.bucket.getTime()} ${place.parentNo}`;
      let addition = this.#additions.get(key);
      if (!addition)
        this.#additions.set(
          key,
          (addition = { memberNo, ...place, channelId: channel, sums: sumColumns.map(() => 0n) }),
        );
      const { sums: total } = addition;
      sumColumns.forEach((column, index) => (total[index] = (total[index] ?? 0n) + sign * (sums[column] ?? 0n)));
    }
  }

  #bucketOf(span: AgentSpan, at: Date): Date {
    if (span === 'release') return at;
    if (span === 'month') return startOfMonth(at, this.#timeZone);
    return span === 'day' ? this.#buckets.dayOf(at) : this.#buckets.hourOf(at);
  }
}

interface Contribution {
  at: Date;
  spans: readonly AgentSpan[];
  sums: Sums;
}
const periods = ['hour', 'day', 'month'] as const;

function contributionsOf(row: AgentOrder): Contribution[] {
  const { amountMinor, feeMinor, commissionMinor, paidAt, bookedAt, returnedAt, releaseAt } = row;
  const keptMinor = row.status === 'success' ? commissionMinor : 0n;
  const found: Contribution[] = [
    {
      at: row.createdAt,
      spans: periods,
      sums: {
        created_count: 1n,
        created_amount: amountMinor,
        ...(row.status === 'expired' ? { expired_count: 1n, expired_amount: amountMinor } : {}),
        ...(paidAt
          ? {
              success_count: 1n,
              success_amount: amountMinor,
              success_fee: feeMinor,
              success_commission: keptMinor,
            }
          : {}),
      },
    },
  ];
  if (paidAt)
    found.push({
      at: paidAt,
      spans: periods,
      sums: { paid_count: 1n, paid_amount: amountMinor, paid_fee: feeMinor, paid_commission: keptMinor },
    });
  if (bookedAt)
    found.push({
      at: bookedAt,
      spans: periods,
      sums: { earned_count: 1n, earned_amount: amountMinor, earned: commissionMinor },
    });
  if (returnedAt)
    found.push({ at: returnedAt, spans: periods, sums: { returned_count: 1n, returned: commissionMinor } });
  // A reversal before the release takes the hold with it.
  if (bookedAt && releaseAt && row.heldMinor > 0n && !(returnedAt && returnedAt < releaseAt))
    found.push({ at: releaseAt, spans: ['release'], sums: { held: row.heldMinor } });
  return found;
}
