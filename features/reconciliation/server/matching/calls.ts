/** Handlers of the operators' calls about matching: days, differences, clearing, settlements. */
import { actorOf, type AuditVerbs } from '#features/audit/server/verbs.ts';
import type { FactorVerbs } from '#features/factors/server/verbs.ts';
import type { OrderVerbs } from '#features/orders/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import { UpstreamError } from '#features/upstreams/server/connector.ts';
import type { UpstreamVerbs } from '#features/upstreams/server/verbs.ts';
import type { ParsedInputOf } from '#foundation/core/calls.ts';
import { type Currency, formatAmount, parseAmount } from '#foundation/core/money.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import type { SystemNumbers } from '#foundation/core/system-number.ts';
import { addDays, dayOf } from '#foundation/core/time-zone.ts';
import type { Database, Tx } from '#foundation/server/postgres/database.ts';
import { type CallContext, handlers, type ServedContract } from '#foundation/server/http/handlers.ts';
import { type Changed, matchingCalls } from '../../matching-contract.ts';
import { canBecome } from '../../matching-rules.ts';
import { matchingTexts } from '../../matching-words.ts';
import { clearingBalances } from './clearing.ts';
import { clearingRows } from './clearing-rows.ts';
import {
  insertPlatformJournal,
  lockSettlements,
  lockStatement,
  selectByRequest,
  selectLine,
  selectStanding,
} from './clearing-store.ts';
import { actOf, decide, type Deciding, type Decision, impossible, type RefusedWord } from './deciding.ts';
import { lockDifferences, updateAssigned } from './deciding-store.ts';
import {
  countDay,
  countOpen,
  type Difference,
  type DifferenceQuery,
  planOf,
  queryOf,
  selectComparisons,
  selectDay,
  selectDayCells,
  selectDayRules,
  selectDaySums,
  selectDifferences,
  selectHistory,
  selectOperator,
  selectSuggestions,
  selectUpstreamsOf,
  sumDifferences,
} from './reading.ts';
import { readDecisions } from './sheet.ts';
import { lockUpstreams } from './store.ts';
import { cellOf, differenceOnWire, sidesOnWire, signed } from './wire.ts';

export interface MatchingDeps {
  db: Database;
  platform: Pick<PlatformVerbs, 'settings'>;
  upstreams: Pick<UpstreamVerbs, 'names' | 'queryPayment'>;
  orders: Pick<OrderVerbs, 'confirmPayment' | 'statusOf'>;
  factors: Pick<FactorVerbs, 'checkSecondStep' | 'spendSecondStep'>;
  audit: AuditVerbs;
  numbers: SystemNumbers;
}

type Calls = (typeof matchingCalls)['calls'];
type Chosen = Pick<
  Exclude<ParsedInputOf<Calls['/operator/reconciliation/assign']>, undefined>,
  'ids' | 'filter' | 'plan'
>;
type ResolveContext = CallContext<Calls['/operator/reconciliation/resolve']>;
type ResolveInput = Exclude<ParsedInputOf<Calls['/operator/reconciliation/resolve']>, { bytes: Uint8Array }>;

/** More are decided in several requests. */
const MAX_DECIDED = 20_000;
const MAX_REFUSED = 100;

export function matchingHandlers(deps: MatchingDeps): ServedContract {
  return handlers(matchingCalls, {
    '/operator/reconciliation/days': (context, input) => days(deps, context, input),
    '/operator/reconciliation/day': (context, input) => day(deps, context, input),
    '/operator/reconciliation/differences': (context, input) => differences(deps, context, input),
    '/operator/reconciliation/assign': (context, input) => assign(deps, context, input),
    '/operator/reconciliation/resolve': (context, input) =>
      'bytes' in input ? resolveBySheet(deps, context, input.bytes) : resolve(deps, context, input),
    '/operator/reconciliation/clearing': async ({ now }) => ({ list: await clearingRows(deps, now) }),
    '/operator/reconciliation/settle': (context, input) => settle(deps, context, input),
  });
}

