/**
 * Transactions on the connections of a pool: of one statement each, or of several. Of several, `begin` goes out with the
 * first statement, and no statement before the database has answered `begin`: if that failed, it would run outside of
 * the transaction. Apart from that, what is requested together is sent together, and `commit` right behind the last
 * statement, so that a transaction costs one round trip each time it needs an answer, and one for `begin`.
 */
import type pg from 'pg';
import type { Answer, Compiled, Queryable, Tx } from './sql.ts';

/** A statement as the driver takes it. */
interface QueryConfig {
  text: string;
  values?: unknown[];
  /** The name under which the connection keeps it prepared. */
  name?: string;
}

export interface Connections {
  connect(): Promise<pg.PoolClient>;
  configOf(statement: Compiled): QueryConfig;
}

/** Sends each statement as a transaction of its own, on any connection. */
export function separateStatements({ connect, configOf }: Connections): Queryable {
  return {
    async query<Row>(statement: Compiled) {
      const client = await connect();
      try {
        return await answerOf<Row>(client.query(configOf(statement)));
      } finally {
        client.release();
      }
    },
  };
}

export class Transaction implements Tx {
  readonly isTransaction = true;
  readonly #client: pg.PoolClient;
  readonly #configOf: Connections['configOf'];
  readonly #begin: string;
  #begun: Promise<unknown> | undefined;
  /** Accepts no more statements. */
  #isOver = false;
  /** What waits for `begin` is not sent any more. */
  #isAbandoned = false;
  /** The state of the connection is uncertain, so it can't be reused. */
  isSpoiled = false;

  constructor(client: pg.PoolClient, configOf: Connections['configOf'], begin = 'begin') {
    this.#client = client;
    this.#configOf = configOf;
    this.#begin = begin;
  }

  query<Row>(statement: Compiled): Promise<Answer<Row>> {
    return answerOf(this.#send(this.#configOf(statement)));
  }

  /** Sends the last statement, if any, followed by the commit. When it rejects, the caller must call `rollback`. */
  async commit(last?: Compiled): Promise<void> {
    const written = last && this.query(last);
    const committed = this.#begun && this.#send({ text: 'commit' });
    this.#isOver = true;
    for (const each of await Promise.allSettled([written, committed]))
      if (each.status === 'rejected') throw each.reason;
    if (committed && (await committed).command !== 'COMMIT')
      throw new Error('a transaction cannot commit after one of its statements failed');
  }

  async rollback(): Promise<void> {
    this.#isOver = true;
    this.#isAbandoned = true;
    if (!this.#begun) return;
    try {
      await this.#begun;
      await this.#client.query('rollback');
    } catch {
      this.isSpoiled = true;
    }
  }

  async #send(config: QueryConfig): Promise<pg.QueryResult> {
    if (this.#isOver) throw overError();
    await (this.#begun ??= this.#client.query(this.#begin));
    if (this.#isAbandoned) throw overError();
    return this.#client.query(config);
  }
}

function overError(): Error {
  return new Error('the transaction is over');
}

/** What a transaction results in, and the statement that is sent together with its commit. */
export interface Outcome<T> {
  result: T;
  last?: Compiled | undefined;
}

/** Commits when `work` resolves; rolls back and rejects when it throws. */
export async function inTransaction<T>(
  { connect, configOf }: Connections,
  work: (tx: Tx) => Promise<Outcome<T>>,
): Promise<T> {
  const client = await connect();
  const transaction = new Transaction(client, configOf);
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
}

async function answerOf<Row>(sent: Promise<pg.QueryResult>): Promise<Answer<Row>> {
  try {
    const { rows, rowCount } = await sent;
    return { rows: rows as Row[], rowCount: rowCount ?? 0 };
  } catch (error) {
    // The driver's stack ends at the socket. Here it names the functions that wait for the answer.
    if (error instanceof Error) error.stack += `\n${new Error().stack?.split('\n').slice(1).join('\n')}`;
    throw error;
  }
}
