/**
 * One act on many withdrawals and payouts. What was asked for is stored first. Then each one is a transaction of its own,
 * which also stores its outcome: if the process dies in the middle, the stored outcomes are exact, and the same request
 * does the rest once.
 */
import type { CountedAct } from '#features/approvals/bounds.ts';
import { boundWithin, sumWith } from '#features/approvals/server/bounds.ts';
import type { DisbursementVerbs } from '#features/disbursements/server/verbs.ts';
import type { ParsedInputOf } from '#foundation/core/calls.ts';
import type { CallContext } from '#foundation/server/http/handlers.ts';
import type { BulkRefusal, BulkResult, operatorDisbursementCalls } from '../../disbursement-contract.ts';
import { movesMoney, stepOf } from '../../rules.ts';
import { type ActionDeps, checkUpstream, countedAct, perform, type PerformContext } from './actions.ts';
import {
  type Bulk,
  type BulkItem,
  type BulkOutcome,
  insertBulk,
  insertOutcome,
  selectBulk,
  selectOutcomes,
} from './bulk-store.ts';

export type BulkDeps = ActionDeps & { disbursements: Pick<DisbursementVerbs, 'get'> };

type Calls = (typeof operatorDisbursementCalls)['calls'];
type BulkCall = Calls['/operator/disbursement/bulk'];
type DetailCall = Calls['/operator/disbursement/bulkDetail'];

export async function bulk(
  deps: BulkDeps,
  context: CallContext<BulkCall>,
  input: ParsedInputOf<BulkCall>,
): Promise<BulkResult> {
  const { db, factors } = deps;
  const { verifyType, verifyCode, bulkId } = input;
  const wanted = bulkOf(context, input);
  await checkUpstream(deps, context, wanted.act, wanted.upstreamId);
  const before = await selectBulk(db, bulkId);
  if (before && !isSame(before, wanted)) return context.refuse('bulk_conflict');
  const checkedStep = await factors.checkSecondStep(context, { user: context.session, verifyType, verifyCode });
  const acts = await countedActs(deps, wanted);
  const bound = await db.transaction(async (tx) => {
    await factors.spendSecondStep(tx, context, checkedStep);
    await insertBulk(tx, { ...wanted, totalMinor: await sumWith(tx, acts, context.now) });
    return boundWithin(tx, deps, 'payouts');
  });
  const stored = (await selectBulk(db, bulkId)) ?? context.refuse('not_found');
  if (!isSame(stored, wanted)) return context.refuse('bulk_conflict');
  const isTwo = bound !== null && stored.totalMinor >= bound;
  const known = new Set((await selectOutcomes(db, stored)).map(keyOf));
  for (const item of stored.items)
    if (!known.has(keyOf(item))) await actOnOne(deps, context, { ...stored, isTwo }, item);
  return resultOf(deps, stored, context);
}

export async function bulkDetail(
  deps: BulkDeps,
  context: CallContext<DetailCall>,
  { bulkId }: ParsedInputOf<DetailCall>,
): Promise<BulkResult> {
  const stored = (await selectBulk(deps.db, bulkId)) ?? context.refuse('not_found');
  return resultOf(deps, stored, context);
}

function bulkOf(
  { session, now }: CallContext<BulkCall>,
  { bulkId, act, rows, reason, upstreamId }: ParsedInputOf<BulkCall>,
): Bulk {
  const named = rows.map(({ memberNo, orderNo, bankReference }): BulkItem => ({
    memberNo,
    systemNo: orderNo,
    bankReference: act === 'mark_paid' ? bankReference : '',
  }));
  const items = [...new Map(named.map((item) => [keyOf(item), item])).values()];
  return {
    bulkId,
    act,
    reason,
    upstreamId: act === 'mark_paid' || act === 'submit' ? (upstreamId ?? null) : null,
    items,
    totalMinor: 0n,
    madeBy: session.userId,
    madeAt: now,
  };
}

/** What the act would pay out or give back: splitting a large one into many gains nothing. */
async function countedActs(deps: BulkDeps, { act, items, madeBy }: Bulk): Promise<CountedAct[]> {
  const acts: CountedAct[] = [];
  for (const item of items) {
    const one = await deps.disbursements.get(item);
    if (one && movesMoney(stepOf(one, act))) acts.push(await countedAct(deps, one, madeBy));
  }
  return acts;
}

/** Whether it is the same operator's same request; the total is that of the first one. */
function isSame(a: Bulk, b: Bulk): boolean {
  const textOf = ({ act, reason, upstreamId, madeBy, items }: Bulk): string =>
    JSON.stringify([
      act,
      reason,
      upstreamId,
      madeBy.toString(),
      items.map((item) => [keyOf(item), item.bankReference]),
    ]);
  return textOf(a) === textOf(b);
}

function keyOf({ memberNo, systemNo }: Pick<BulkItem, 'memberNo' | 'systemNo'>): string {
  return `${memberNo}|${systemNo}`;
}

/** Carries a refusal of one out of its transaction. */
class OneRefused extends Error {
  override name = 'OneRefused';
  readonly refusal: BulkRefusal;

  constructor(refusal: BulkRefusal) {
    super(refusal);
    this.refusal = refusal;
  }
}

/** The same request, sent twice at once, has done this one: its transaction is rolled back. */
class DoneAlready extends Error {
  override name = 'DoneAlready';
}

async function actOnOne(
  deps: BulkDeps,
  { call, session, client, now }: CallContext<BulkCall>,
  { bulkId, act, reason, upstreamId, isTwo }: Bulk & { isTwo: boolean },
  { bankReference, ...key }: BulkItem,
): Promise<void> {
  const refuse = (refusal: BulkRefusal): never => {
    throw new OneRefused(refusal);
  };
  const context: PerformContext = { call, session, client, now, refuse };
  try {
    const one = (await deps.disbursements.get(key)) ?? refuse('not_found');
    await perform(deps, context, one, {
      act,
      inputs: { bankReference: bankReference === '' ? null : bankReference, upstreamId, reason },
      two: isTwo,
      async withinTransaction(tx, { outcome, approvalId }) {
        if (!(await insertOutcome(tx, bulkId, { ...key, outcome, approvalId, error: null }, now)))
          throw new DoneAlready();
      },
    });
  } catch (error) {
    if (error instanceof DoneAlready) return;
    if (!(error instanceof OneRefused)) throw error;
    const refused = { ...key, outcome: 'refused', approvalId: null, error: error.refusal } as const;
    await insertOutcome(deps.db, bulkId, refused, now);
  }
}

async function resultOf(
  { db }: BulkDeps,
  bulk: Bulk & { operator: string },
  { session }: Pick<CallContext<DetailCall>, 'session'>,
): Promise<BulkResult> {
  const outcomes = new Map((await selectOutcomes(db, bulk)).map((each) => [keyOf(each), each]));
  const { bulkId, act, reason, upstreamId, operator, madeBy, madeAt } = bulk;
  return {
    bulkId,
    act,
    reason,
    upstreamId,
    madeBy: operator,
    madeAt: madeAt.toISOString(),
    own: madeBy === session.userId,
    rows: bulk.items.map(({ bankReference, ...key }) => {
      const {
        outcome,
        error,
        approvalId,
      }: Pick<BulkOutcome, 'error' | 'approvalId'> & {
        outcome: BulkOutcome['outcome'] | 'waiting';
      } = outcomes.get(keyOf(key)) ?? { outcome: 'waiting', error: null, approvalId: null };
      const { memberNo, systemNo } = key;
      return { memberNo: memberNo.toString(), orderNo: systemNo.toString(), bankReference, outcome, error, approvalId };
    }),
  };
}
