/** The tables of withdrawals and payouts. */
import { firstSystemNo } from '#foundation/core/system-number.ts';
import {
  arrayLiteral,
  bytesLiteral,
  type ColumnsOf,
  newRowValues,
  rowSource,
  selectList,
} from '#foundation/server/postgres/array-literals.ts';
import { PREPARED, type Queryable, type Tx } from '#foundation/server/postgres/database.ts';
import { likeBeginning } from '#foundation/server/postgres/like.ts';
import { isMemberOf } from '#foundation/server/postgres/shards.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import type {
  BatchedPayout,
  BatchOutcome,
  BatchPlace,
  Disbursement,
  DisbursementKey,
  NumberKey,
  Terms,
} from '../disbursement.ts';
import type { DisbursementKind, DisbursementOutcome, DisbursementState } from '../rules.ts';

export interface DisbursementRecord extends Disbursement {
  accountSealed: Buffer;
  dueAt: Date | null;
  /** The upstream that an operator chose for the next attempt; null: the first route with room. */
  nextUpstreamId: number | null;
}

const columns: ColumnsOf<DisbursementRecord> = {
  memberNo: 'member_no',
  systemNo: 'system_no',
  kind: 'kind',
  source: 'source',
  orderNo: 'order_no',
  currency: 'currency',
  amountMinor: 'amount',
  feeMinor: 'fee',
  type: 'type',
  holder: 'holder',
  bank: 'bank',
  branch: 'branch',
  accountSealed: { name: 'account_sealed', write: bytesLiteral },
  accountHint: 'account_hint',
  status: 'status',
  submission: 'submission',
  review: 'review',
  attempts: { name: 'attempts', later: true },
  requestHash: { name: 'request_hash', write: bytesLiteral },
  signType: 'sign_type',
  notifyUrl: 'notify_url',
  attach: 'attach',
  remark: 'remark',
  bankReference: { name: 'bank_reference', later: true },
  failReason: { name: 'fail_reason', later: true },
  createdAt: 'created_at',
  finishedAt: { name: 'finished_at', later: true },
  dueAt: 'due_at',
  nextUpstreamId: { name: 'next_upstream_id', later: true },
};
const disbursementColumns = selectList(columns, 'disbursements');

/** A record as it is inserted. */
export interface NewRecord extends DisbursementRecord {
  accountHash: Buffer;
  batch: BatchPlace | undefined;
}

const newDisbursements = rowSource<NewRecord>('new_disbursement', {
  ...newRowValues(columns),
  account_hash: ({ accountHash }) => bytesLiteral(accountHash),
  batch_no: ({ batch }) => batch?.batchNo,
  batch_line: ({ batch }) => batch?.line,
});

export async function insertDisbursements(tx: Tx, records: readonly NewRecord[]): Promise<void> {
  await sql`
    insert into disbursements (${newDisbursements.names}) select * from ${newDisbursements.of(records)}`.execute(tx);
}

export async function selectByNumbers(on: Queryable, keys: readonly NumberKey[]): Promise<DisbursementRecord[]> {
  if (keys.length === 0) return [];
  const { rows } = await sql<DisbursementRecord>`
    select ${disbursementColumns} from disbursements join unnest(
      ${arrayLiteral(keys.map(({ memberNo }) => memberNo))}::bigint[], ${arrayLiteral(keys.map(({ kind }) => kind))}::text[],
      ${arrayLiteral(keys.map(({ orderNo }) => orderNo))}::text[]) as k (member_no, kind, order_no) using (member_no, kind, order_no)
    where ${isMemberOf(sql`disbursements.member_no`, keys)}`.execute(on);
  return rows;
}

/** System numbers of payouts with this merchant number. */
export async function selectPayoutNumbers(on: Queryable, memberNo: bigint, orderNo: string): Promise<bigint[]> {
  const { rows } = await sql<{ system_no: bigint }>`
    select system_no from disbursements where member_no = ${memberNo} and kind = 'payout' and order_no = ${orderNo}`.execute(
    on,
  );
  return rows.map(({ system_no }) => system_no);
}

/** System numbers of at most `most` payouts whose merchant number begins with the text. */
export async function selectPayoutNumbersBeginning(
  on: Queryable,
  memberNo: bigint,
  { typed, most }: { typed: string; most: number },
): Promise<bigint[]> {
  const { rows } = await sql<{ system_no: bigint }>`
    select system_no from disbursements where member_no = ${memberNo} and kind = 'payout' and order_no like ${likeBeginning(typed)}
    order by order_no using ~>~ limit ${most}`.execute(on);
  return rows.map(({ system_no }) => system_no);
}

