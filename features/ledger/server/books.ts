/**
 * The books of some members, open for writing: their wallets are locked until the transaction ends. Journals are
 * checked one after another in memory and written together. Refused journals leave no trace.
 */
import { combineWrites, type Tx, type Write } from '#foundation/server/postgres/database.ts';
import { type JournalDraft, post, type PostedJournal, type Wallet } from '../rules.ts';
import { type EventKey, eventKey, journalWrites, lockWallets, selectBooked } from './store.ts';

export interface Books {
  wallet(memberNo: bigint): Wallet;
  /**
   * Checks one journal against the running balances and adds it. Returns `already_booked` only if `events` were given
   * to `openBooks`.
   */
  post(draft: JournalDraft, now: Date): PostedJournal | 'balance_insufficient' | 'already_booked';
  /** The writes for what was posted. They must be executed before the transaction ends. */
  writes(): Write[];
  /** Executes the writes. Must be awaited before the transaction ends. */
  write(): Promise<void>;
}

export interface OpenBooksOptions {
  /** The events that must be checked here for being already booked, because no row of the caller guards them. */
  events?: readonly EventKey[];
  /**
   * Locks one wallet after the other, for the rare transaction over several members: where the tables are spread, one
   * statement can't lock wallets of several. `db.batch` on such tables has one member, so it needs no such loop.
   */
  oneByOne?: boolean;
}

export async function openBooks(
  tx: Tx,
  memberNos: readonly bigint[],
  currency: string,
  { events = [], oneByOne = false }: OpenBooksOptions = {},
): Promise<Books> {
  const wallets = await lockWallets(tx, [...new Set(memberNos)], currency, oneByOne);
  const booked = events.length > 0 ? await selectBooked(tx, events) : new Set<string>();
  const posted: PostedJournal[] = [];
  const touched = new Set<Wallet>();

  const walletOf = (memberNo: bigint): Wallet => {
    const wallet = wallets.get(memberNo);
    if (!wallet) throw new Error(`member ${memberNo} has no ${currency} wallet`);
    return wallet;
  };
  const writes = (): Write[] => (posted.length > 0 ? journalWrites(posted, [...touched]) : []);
  return {
    wallet: walletOf,
    post(draft, now) {
      const key = events.length > 0 ? eventKey(draft) : undefined;
      if (key !== undefined && booked.has(key)) return 'already_booked';
      const wallet = walletOf(draft.memberNo);
      const result = post(wallet, draft, now);
      if (result === 'balance_insufficient') return result;
      if (key !== undefined) booked.add(key);
      posted.push(result);
      touched.add(wallet);
      return result;
    },
    writes,
    write: () => combineWrites(tx, writes()),
  };
}