async function days(
  { db, platform, upstreams }: MatchingDeps,
  { now }: CallContext<Calls['/operator/reconciliation/days']>,
  { from, to }: ParsedInputOf<Calls['/operator/reconciliation/days']>,
) {
  const [{ currency, timeZone }, names, cells] = await Promise.all([
    platform.settings(),
    upstreams.names(),
    selectDayCells(db, from, to),
  ]);
  const last = [to, dayOf(now, timeZone)].sort()[0] ?? to;
  const list = [];
  for (let one = last; one >= from; one = addDays(one, -1))
    list.push({
      day: one,
      cells: names.map(({ id }) =>
        cellOf(
          id,
          cells.find(({ upstreamId, day: of }) => upstreamId === id && of === one),
          currency,
        ),
      ),
    });
  return { upstreams: names, days: list };
}

async function day(
  { db, platform, upstreams }: MatchingDeps,
  context: CallContext<Calls['/operator/reconciliation/day']>,
  { upstreamId, day: of, show, page, limit }: ParsedInputOf<Calls['/operator/reconciliation/day']>,
) {
  if (!(await upstreams.names()).some(({ id }) => id === upstreamId)) return context.refuse('not_found');
  const { currency } = await platform.settings();
  const view = { upstreamId, day: of, show };
  const [total, rows, sums, rules, comparisons] = await Promise.all([
    countDay(db, view),
    selectDay(db, view, { limit, offset: (page - 1) * limit }),
    selectDaySums(db, view),
    selectDayRules(db, view),
    selectComparisons(db, view),
  ]);
  return {
    total,
    page,
    limit,
    list: rows.map((row) => sidesOnWire(row, currency)),
    extend: {
      theirs: { count: sums.theirCount, amount: signed(sums.theirMinor, currency) },
      ours: { count: sums.ourCount, amount: signed(sums.ourMinor, currency) },
      pairs: Object.fromEntries(rules.map(({ rule, lines }) => [rule, lines])),
      comparisons: comparisons.map(({ at, ...rest }) => ({ ...rest, at: at.toISOString() })),
    },
  };
}

async function differences(
  { db, platform }: MatchingDeps,
  { now, wrongField }: CallContext<Calls['/operator/reconciliation/differences']>,
  { page, limit, sort, order, ...filter }: ParsedInputOf<Calls['/operator/reconciliation/differences']>,
) {
  const { currency } = await platform.settings();
  const query = await queryOf(db, filter, { currency, now }, () => wrongField('atRiskFrom', 'amount_form'));
  const [{ total, atRiskMinor }, counts, rows] = await Promise.all([
    sumDifferences(db, query),
    countOpen(db),
    selectDifferences(db, query, { sort, order, limit, offset: (page - 1) * limit }),
  ]);
  const ids = rows.map(({ differenceId }) => differenceId);
  const [history, suggestions] = await Promise.all([selectHistory(db, ids), selectSuggestions(db, ids)]);
  return {
    total,
    page,
    limit,
    list: rows.map((row) => differenceOnWire(row, { history, suggestions, currency, now })),
    extend: { atRisk: formatAmount(atRiskMinor, currency), ...counts },
  };
}

/** What a request chooses; or, for a filter without its plan, the answer that shows the plan. */
async function choose(
  { db, platform }: MatchingDeps,
  {
    now,
    refuse,
    wrongField,
  }: { now: Date; refuse(name: 'differences_many'): never; wrongField(field: 'filter', word: 'amount_form'): never },
  { ids, filter, plan }: Chosen,
): Promise<{ query: DifferenceQuery } | { shown: Changed }> {
  if (ids) return { query: { state: 'all', ids } };
  const { currency } = await platform.settings();
  const query = await queryOf(db, filter ?? { state: 'unresolved' }, { currency, now }, () =>
    wrongField('filter', 'amount_form'),
  );
  if (plan !== undefined) return { query };
  const sums = await sumDifferences(db, query);
  if (sums.total > MAX_DECIDED) return refuse('differences_many');
  return {
    shown: { count: sums.total, atRisk: formatAmount(sums.atRiskMinor, currency), plan: sums.plan, refused: [] },
  };
}