export async function selectDisbursements(
  on: Queryable,
  memberNo: bigint,
  systemNos: readonly bigint[],
): Promise<DisbursementRecord[]> {
  const { rows } = await sql<DisbursementRecord>`
    select ${disbursementColumns} from disbursements where member_no = ${memberNo} and system_no = any(${arrayLiteral(systemNos)}::bigint[])`.execute(
    on,
  );
  return rows;
}

/** Which of these payees the member has paid or is paying since then, as their `at`. */
export async function selectPaidSince(
  on: Queryable,
  memberNo: bigint,
  since: Date,
  payees: readonly { at: number; accountHash: Buffer; amountMinor: bigint }[],
): Promise<number[]> {
  const { rows } = await sql<{ at: number }>`
    select distinct k.at from unnest(
      ${arrayLiteral(payees.map(({ at }) => at))}::integer[], ${arrayLiteral(payees.map(({ accountHash }) => bytesLiteral(accountHash)))}::bytea[],
      ${arrayLiteral(payees.map(({ amountMinor }) => amountMinor))}::bigint[]) as k (at, account_hash, amount)
    join disbursements d on d.member_no = ${memberNo} and d.account_hash = k.account_hash and d.amount = k.amount
      and d.system_no >= ${firstSystemNo(since)} and d.kind = 'payout' and d.status <> 'cancelled'`.execute(on);
  return rows.map(({ at }) => at);
}

/** Locks the row for a change of status. */
export async function lockDisbursement(
  tx: Tx,
  { memberNo, systemNo }: DisbursementKey,
): Promise<DisbursementRecord | undefined> {
  const { rows } = await sql<DisbursementRecord>`
    select ${disbursementColumns} from disbursements where member_no = ${memberNo} and system_no = ${systemNo} for update`.execute(
    tx,
  );
  return rows[0];
}

export interface StateChange extends DisbursementState {
  finishedAt?: Date | null;
  dueAt?: Date | null;
  attempts?: number;
  bankReference?: string | null;
  failReason?: string | null;
}

/** Updates a locked row; fields that are left out stay the same. */
export async function updateState(tx: Tx, before: DisbursementRecord, change: StateChange): Promise<void> {
  const { status, submission, review, finishedAt, dueAt, attempts, bankReference, failReason } = {
    ...before,
    ...change,
  };
  await sql`
    update disbursements set status = ${status}, submission = ${submission}, review = ${review}, finished_at = ${finishedAt}, due_at = ${dueAt},
      attempts = ${attempts}, bank_reference = ${bankReference}, fail_reason = ${failReason}
    where member_no = ${before.memberNo} and system_no = ${before.systemNo}`.execute(tx);
}

/** Rows that are due for the worker, the longest due first. */
export async function selectDue(on: Queryable, now: Date, limit: number): Promise<DisbursementRecord[]> {
  const { rows } =
    await sql<DisbursementRecord>`select ${disbursementColumns} from disbursements where due_at <= ${now} order by due_at limit ${limit}`.execute(
      on,
    );
  return rows;
}

/** Sets the due time of one without a started attempt. */
export async function updateDue(on: Queryable, { memberNo, systemNo }: DisbursementKey, dueAt: Date): Promise<void> {
  await sql`
    update disbursements set due_at = ${dueAt} where member_no = ${memberNo} and system_no = ${systemNo} and due_at is not null and submission = 'none'`.execute(
    on,
  );
}

/** Makes it due at `by` at the latest. It must be locked and have work for the worker. */
export async function updateDueBy(tx: Tx, { memberNo, systemNo }: DisbursementKey, by: Date): Promise<void> {
  await sql`update disbursements set due_at = least(due_at, ${by}) where member_no = ${memberNo} and system_no = ${systemNo}`.execute(
    tx,
  );
}

/** Sets the upstream of the next attempt of a locked one; null: the first route with room. */
export async function updateNextUpstream(
  tx: Tx,
  { memberNo, systemNo }: DisbursementKey,
  upstreamId: number | null,
): Promise<void> {
  await sql`update disbursements set next_upstream_id = ${upstreamId} where member_no = ${memberNo} and system_no = ${systemNo}`.execute(
    tx,
  );
}

export interface Attempt {
  memberNo: bigint;
  systemNo: bigint;
  attempt: number;
  upstreamId: number;
  reference: string;
  amountMinor: bigint;
  state: 'submitted' | 'unknown' | 'succeeded' | 'failed';
  upstreamNo: string | null;
  bankReference: string | null;
  failReason: string | null;
  queries: number;
  /**
   * When the upstream refused the repeated request. The refusal counts once the upstream still does not know the
   * reference after that.
   */
  refusedAt: Date | null;
  startedAt: Date;
  settledAt: Date | null;
}

const attemptColumns = sql`
  member_no as "memberNo", system_no as "systemNo", attempt, upstream_id as "upstreamId", reference, amount as "amountMinor", state,
  upstream_no as "upstreamNo", bank_reference as "bankReference", fail_reason as "failReason", queries, refused_at as "refusedAt", started_at as "startedAt", settled_at as "settledAt"`;

