/** Handlers of the operators' calls about the books. */
import { actorOf, type AuditVerbs } from '#features/audit/server/verbs.ts';
import { accountKinds } from '#features/ledger/rules.ts';
import { booksQueue } from '#features/ledger/server/books-job.ts';
import type { LedgerVerbs } from '#features/ledger/server/verbs.ts';
import type { MemberVerbs } from '#features/members/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import { clearingBalances } from '#features/reconciliation/server/matching/clearing.ts';
import type { UpstreamVerbs } from '#features/upstreams/server/verbs.ts';
import type { ParsedInputOf } from '#foundation/core/calls.ts';
import { formatAmount, sum } from '#foundation/core/money.ts';
import { type CallContext, handlers, type ServedContract } from '#foundation/server/http/handlers.ts';
import type { JobQueue } from '#foundation/server/jobs/queue.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { type BooksFigures, type BooksRun, booksCalls } from '../../books-contract.ts';

export interface OperatorBooksDeps {
  db: Database;
  platform: Pick<PlatformVerbs, 'settings'>;
  ledger: Pick<
    LedgerVerbs,
    'accountTotals' | 'askForCheck' | 'balancesOfAll' | 'booksWrong' | 'checkRuns' | 'mostHeld'
  >;
  members: Pick<MemberVerbs, 'find'>;
  upstreams: Pick<UpstreamVerbs, 'names'>;
  audit: AuditVerbs;
  queue: Pick<JobQueue, 'send'>;
}

type Calls = (typeof booksCalls)['calls'];

export function booksHandlers(deps: OperatorBooksDeps): ServedContract {
  return handlers(booksCalls, {
    '/operator/books/figures': ({ now }) => figures(deps, now),
    '/operator/books/list': (_context, input) => list(deps, input),
    '/operator/books/run': (context) => run(deps, context),
  });
}

const MAX_HELD = 10;

async function figures(
  { db, platform, ledger, members, upstreams }: OperatorBooksDeps,
  now: Date,
): Promise<BooksFigures> {
  const { currency, timeZone } = await platform.settings();
  const names = await upstreams.names();
  const [totals, clearing, most, wrong] = await Promise.all([
    ledger.accountTotals(currency),
    clearingBalances(db, { currency, timeZone, upstreamIds: names.map(({ id }) => id) }),
    ledger.mostHeld(currency, MAX_HELD),
    ledger.booksWrong(),
  ]);
  const [balances, held] = await Promise.all([
    ledger.balancesOfAll(
      most.map(({ memberNo }) => memberNo),
      currency,
      now,
    ),
    Promise.all(most.map(({ memberNo }) => members.find(memberNo))),
  ]);
  const text = (minor: bigint): string => formatAmount(minor, currency);
  const closedMinor = sum(clearing.balances.map(({ takenInMinor, paidOutMinor }) => takenInMinor - paidOutMinor));
  const settledMinor = sum(clearing.balances.map((balance) => balance.settledMinor));
  // An asset: its sign is the opposite of what is owed to members.
  const takenMinor = -totals.clearing;
  return {
    at: now.toISOString(),
    accounts: accountKinds.map((account) => ({ account, amount: text(totals[account]) })),
    total: text(sum(accountKinds.map((account) => totals[account]))),
    upstreams: clearing.balances.map(
      ({ upstreamId, takenInMinor, paidOutMinor, settledMinor: settled, owedMinor }) => ({
        id: upstreamId,
        name: names.find(({ id }) => id === upstreamId)?.name ?? '',
        takenIn: text(takenInMinor),
        paidOut: text(paidOutMinor),
        settled: text(settled),
        owed: text(owedMinor),
      }),
    ),
    day: clearing.day,
    since: text(takenMinor - closedMinor),
    position: {
      owedByUpstreams: text(takenMinor - settledMinor),
      settled: text(settledMinor),
      owedToMembers: text(totals.wallet + totals.transit + totals.commission + totals.interMember),
      own: text(totals.fees + totals.adjustment),
    },
    holds: most.map(({ memberNo, heldMinor }, index) => ({
      memberNo: memberNo.toString(),
      name: held[index]?.name ?? '',
      held: text(heldMinor),
      frozen: text(balances.get(memberNo)?.frozenMinor ?? 0n),
      balance: text(balances.get(memberNo)?.balanceMinor ?? 0n),
    })),
    wrong: wrong ?? null,
  };
}

async function list(
  { ledger }: OperatorBooksDeps,
  { kind, page, limit }: ParsedInputOf<Calls['/operator/books/list']>,
): Promise<{ total: number; page: number; limit: number; list: BooksRun[]; extend: Record<string, never> }> {
  const { total, rows } = await ledger.checkRuns({ kind, limit, offset: (page - 1) * limit });
  return {
    total,
    page,
    limit,
    list: rows.map(({ checkId, kind: of, askedBy, startedAt, endedAt, failed }) => ({
      id: checkId,
      kind: of,
      by: askedBy,
      startedAt: startedAt.toISOString(),
      endedAt: endedAt?.toISOString() ?? null,
      failed: failed.map(({ check, promise, violations }) => ({ check, promise, violations: [...violations] })),
    })),
    extend: {},
  };
}

function run(
  { db, ledger, audit, queue }: OperatorBooksDeps,
  context: CallContext<Calls['/operator/books/run']>,
): Promise<{ id: string }> {
  const { session, now } = context;
  return db.transaction(async (tx) => {
    const { checkId, isNew } = await ledger.askForCheck(tx, { userId: session.userId, now });
    if (isNew) await queue.send(booksQueue, { checkId }, { id: checkId, tx });
    await audit.record(tx, { ...actorOf(context), memberNo: null, action: 'books_check_asked', object: checkId });
    return { id: checkId };
  });
}
