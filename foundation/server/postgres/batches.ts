/**
 * Transactions of batches for the query builder. Kysely's own transactions wait for each answer before they send the
 * next statement; the `Tx` of a batch sends statements at once, in the order of the calls.
 */
import {
  type Dialect,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  Transaction,
} from 'kysely';
import type pg from 'pg';
import { BatchTransaction, type StatementOf } from './batch-transaction.ts';

/** Compiles statements and sends none. */
const dialect: Dialect = {
  createAdapter: () => new PostgresAdapter(),
  createDriver: () => new DummyDriver(),
  createIntrospector: (on) => new PostgresIntrospector(on),
  createQueryCompiler: () => new PostgresQueryCompiler(),
};

type NoTables = Record<never, never>;

export interface BatchesOptions {
  connect(): Promise<pg.PoolClient>;
  statementOf: StatementOf;
}

/** Runs one batch: commits, with `last` before it, when `work` resolves; rolls back and rejects when it throws. */
export type RunBatch = <T>(
  work: (tx: Transaction<NoTables>) => Promise<{ result: T; last: RawBuilder<unknown> | undefined }>,
) => Promise<T>;

export function batchesBy({ connect, statementOf }: BatchesOptions): RunBatch {
  const builder = new Kysely<NoTables>({ dialect });
  const executor = builder.getExecutor();
  const sendingNothing = { config: { dialect }, dialect, driver: new DummyDriver() };
  return async (work) => {
    const client = await connect();
    const transaction = new BatchTransaction(client, statementOf);
    const tx = new Transaction<NoTables>({
      ...sendingNothing,
      executor: executor.withConnectionProvider({ provideConnection: (consumer) => consumer(transaction) }),
    });
    try {
      const { result, last } = await work(tx);
      await transaction.commit(last?.compile(builder));
      return result;
    } catch (error) {
      await transaction.rollback();
      throw error;
    } finally {
      client.release(transaction.isSpoiled);
    }
  };
}