/** Inserts the attempt before it is first sent. */
export async function insertAttempt(
  tx: Tx,
  { memberNo, systemNo, attempt, upstreamId, reference, amountMinor, state, startedAt }: Attempt,
): Promise<void> {
  await sql`
    insert into disbursement_attempts (member_no, system_no, attempt, upstream_id, reference, amount, state, started_at)
    values (${memberNo}, ${systemNo}, ${attempt}, ${upstreamId}, ${reference}, ${amountMinor}, ${state}, ${startedAt})`.execute(
    tx,
  );
}

/** Oldest first. */
export async function selectAttempts(on: Queryable, { memberNo, systemNo }: DisbursementKey): Promise<Attempt[]> {
  const { rows } = await sql<Attempt>`
    select ${attemptColumns} from disbursement_attempts where member_no = ${memberNo} and system_no = ${systemNo} order by attempt`.execute(
    on,
  );
  return rows;
}

export type AttemptChange = Pick<
  Attempt,
  'state' | 'upstreamNo' | 'bankReference' | 'failReason' | 'refusedAt' | 'settledAt'
>;

/** Records one more query or send. A settled attempt stays unchanged. */
export async function updateAttempt(
  tx: Tx,
  { memberNo, systemNo, attempt }: Pick<Attempt, 'memberNo' | 'systemNo' | 'attempt'>,
  change: AttemptChange,
): Promise<void> {
  const { state, upstreamNo, bankReference, failReason, refusedAt, settledAt } = change;
  await sql`
    update disbursement_attempts set state = ${state}, upstream_no = coalesce(${upstreamNo}::text, upstream_no), bank_reference = ${bankReference},
      fail_reason = ${failReason}, refused_at = ${refusedAt}, settled_at = ${settledAt}, queries = queries + 1
    where member_no = ${memberNo} and system_no = ${systemNo} and attempt = ${attempt} and settled_at is null`.execute(
    tx,
  );
}

export interface PayoutRoute {
  upstreamId: number;
  position: number;
  dailyLimitMinor: bigint | null;
}

/** Open routes in order of preference. */
export async function selectPayoutRoutes(on: Queryable): Promise<PayoutRoute[]> {
  const { rows } = await sql<PayoutRoute>`
    select r.upstream_id as "upstreamId", r.position, r.daily_limit as "dailyLimitMinor" from payout_routes r join upstreams u using (upstream_id)
    where r.state = 'open' and u.state = 'open' order by r.position, r.upstream_id`.execute(on);
  return rows;
}

export interface ListedPayoutRoute extends PayoutRoute {
  isOpen: boolean;
}

/** All routes, whatever their states. */
export async function selectAllPayoutRoutes(on: Queryable): Promise<ListedPayoutRoute[]> {
  const { rows } = await sql<ListedPayoutRoute>`
    select upstream_id as "upstreamId", position, daily_limit as "dailyLimitMinor", state = 'open' as "isOpen"
    from payout_routes order by position, upstream_id`.execute(on);
  return rows;
}

export async function replaceAllPayoutRoutes(tx: Tx, routes: readonly ListedPayoutRoute[]): Promise<void> {
  await sql`delete from payout_routes`.execute(tx);
  await sql`
    insert into payout_routes (upstream_id, position, daily_limit, state)
    select r.upstream_id, r.position, r.daily_limit, case when r.is_open then 'open' else 'closed' end from unnest(
      ${arrayLiteral(routes.map(({ upstreamId }) => upstreamId))}::integer[], ${arrayLiteral(routes.map(({ position }) => position))}::smallint[],
      ${arrayLiteral(routes.map(({ dailyLimitMinor }) => dailyLimitMinor))}::bigint[], ${arrayLiteral(routes.map(({ isOpen }) => isOpen))}::boolean[])
      r (upstream_id, position, daily_limit, is_open)`.execute(tx);
}

export async function upsertPayoutRoute(tx: Tx, { upstreamId, position, dailyLimitMinor }: PayoutRoute): Promise<void> {
  await sql`
    insert into payout_routes (upstream_id, position, daily_limit) values (${upstreamId}, ${position}, ${dailyLimitMinor})
    on conflict (upstream_id) do update set position = excluded.position, daily_limit = excluded.daily_limit, state = 'open'`.execute(
    tx,
  );
}

/** The total sent to an upstream since then, without refused attempts. */
export async function selectSubmittedSince(on: Queryable, upstreamId: number, since: Date): Promise<bigint> {
  const { rows } = await sql<{ sum: string }>`
    select coalesce(sum(amount), 0) as sum from disbursement_attempts
    where upstream_id = ${upstreamId} and started_at >= ${since} and state <> 'failed'`.execute(on);
  return BigInt(rows[0]?.sum ?? 0);
}