interface Locking {
  refuse(name: 'differences_many' | 'plan_outdated' | 'comparison_running' | 'not_found'): never;
}

/** Locks what was chosen, and compares it with the plan only then: nothing can change in between. */
async function lockChosen(
  tx: Tx,
  query: DifferenceQuery,
  { plan, pairId }: Chosen & { pairId?: bigint | undefined },
  { refuse }: Locking,
): Promise<Difference[]> {
  const ids = pairId === undefined ? [] : [pairId];
  const upstreamIds = new Set(await selectUpstreamsOf(tx, query));
  if (pairId !== undefined) for (const one of await selectUpstreamsOf(tx, { state: 'all', ids })) upstreamIds.add(one);
  if (!(await lockUpstreams(tx, [...upstreamIds]))) return refuse('comparison_running');
  // What appeared meanwhile, of an upstream that is not locked, is not in the plan.
  const all = await lockDifferences(tx, { ...query, upstreamIds: [...upstreamIds] }, MAX_DECIDED + 1);
  if (all.length > MAX_DECIDED) return refuse('differences_many');
  if (plan !== undefined && plan !== planOf(all)) return refuse('plan_outdated');
  return all.length === 0 ? refuse('not_found') : all;
}

async function assign(
  deps: MatchingDeps,
  context: CallContext<Calls['/operator/reconciliation/assign']>,
  { owner, note, ...chosen }: ParsedInputOf<Calls['/operator/reconciliation/assign']>,
): Promise<Changed> {
  const { db, audit } = deps;
  const { session, now } = context;
  const ownerId = owner === '' ? null : await selectOperator(db, owner);
  if (ownerId === undefined) return context.wrongField('owner', 'owner_unknown');
  const choice = await choose(deps, context, chosen);
  if ('shown' in choice) return choice.shown;
  const { currency } = await deps.platform.settings();
  return db.transaction(async (tx) => {
    const all = await lockChosen(tx, choice.query, chosen, context);
    const changed = all.filter(({ state }) => canBecome(state, 'assign'));
    const refused = all
      .filter(({ state }) => !canBecome(state, 'assign'))
      .map((difference) => ({ difference, word: 'difference_decided' as const }));
    if (changed.length === 0) return context.refuse('difference_decided');
    const ids = changed.map(({ differenceId }) => differenceId);
    await updateAssigned(tx, ids, { ownerId, note, userId: session.userId, now });
    await audit.record(tx, {
      ...actorOf(context),
      memberNo: null,
      action: 'differences_assigned',
      object: `${idsText(ids)} ${owner}`.trim(),
    });
    return changedOf(changed, refused, currency, context);
  });
}

async function resolve(deps: MatchingDeps, context: ResolveContext, input: ResolveInput): Promise<Changed> {
  const { db, audit, platform } = deps;
  const { session, now } = context;
  const { act, outcome = null, reason, journal, pairId, ...chosen } = input;
  const choice = await choose(deps, context, chosen);
  if ('shown' in choice) return choice.shown;
  const { currency } = await platform.settings();
  const decision: Decision = { act, outcome, reason, journal, pairId };
  if (outcome === 'order_confirmed' && chosen.ids?.length === 1) await confirmOrder(deps, choice.query, decision);
  return db.transaction(async (tx) => {
    const all = await lockChosen(tx, choice.query, { ...chosen, pairId }, context);
    const { changed, refused } = await decide(
      tx,
      all.map((difference) => ({ difference, decision })),
      { userId: session.userId, now },
    );
    const [first] = refused;
    if (changed.length === 0 && first) return context.refuse(first.word as 'act_not_done');
    const ids = changed.map(({ differenceId }) => differenceId);
    await audit.record(tx, {
      ...actorOf(context),
      memberNo: null,
      action: auditActions[act],
      object: [idsText(ids), outcome, journal?.reference, reason].filter(Boolean).join(' '),
    });
    return changedOf(changed, refused, currency, context);
  });
}

