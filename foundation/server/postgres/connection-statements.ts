/** Statements on connections of a pool: each on any connection, or all of a transaction on one. */
import type pg from 'pg';
import type { Answer, Compiled, Queryable, Tx } from './sql.ts';
import { sendQuery, type StatementOf } from './statement-query.ts';

export interface Connections {
  connect(): Promise<pg.PoolClient>;
  statementOf: StatementOf;
}

export function separateStatements({ connect, statementOf }: Connections): Queryable {
  return {
    async query<Row>(statement: Compiled) {
      const client = await connect();
      try {
        return await answerOf<Row>(client, statementOf, statement);
      } finally {
        client.release();
      }
    },
  };
}

export class ClientTransaction implements Tx {
  readonly isTransaction = true;
  readonly #client: pg.PoolClient;
  readonly #statementOf: StatementOf;
  #isOver = false;

  private constructor(client: pg.PoolClient, statementOf: StatementOf) {
    this.#client = client;
    this.#statementOf = statementOf;
  }

  static async begin({ connect, statementOf }: Connections, begin: string): Promise<ClientTransaction> {
    const client = await connect();
    try {
      await sendQuery(client, { text: begin, values: [] });
    } catch (error) {
      client.release(true);
      throw error;
    }
    return new ClientTransaction(client, statementOf);
  }

  query<Row>(statement: Compiled): Promise<Answer<Row>> {
    if (this.#isOver) return Promise.reject(new Error('the transaction is over'));
    return answerOf(this.#client, this.#statementOf, statement);
  }

  /** When it rejects, the caller must call `rollback`. */
  async commit(): Promise<void> {
    this.#isOver = true;
    await sendQuery(this.#client, { text: 'commit', values: [] });
    this.#client.release();
  }

  async rollback(): Promise<void> {
    this.#isOver = true;
    const isBroken = await sendQuery(this.#client, { text: 'rollback', values: [] }).then(
      () => false,
      () => true,
    );
    this.#client.release(isBroken);
  }
}

async function answerOf<Row>(
  client: pg.PoolClient,
  statementOf: StatementOf,
  { text, values }: Compiled,
): Promise<Answer<Row>> {
  try {
    const { rows, rowCount } = await sendQuery(client, statementOf(text, values));
    return { rows: rows as Row[], rowCount: rowCount ?? 0 };
  } catch (error) {
    // The driver's stack ends at the socket. Here it names the functions that wait for the answer.
    if (error instanceof Error) error.stack += `\n${new Error().stack?.split('\n').slice(1).join('\n')}`;
    throw error;
  }
}
