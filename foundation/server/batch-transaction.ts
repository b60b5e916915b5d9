/**
 * A transaction of a batch: `begin` travels with its first statement and `commit` with its last, and nothing waits for the
 * answer of what is before it, so that a batch costs a round trip for each time it has to know something. The database does what
 * it would do otherwise: without a `begin` no write, without the last statement no commit.
 */
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type pg from 'pg';
import { OpeningQuery } from './opening-query.ts';
import { type Statement, StatementQuery } from './statement-query.ts';

/**
 * May be sent behind a `begin` that has not answered: had it failed, such a statement would run outside of the transaction, read
 * and lock for itself, and the transaction would be refused all the same. A function that writes has no place in one.
 */
const ONLY_READS = /^\s*(\/\*[^*]*\*\/\s*)*select\b/;

const OVER = 'the batch is over';

type Answer = pg.QueryResult;

export type StatementOf = (text: string, values: readonly unknown[]) => Statement;

export class BatchTransaction implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  readonly #statementOf: StatementOf;
  #stage: 'unsent' | 'opening' | 'open' | 'over' = 'unsent';
  /** Settles with the first statement's answer, and never rejects. */
  #opened: Promise<unknown> = Promise.resolve();
  /** How many statements wait for the opening: all that comes behind the first of them does. */
  #held = 0;
  /** What the connection knows is uncertain: it is of no more use. */
  isSpoiled = false;

  constructor(client: pg.PoolClient, statementOf: StatementOf) {
    this.#client = client;
    this.#statementOf = statementOf;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { command, rowCount, rows } = await this.#query(this.#statementOf(sql, parameters));
    return command === 'SELECT' ? { rows } : { rows, numAffectedRows: BigInt(rowCount ?? 0) };
  }

  streamQuery(): never {
    throw new Error('a batch has no cursors');
  }

  /** Sends the last statement, if there is one, with the commit behind it. When it rejects, the transaction has come to nothing. */
  async commit(last?: CompiledQuery): Promise<void> {
    await this.#opened;
    const answer = last && this.#query(this.#statementOf(last.sql, last.parameters));
    const hasBegun = this.#end();
    // Behind a last statement that failed the database takes it for a rollback.
    const [written, committed] = await Promise.allSettled([answer, hasBegun ? this.#send({ text: 'commit', values: [] }) : undefined]);
    for (const each of [written, committed]) if (each.status === 'rejected') throw each.reason;
    if (hasBegun && committed.status === 'fulfilled' && committed.value?.command !== 'COMMIT')
      throw new Error('a batch was to be committed after a statement of it had failed');
  }

  async rollback(): Promise<void> {
    if (!this.#end()) return;
    await this.#send({ text: 'rollback', values: [] }).catch(() => {
      this.isSpoiled = true;
    });
  }

  /** Whether there is anything to end: nothing before the first statement, nor a second time. */
  #end(): boolean {
    const hasBegun = this.#stage === 'opening' || this.#stage === 'open';
    this.#stage = 'over';
    return hasBegun;
  }

  #query(statement: Statement): Promise<Answer> {
    if (this.#stage === 'over') return Promise.reject(new Error(OVER));
    if (this.#stage === 'unsent') return this.#open(statement);
    if (this.#held === 0 && (this.#stage === 'open' || ONLY_READS.test(statement.text))) return this.#send(statement);
    this.#held += 1;
    return this.#opened.then(() => {
      this.#held -= 1;
      if (this.#stage === 'over') throw new Error(OVER);
      return this.#send(statement);
    });
  }

  #open(statement: Statement): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const query = new OpeningQuery('begin', statement, (error, result) => {
      if (this.#stage === 'opening') this.#stage = 'open';
      if (error && query.isNew) this.isSpoiled = true;
      if (error) reject(error);
      else resolve(result);
    });
    this.#client.query(query);
    this.#stage = 'opening';
    this.#opened = promise.catch(() => undefined);
    return promise;
  }

  #send(statement: Statement): Promise<Answer> {
    return sendQuery(this.#client, statement);
  }
}

/** Not by the driver's own promise: under load, what it holds outlives two collections of what is young, and those take ten times as long. */
export function sendQuery(client: pg.PoolClient, statement: Statement): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  client.query(new StatementQuery(statement, (error, result) => (error ? reject(error) : resolve(result))));
  return promise;
}