const auditActions = {
  resolve: 'differences_resolved',
  ignore: 'differences_ignored',
  reopen: 'differences_reopened',
} as const;

/** Asks the upstream about the order that the line names, and books it if the upstream says that it is paid. */
async function confirmOrder(
  { db, platform, upstreams, orders }: MatchingDeps,
  query: DifferenceQuery,
  decision: Decision,
): Promise<void> {
  const [difference] = await selectDifferences(db, query, { sort: 'day', order: 'asc', limit: 1, offset: 0 });
  if (!difference || impossible(difference, decision)) return;
  const act = actOf(difference, decision);
  if (!act) return;
  const { memberNo, reference: systemNo } = act;
  const status = await orders.statusOf(memberNo, systemNo);
  if (status !== 'unpaid' && status !== 'expired') return;
  const { currency } = await platform.settings();
  const { upstreamId, upstreamNo } = difference;
  try {
    const payment = await upstreams.queryPayment(upstreamId, { memberNo, systemNo, upstreamNo, currency });
    if (payment.status === 'paid') await orders.confirmPayment(upstreamId, payment);
  } catch (error) {
    // Then the books do not have it, which is the answer.
    if (!(error instanceof UpstreamError)) throw error;
  }
}

/** Each row of the sheet is decided by itself: those that can't be are refused with their line, the others are done. */
async function resolveBySheet(deps: MatchingDeps, context: ResolveContext, bytes: Uint8Array): Promise<Changed> {
  const { db, audit, platform } = deps;
  const { session, now } = context;
  const sheet = await readDecisions(bytes);
  if (!sheet) return context.refuse('sheet_unreadable');
  const { currency } = await platform.settings();
  const query: DifferenceQuery = { state: 'all', ids: sheet.map(({ id }) => id) };
  return db.transaction(async (tx) => {
    const upstreamIds = await selectUpstreamsOf(tx, query);
    if (!(await lockUpstreams(tx, upstreamIds))) return context.refuse('comparison_running');
    const known = new Map((await lockDifferences(tx, query, MAX_DECIDED)).map((one) => [one.differenceId, one]));
    const lines = new Map<bigint, number>();
    const deciding: Deciding[] = [];
    const refused: Changed['refused'] = [];
    const refuse = (id: bigint, line: number, word: RefusedWord): void =>
      void refused.push({ id: id.toString(), line, reason: formatPhrase(matchingTexts[word], context.language) });
    for (const { id, line, version, decision } of sheet) {
      const difference = known.get(id);
      if (!difference || !decision) refuse(id, line, 'sheet_row_wrong');
      else if (difference.version !== version || lines.has(id)) refuse(id, line, 'difference_changed');
      else {
        lines.set(id, line);
        deciding.push({ difference, decision });
      }
    }
    const { changed, refused: undecided } = await decide(tx, deciding, { userId: session.userId, now });
    for (const { difference, word } of undecided)
      refuse(difference.differenceId, lines.get(difference.differenceId) ?? 0, word);
    refused.sort((one, other) => (one.line ?? 0) - (other.line ?? 0));
    if (changed.length > 0)
      await audit.record(tx, {
        ...actorOf(context),
        memberNo: null,
        action: 'differences_resolved',
        object: `${idsText(changed.map(({ differenceId }) => differenceId))} sheet`,
      });
    return { ...changedOf(changed, [], currency, context), refused: refused.slice(0, MAX_REFUSED) };
  });
}

