/** What another feature stores with an order, so that neither is without the other. */
import type { Write } from '#foundation/server/postgres/database.ts';
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
