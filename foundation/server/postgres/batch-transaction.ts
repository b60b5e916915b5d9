/**
 * A transaction of a batch: what is asked for in one turn is sent as one group, `begin` ahead of the first and `commit`
 * behind the last, so that a batch costs a round trip for each time it has to know something. The database does what it
 * would do otherwise: without a `begin` no statement runs, without the last statement no commit.
 */
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type pg from 'pg';
import { type GroupMember, StatementGroup } from './statement-group.ts';
import { type Answer, awaitedAnswer, type Statement } from './statement-query.ts';

export type StatementOf = (text: string, values: readonly unknown[]) => Statement;

export class BatchTransaction implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  readonly #statementOf: StatementOf;
  /** Of the database's transaction: `opening` from when its `begin` is asked for until it is answered. */
  #stage: 'unopened' | 'opening' | 'open' | 'ended' = 'unopened';
  /** Takes no more statements. */
  #isOver = false;
  /** Asked for in this turn, and not sent. */
  #group: GroupMember[] = [];
  /** Asked for while the `begin` is on its way: had it failed, they would run outside of the transaction. */
  #waiting: GroupMember[] = [];
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

  /** Sends the last statement, if there is one, with the commit behind it. When it rejects, `rollback` is due. */
  async commit(last?: CompiledQuery): Promise<void> {
    const written = last && this.#query(this.#statementOf(last.sql, last.parameters));
    const committed = this.#stage === 'unopened' ? undefined : this.#query({ text: 'commit', values: [] });
    this.#isOver = true;
    const settled = await Promise.allSettled([written, committed]);
    for (const each of settled) if (each.status === 'rejected') throw each.reason;
    this.#stage = 'ended';
    if (committed && (await committed).command !== 'COMMIT')
      throw new Error('a batch was to be committed after a statement of it had failed');
  }

  async rollback(): Promise<void> {
    this.#isOver = true;
    refuse([...this.#group.splice(0), ...this.#waiting.splice(0)], overError());
    if (this.#stage !== 'opening' && this.#stage !== 'open') return;
    const { member, answer } = asked({ text: 'rollback', values: [] });
    this.#add(member);
    await answer.catch(() => {
      this.isSpoiled = true;
    });
    this.#stage = 'ended';
  }

  #query(statement: Statement): Promise<Answer> {
    if (this.#isOver) return Promise.reject(overError());
    const { member, answer } = asked(statement);
    if (this.#stage === 'unopened') {
      this.#stage = 'opening';
      this.#add({ statement: { text: 'begin', values: [] }, answered: (error) => this.#hasOpened(error) }, member);
    } else if (this.#stage === 'opening' && this.#group.length === 0) this.#waiting.push(member);
    else this.#add(member);
    return answer;
  }

  #hasOpened(error: Error | undefined): void {
    this.#stage = error ? 'ended' : 'open';
    const waiting = this.#waiting.splice(0);
    if (error) {
      this.#isOver = true;
      refuse(waiting, error);
    } else if (waiting.length > 0) this.#add(...waiting);
  }

  /** To what is sent once the promises that are settled now have all been followed. */
  #add(...members: GroupMember[]): void {
    this.#group.push(...members);
    if (this.#group.length > members.length) return;
    process.nextTick(() => {
      const group = this.#group.splice(0);
      if (group.length > 0) this.#client.query(new StatementGroup(group));
    });
  }
}

function asked(statement: Statement): { member: GroupMember; answer: Promise<Answer> } {
  const { answer, answered } = awaitedAnswer();
  return { answer, member: { statement, answered } };
}

function refuse(members: readonly GroupMember[], error: Error): void {
  for (const { answered } of members) answered(error, undefined as never);
}

function overError(): Error {
  return new Error('the batch is over');
}
