/**
 * A connection for batches: `begin` travels with the first statement and `commit` with the last, so that a batch costs a round
 * trip for each time it has to know something, and none for opening and closing. The database does what it would do otherwise:
 * without a `begin` no statement, without the last statement no commit.
 */
import type pg from 'pg';
import { OpeningQuery, type Statement } from './opening-query.ts';

/** First in the text of the last statement of a transaction. */
export const LAST_MARK = '/* last */';

type Answer = pg.QueryResult;
const NOTHING = { command: '', rowCount: 0, rows: [] } as unknown as Answer;

export type StatementOf = (text: string, values: unknown[]) => Statement;

export class BatchConnection {
  readonly #client: pg.PoolClient;
  readonly #statementOf: StatementOf;
  /** The `begin` that was asked for and not sent yet. */
  #begin: string | undefined;
  /** The first statement until its answer. What comes meanwhile waits: it is not sent before the transaction is known to be open. */
  #opening: Promise<Answer> | undefined;
  /** The commit that was sent and not asked for yet. */
  #committing: Promise<Answer> | undefined;
  #isSpoiled = false;

  constructor(client: pg.PoolClient, statementOf: StatementOf) {
    this.#client = client;
    this.#statementOf = statementOf;
  }

  query(text: string, values: unknown[]): Promise<Answer> {
    if (text === 'begin') {
      this.#begin = text;
      this.#committing = undefined;
      return Promise.resolve(NOTHING);
    }
    const begin = this.#begin;
    this.#begin = undefined;
    // Nothing was done.
    if (begin !== undefined && (text === 'commit' || text === 'rollback')) return Promise.resolve(NOTHING);
    if (text === 'commit' && this.#committing) return this.#committing;
    const answer = begin === undefined ? this.#next(text, values) : this.#first(begin, text, values);
    if (text.startsWith(LAST_MARK)) {
      // When the last statement has failed, the database takes this for a rollback.
      this.#committing = this.#send('commit', []);
      // Whoever asks for it learns of its failure; after a last statement that failed nobody does.
      this.#committing.catch(() => undefined);
    }
    return answer;
  }

  release(): void {
    this.#client.release(this.#isSpoiled);
  }

  #first(begin: string, text: string, values: unknown[]): Promise<Answer> {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const query = new OpeningQuery(begin, this.#statementOf(text, values), (error, result) => {
      this.#opening = undefined;
      if (error && query.isNew) this.#isSpoiled = true;
      if (error) reject(error);
      else resolve(result);
    });
    this.#client.query(query);
    this.#opening = promise;
    return promise;
  }

  #next(text: string, values: unknown[]): Promise<Answer> {
    return this.#opening ? this.#opening.then(() => this.#send(text, values)) : this.#send(text, values);
  }

  #send(text: string, values: unknown[]): Promise<Answer> {
    return sendQuery(this.#client, this.#statementOf(text, values));
  }
}

/** Not by the driver's own promise: under load, what it holds outlives two collections of what is young, and those take ten times as long. */
export function sendQuery(client: pg.PoolClient, statement: Statement): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  client.query(statement, (error, result) => (error ? reject(error) : resolve(result)));
  return promise;
}
