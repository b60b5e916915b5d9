/** Public API of the ledger feature. Money moves only through `openBooks`, inside the caller's transaction. */
import { randomUUID } from 'node:crypto';
import type { Clock } from '#foundation/core/clock.ts';
import { Batcher } from '#foundation/server/postgres/batcher.ts';
import type { Database, Queryable, Tx } from '#foundation/server/postgres/database.ts';
import { adjustmentJournal, type Balances, balancesOf } from '../rules.ts';
import { type BooksWrong, booksQueue, selectBooksWrong } from './books-job.ts';
import { type Books, openBooks, type OpenBooksOptions } from './books.ts';
import {
  type CheckRun,
  type CheckRunKind,
  countCheckRuns,
  insertCheckRun,
  selectCheckRuns,
  selectRunning,
} from './check-runs.ts';
import { type HeldForRisk, holdForRisk, riskHoldsOf } from './risk-holds.ts';
import {
  type AccountTotals,
  insertWallet,
  raiseLastEntryAt,
  type RiskHold,
  selectAccountTotals,
  selectMostHeld,
  selectWallet,
  selectWallets,
} from './store.ts';

export interface Adjustment {
  memberNo: bigint;
  /** The adjustment's own system number; its idempotency key. */
  reference: bigint;
  currency: string;
  /** Positive credits, negative debits. */
  amountMinor: bigint;
  remark: string;
}

export interface LedgerVerbs {
  /** Adds an empty wallet for a new member, in the transaction that creates the member. */
  open(tx: Tx, memberNo: bigint, currency: string): Promise<void>;
  openBooks(tx: Tx, memberNos: readonly bigint[], currency: string, options?: OpenBooksOptions): Promise<Books>;
  balances(memberNo: bigint, currency: string, now: Date): Promise<Balances>;
  /** Of these members; one without a wallet is left out. */
  balancesOfAll(memberNos: readonly bigint[], currency: string, now: Date): Promise<ReadonlyMap<bigint, Balances>>;
  /** Books a manual credit or debit. The same reference is booked only once. */
  adjust(adjustment: Adjustment): Promise<'posted' | 'already_booked' | 'balance_insufficient'>;
  /**
   * From now on nothing is booked on the wallet as of before `at`, whatever a transaction that has not reached the
   * wallet yet believes the time to be. What was booked before is committed when this returns.
   */
  bookNothingBefore(memberNo: bigint, currency: string, at: Date): Promise<void>;
  /**
   * Places or releases an operator's hold in the caller's transaction. The same request counts once. Only the outcome
   * `held` changes anything.
   */
  holdForRisk(tx: Tx, hold: RiskHold): Promise<HeldForRisk>;
  /** What operators hold of a wallet now, and the latest rows, newest first. */
  riskHolds(
    memberNo: bigint,
    currency: string,
    limit: number,
  ): Promise<{ heldMinor: bigint; rows: (RiskHold & { by: string })[] }>;
  /** The sums of all members' accounts now. Reads every wallet, and no journal. */
  accountTotals(currency: string): Promise<AccountTotals>;
  /** The members of whose money operators hold most, with what they hold. */
  mostHeld(currency: string, limit: number): Promise<{ memberNo: bigint; heldMinor: bigint }[]>;
  /** Starts a check of everything in the background; one that runs already counts. Returns its id. */
  askForCheck(tx: Tx, asked: { userId: bigint; now: Date }): Promise<{ checkId: string; isNew: boolean }>;
  /** Runs of the check of the books, the newest first. */
  checkRuns(
    page: {
      kind?: CheckRunKind | undefined;
      limit: number;
      offset: number;
    },
    on?: Queryable,
  ): Promise<{ total: number; rows: CheckRun[] }>;
  /**
   * Returns the error that the check of the books found, until a person lifts the stop. Code that pays out must call
   * this in the transaction that debits the money, and refuse unless the result is undefined.
   */
  booksWrong(on?: Queryable): Promise<BooksWrong | undefined>;
}

export function ledgerVerbs({ db, clock, lanes = 2 }: { db: Database; clock: Clock; lanes?: number }): LedgerVerbs {
  const adjustments = new Batcher<Adjustment, 'posted' | 'already_booked' | 'balance_insufficient'>({
    keyOf: ({ memberNo }) => memberNo,
    groupsOf: db.shardsOf,
    lanes,
    run: (batch) => adjustTogether(db, clock, batch),
  });
  return {
    open: insertWallet,
    openBooks,
    async balances(memberNo, currency, now) {
      const wallet = await selectWallet(db, memberNo, currency);
      if (!wallet) throw new Error(`member ${memberNo} has no ${currency} wallet`);
      return balancesOf(wallet, now);
    },
    async balancesOfAll(memberNos, currency, now) {
      const wallets = await selectWallets(db, memberNos, currency);
      return new Map([...wallets].map(([memberNo, wallet]) => [memberNo, balancesOf(wallet, now)]));
    },
    adjust: (adjustment) => adjustments.submit(adjustment),
    bookNothingBefore: (memberNo, currency, at) => raiseLastEntryAt(db, memberNo, currency, at),
    holdForRisk,
    riskHolds: (memberNo, currency, limit) => riskHoldsOf(db, memberNo, currency, limit),
    accountTotals: (currency) => selectAccountTotals(db, currency),
    mostHeld: (currency, limit) => selectMostHeld(db, currency, limit),
    async askForCheck(tx, { userId, now }) {
      const running = await selectRunning(tx, new Date(now.getTime() - booksQueue.expiresAfterMs));
      if (running !== undefined) return { checkId: running, isNew: false };
      const checkId = randomUUID();
      await insertCheckRun(tx, { checkId, kind: 'asked', userId, startedAt: now });
      return { checkId, isNew: true };
    },
    async checkRuns({ kind, ...page }, on = db) {
      const [total, rows] = await Promise.all([countCheckRuns(on, kind), selectCheckRuns(on, { kind, ...page })]);
      return { total, rows };
    },
    booksWrong: (on = db) => selectBooksWrong(on),
  };
}

async function adjustTogether(
  db: Database,
  clock: Clock,
  batch: readonly Adjustment[],
): Promise<('posted' | 'already_booked' | 'balance_insufficient')[]> {
  const currencies = new Set(batch.map(({ currency }) => currency));
  const [currency] = currencies;
  if (currency === undefined || currencies.size > 1) throw new Error('a batch of adjustments has one currency');
  return db.batch(async (tx) => {
    const journals = batch.map(adjustmentJournal);
    const books = await openBooks(
      tx,
      journals.map(({ memberNo }) => memberNo),
      currency,
      { events: journals },
    );
    const now = clock.now();
    const results = journals.map((journal) => {
      const result = books.post(journal, now);
      return typeof result === 'string' ? result : ('posted' as const);
    });
    return { result: results, writes: books.writes() };
  });
}
