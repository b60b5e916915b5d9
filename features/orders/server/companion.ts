/** What another feature stores with an order, or spends for it, in the same transaction. */
import type { Tx, Write } from '#foundation/server/postgres/database.ts';
import type { NewOrder } from '../order.ts';

/** An order that is to be created, and what is stored with it. */
export interface OrderToCreate extends NewOrder {
  companion?: OrderCompanion;
}

/** A row that another feature stores with an order, in the same transaction. */
export interface OrderCompanion<Row = unknown> {
  readonly row: Row;
  readonly store: CompanionStore<Row>;
}

export interface CompanionStore<Row = unknown> {
  /** Called once per transaction, with the rows of all its orders that name this store. */
  writes(stored: readonly StoredCompanion<Row>[]): Write[];
}

export interface StoredCompanion<Row> {
  memberNo: bigint;
  systemNo: bigint;
  row: Row;
}

/** A ticket that serves once. It is spent before anything else, and stays spent if the order is refused. */
export interface OrderAdmission<Ticket = unknown> {
  readonly ticket: Ticket;
  readonly gate: AdmissionGate<Ticket>;
}

export interface AdmissionGate<Ticket = unknown> {
  /**
   * Called once per transaction, with the tickets of all its orders that name this gate. Returns for each, in order,
   * whether it was unspent.
   */
  admit(tx: Tx, tickets: readonly Ticket[]): Promise<readonly boolean[]>;
}
