/**
 * The books of some members, open for writing: their wallets are locked until the transaction ends. Journals are
 * decided one after another in memory and written together; what was refused leaves no trace.
 */
import { asOne, type Tx, type Write } from '#foundation/server/database.ts';
import { type JournalDraft, post, type PostedJournal, type Wallet } from '../rules.ts';
import { type EventKey, eventKey, journalWrites, lockWallets, selectBooked } from './store.ts';

export interface Books {
  wallet(memberNo: bigint): Wallet;
  /**
   * Decides one journal against the running balances; `already_booked` only for events that were announced at opening.
   */
  post(draft: JournalDraft, now: Date): PostedJournal | 'balance_insufficient' | 'already_booked';
  /** What was posted: has to be written before the transaction ends. */
  writes(): Write[];
  /** Writes it by itself. Must be awaited before the transaction ends. */
  write(): Promise<void>;
}

/**
 * `events`: those whose second arrival must be told from the first here, because no row of the caller's guards them.
 */
export async function openBooks(
  tx: Tx,
  memberNos: readonly bigint[],
  currency: string,
  events: readonly EventKey[] = [],
): Promise<Books> {
  const wallets = await lockWallets(tx, [...new Set(memberNos)], currency);
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
    write: () => asOne(tx, writes()),
  };
}