function changedOf(
  changed: readonly Difference[],
  refused: readonly { difference: Difference; word: RefusedWord }[],
  currency: Currency,
  { language }: Pick<CallContext, 'language'>,
): Changed {
  return {
    count: changed.length,
    atRisk: formatAmount(
      changed.reduce((all, { atRiskMinor }) => all + atRiskMinor, 0n),
      currency,
    ),
    plan: null,
    refused: refused.slice(0, MAX_REFUSED).map(({ difference, word }) => ({
      id: difference.differenceId.toString(),
      line: null,
      reason: formatPhrase(matchingTexts[word], language),
    })),
  };
}

/** The first ones, and how many there are. */
function idsText(ids: readonly bigint[]): string {
  const [first = 0n] = ids;
  return ids.length === 1 ? first.toString() : `${first} … (${ids.length})`;
}

async function settle(
  { db, platform, upstreams, factors, audit, numbers }: MatchingDeps,
  context: CallContext<Calls['/operator/reconciliation/settle']>,
  input: ParsedInputOf<Calls['/operator/reconciliation/settle']>,
): Promise<{ reference: string; owed: string }> {
  const { session, now } = context;
  const { upstreamId, direction, amount, day: of, bankReference, reason, line = null, requestId } = input;
  const { currency, timeZone } = await platform.settings();
  const amountMinor = parseAmount(amount, currency) ?? context.wrongField('amount', 'amount_form');
  if (amountMinor === 0n) return context.wrongField('amount', 'amount_form');
  if (of > dayOf(now, timeZone)) return context.wrongField('day', 'day_future');
  if (!(await upstreams.names()).some(({ id }) => id === upstreamId)) return context.refuse('not_found');
  const clearingMinor = direction === 'received' ? amountMinor : -amountMinor;
  if (line) {
    const found = await selectLine(db, line);
    if (!found) return context.refuse('not_found');
    // What its own statement takes from the upstream's debt, our bank's adds to the account.
    const isInOwn = line.upstreamId === upstreamId && -found.amountMinor === clearingMinor;
    const isInBanks = found.isOfBank && found.amountMinor === clearingMinor;
    if (!isInOwn && !isInBanks) return context.refuse('line_differs');
  }
  const { verifyType, verifyCode } = input;
  const checkedStep = await factors.checkSecondStep(context, { user: session, verifyType, verifyCode });
  const journal = {
    reference: numbers.next(),
    upstreamId,
    currency,
    createdAt: now,
    clearingMinor,
    day: of,
    bankReference,
    remark: reason,
    requestId,
    line,
    userId: session.userId,
  };
  const reference = await db.transaction(async (tx) => {
    await factors.spendSecondStep(tx, context, checkedStep);
    await lockSettlements(tx);
    const before = await selectByRequest(tx, requestId);
    if (before) {
      const isSame =
        before.upstreamId === upstreamId &&
        before.clearingMinor === clearingMinor &&
        before.day === of &&
        before.bankReference === bankReference &&
        before.lineFileId === (line?.fileId ?? null) &&
        before.lineNo === (line?.lineNo ?? null);
      return isSame ? before.reference : context.refuse('settlement_conflict');
    }
    if (line) await lockStatement(tx, line);
    if (line && (await selectLine(tx, line))?.isBooked !== false) return context.refuse('line_settled');
    if (await selectStanding(tx, journal)) return context.refuse('reference_settled');
    await insertPlatformJournal(tx, journal);
    await audit.record(tx, {
      ...actorOf(context),
      memberNo: null,
      action: 'settlement_booked',
      object: `${upstreamId} ${direction} ${amount} ${bankReference} ${reason}`,
    });
    return journal.reference;
  });
  const { balances } = await clearingBalances(db, { currency, timeZone, upstreamIds: [upstreamId] });
  return { reference: reference.toString(), owed: signed(balances[0]?.owedMinor ?? 0n, currency) };
}
