/** Runs batches, each in a `BatchTransaction` on a connection of its own. */
import { BatchTransaction } from './batch-transaction.ts';
import type { Connections } from './connection-statements.ts';
import type { Compiled, Tx } from './sql.ts';

/** Runs one batch: commits, with `last` before it, when `work` resolves; rolls back and rejects when it throws. */
export type RunBatch = <T>(work: (tx: Tx) => Promise<{ result: T; last: Compiled | undefined }>) => Promise<T>;

export function batchesBy({ connect, statementOf }: Connections): RunBatch {
  return async (work) => {
    const client = await connect();
    const transaction = new BatchTransaction(client, statementOf);
    try {
      const { result, last } = await work(transaction);
      await transaction.commit(last);
      return result;
    } catch (error) {
      await transaction.rollback();
      throw error;
    } finally {
      client.release(transaction.isSpoiled);
    }
  };
}
