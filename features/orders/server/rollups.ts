/**
 * Counts and sums of orders by hour and day, written in the same transaction as the orders. A list of millions of
 * orders gets exact totals at once.
 */
import { sql } from '#foundation/server/postgres/sql.ts';
import { rowsLiteral } from '#foundation/server/postgres/array-literals.ts';
import type { Write } from '#foundation/server/postgres/database.ts';
import type { Buckets } from '#foundation/server/process/day-buckets.ts';

/** What an event adds to the bucket of the order's creation or payment. */
export interface RollupChange {
  memberNo: bigint;
  kind: string;
  channelId: number;
  at: Date;
  createdCount?: number;
  createdMinor?: bigint;
  successCount?: number;
  successMinor?: bigint;
  successFeeMinor?: bigint;
  expiredCount?: number;
  expiredMinor?: bigint;
  paidCount?: number;
  paidMinor?: bigint;
  paidFeeMinor?: bigint;
  paidCostMinor?: bigint;
  paidCommissionMinor?: bigint;
}

export function orderCreated(order: RollupOrder): RollupChange {
  return { ...placeOf(order), at: order.createdAt, createdCount: 1, createdMinor: order.amountMinor };
}

/** Returns two changes: by creation and by payment. */
export function orderPaid(
  order: RollupOrder & { costMinor: bigint; commissionMinor: bigint; paidAt: Date; wasExpired: boolean },
): RollupChange[] {
  const { amountMinor, feeMinor, costMinor, commissionMinor } = order;
  const expiry = order.wasExpired ? { expiredCount: -1, expiredMinor: -amountMinor } : {};
  return [
    {
      ...placeOf(order),
      at: order.createdAt,
      successCount: 1,
      successMinor: amountMinor,
      successFeeMinor: feeMinor,
      ...expiry,
    },
    {
      ...placeOf(order),
      at: order.paidAt,
      paidCount: 1,
      paidMinor: amountMinor,
      paidFeeMinor: feeMinor,
      paidCostMinor: costMinor,
      paidCommissionMinor: commissionMinor,
    },
  ];
}

export function orderExpired(order: RollupOrder): RollupChange {
  return { ...placeOf(order), at: order.createdAt, expiredCount: 1, expiredMinor: order.amountMinor };
}

/**
 * Adds all changes, with rows in key order so that two batches that touch the same buckets cannot deadlock. These must
 * be the last locking writes of a transaction.
 */
export function rollupWrites(changes: readonly RollupChange[], buckets: Buckets): Write[] {
  if (changes.length === 0) return [];
  const gathered = gather(changes, buckets).sort(inKeyOrder);
  const rows = rowsLiteral(
    gathered.map(({ memberNo, span, bucket, kind, channelId, sums }) => [
      memberNo,
      span,
      bucket,
      kind,
      channelId,
      ...sums,
    ]),
  );
  const addition = sql`
    insert into order_rollups as r (member_no, span, bucket, kind, channel_id, created_count, created_amount, success_count, success_amount, success_fee,
      expired_count, expired_amount, paid_count, paid_amount, paid_fee, paid_cost, paid_commission, costed_count)
    select a.*, a.paid_count from unnest(${rows}::rollup_sums[]) as a
    on conflict (member_no, span, bucket, kind, channel_id) do update set
      created_count = r.created_count + excluded.created_count, created_amount = r.created_amount + excluded.created_amount,
      success_count = r.success_count + excluded.success_count, success_amount = r.success_amount + excluded.success_amount,
      success_fee = r.success_fee + excluded.success_fee,
      expired_count = r.expired_count + excluded.expired_count, expired_amount = r.expired_amount + excluded.expired_amount,
      paid_count = r.paid_count + excluded.paid_count, paid_amount = r.paid_amount + excluded.paid_amount, paid_fee = r.paid_fee + excluded.paid_fee,
      paid_cost = r.paid_cost + excluded.paid_cost, paid_commission = r.paid_commission + excluded.paid_commission,
      costed_count = r.costed_count + excluded.costed_count`;
  return [addition];
}

interface RollupOrder {
  memberNo: bigint;
  kind: string;
  channelId: number;
  amountMinor: bigint;
  feeMinor: bigint;
  createdAt: Date;
}

interface RollupRow {
  memberNo: bigint;
  span: 'hour' | 'day';
  bucket: Date;
  kind: string;
  channelId: number;
  sums: [bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint, bigint];
}

function gather(changes: readonly RollupChange[], buckets: Buckets): RollupRow[] {
  const ofMembers = new Map<bigint, RollupRow[]>();
  const rowOf = ({ memberNo, kind, channelId }: RollupChange, span: RollupRow['span'], bucket: Date): RollupRow => {
    let rows = ofMembers.get(memberNo);
    if (!rows) ofMembers.set(memberNo, (rows = []));
    const time = bucket.getTime();
    let row = rows.find(
      (one) => one.bucket.getTime() === time && one.span === span && one.channelId === channelId && one.kind === kind,
    );
    if (!row)
      rows.push(
        (row = {
          memberNo,
          span,
          bucket,
          kind,
          channelId,
          sums: [0n, 0n, 0n, 0n, 0n, 0n, 0n, 0n, 0n, 0n, 0n, 0n],
        }),
      );
    return row;
  };
  for (const change of changes) {
    add(rowOf(change, 'day', buckets.dayOf(change.at)).sums, change);
    add(rowOf(change, 'hour', buckets.hourOf(change.at)).sums, change);
  }
  return [...ofMembers.values()].flat();
}

function inKeyOrder(a: RollupRow, b: RollupRow): number {
  if (a.memberNo !== b.memberNo) return a.memberNo < b.memberNo ? -1 : 1;
  if (a.span !== b.span) return a.span < b.span ? -1 : 1;
  if (a.bucket.getTime() !== b.bucket.getTime()) return a.bucket.getTime() - b.bucket.getTime();
  return a.kind === b.kind ? a.channelId - b.channelId : a.kind < b.kind ? -1 : 1;
}

function add(sums: RollupRow['sums'], change: RollupChange): void {
  if (change.createdCount)
    [sums[0], sums[1]] = [sums[0] + BigInt(change.createdCount), sums[1] + (change.createdMinor ?? 0n)];
  if (change.successCount) {
    sums[2] += BigInt(change.successCount);
    sums[3] += change.successMinor ?? 0n;
    sums[4] += change.successFeeMinor ?? 0n;
  }
  if (change.expiredCount)
    [sums[5], sums[6]] = [sums[5] + BigInt(change.expiredCount), sums[6] + (change.expiredMinor ?? 0n)];
  if (change.paidCount) {
    sums[7] += BigInt(change.paidCount);
    sums[8] += change.paidMinor ?? 0n;
    sums[9] += change.paidFeeMinor ?? 0n;
    sums[10] += change.paidCostMinor ?? 0n;
    sums[11] += change.paidCommissionMinor ?? 0n;
  }
}

function placeOf({ memberNo, kind, channelId }: RollupOrder): Pick<RollupChange, 'memberNo' | 'kind' | 'channelId'> {
  return { memberNo, kind, channelId };
}