interface TermsKey {
  memberNo: bigint;
  kind: DisbursementKind;
}

/** The terms of members that have their own. */
export async function selectTermsOf(
  on: Queryable,
  keys: readonly TermsKey[],
): Promise<{ key: TermsKey; terms: Terms }[]> {
  const { rows } = await sql<TermsKey & Terms>`${PREPARED}
    select member_no as "memberNo", kind, percent as "percentE4", fixed as "fixedMinor", min_fee as "minFeeMinor", max_fee as "maxFeeMinor",
      min_amount as "minAmountMinor", max_amount as "maxAmountMinor", review_from as "reviewFromMinor", enabled,
      case when window_from is not null then jsonb_build_object('from', window_from, 'to', window_to) end as "window"
    from disbursement_terms join unnest(
      ${arrayLiteral(keys.map(({ memberNo }) => memberNo))}::bigint[], ${arrayLiteral(keys.map(({ kind }) => kind))}::text[]) as k (member_no, kind)
      using (member_no, kind)
    where ${isMemberOf(sql`disbursement_terms.member_no`, keys)}`.execute(on);
  return rows.map(({ memberNo, kind, ...terms }) => ({ key: { memberNo, kind }, terms }));
}

export async function selectTerms(on: Queryable, memberNo: bigint, kind: DisbursementKind): Promise<Terms | undefined> {
  return (await selectTermsOf(on, [{ memberNo, kind }]))[0]?.terms;
}

export async function upsertTerms(tx: Tx, memberNo: bigint, kind: DisbursementKind, terms: Terms): Promise<void> {
  const {
    percentE4,
    fixedMinor,
    minFeeMinor,
    maxFeeMinor,
    minAmountMinor,
    maxAmountMinor,
    reviewFromMinor,
    window,
    enabled,
  } = terms;
  await sql`
    insert into disbursement_terms (member_no, kind, percent, fixed, min_fee, max_fee, min_amount, max_amount, review_from, enabled, window_from, window_to)
    values (${memberNo}, ${kind}, ${percentE4}, ${fixedMinor}, ${minFeeMinor}, ${maxFeeMinor}, ${minAmountMinor}, ${maxAmountMinor}, ${reviewFromMinor}, ${enabled},
      ${window?.from ?? null}, ${window?.to ?? null})
    on conflict (member_no, kind) do update set percent = excluded.percent, fixed = excluded.fixed, min_fee = excluded.min_fee, max_fee = excluded.max_fee,
      min_amount = excluded.min_amount, max_amount = excluded.max_amount, review_from = excluded.review_from, enabled = excluded.enabled,
      window_from = excluded.window_from, window_to = excluded.window_to`.execute(tx);
}

/** The outcome of a payout of a batch: the same as `outcomeOf` in rules.ts. */
const outcome = sql`case when status in ('paid', 'cancelled') then status when submission = 'failed' then 'failed' else 'open' end`;

export async function selectBatchOutcomes(
  on: Queryable,
  memberNo: bigint,
  batchNos: readonly bigint[],
): Promise<BatchOutcome[]> {
  const { rows } = await sql<Omit<BatchOutcome, 'amountMinor'> & { amountMinor: string }>`
    select batch_no as "batchNo", ${outcome} as outcome, count(*)::integer as count, sum(amount) as "amountMinor", max(finished_at) as "lastFinishedAt"
    from disbursements where member_no = ${memberNo} and batch_no is not null and batch_no = any(${arrayLiteral(batchNos)}::bigint[])
    group by 1, 2`.execute(on);
  return rows.map((row) => ({ ...row, amountMinor: BigInt(row.amountMinor) }));
}

export interface BatchPage {
  page: number;
  limit: number;
  order: 'asc' | 'desc';
  outcome: DisbursementOutcome | undefined;
}

export async function selectBatched(
  on: Queryable,
  memberNo: bigint,
  batchNo: bigint,
  { page, limit, order, outcome: wanted }: BatchPage,
): Promise<BatchedPayout[]> {
  const direction = sql.raw(order);
  const narrowed = wanted === undefined ? sql`true` : sql`${outcome} = ${wanted}`;
  const { rows } = await sql<DisbursementRecord & { line: number }>`
    select ${disbursementColumns}, batch_line as line from disbursements where member_no = ${memberNo} and batch_no = ${batchNo} and ${narrowed}
    order by batch_line ${direction}, system_no ${direction} limit ${limit} offset ${(page - 1) * limit}`.execute(on);
  return rows;
}

export function allBatched(memberNo: bigint, batchNo: bigint) {
  return sql<DisbursementRecord & { line: number }>`
    select ${disbursementColumns}, batch_line as line from disbursements where member_no = ${memberNo} and batch_no = ${batchNo} order by batch_line, system_no`;
}
