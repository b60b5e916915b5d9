/**
 * A transaction of a batch. The statements of one turn are sent as one group, with `begin` before the first and
 * `commit` after the last, so that a batch costs one round trip each time it needs an answer. The guarantees stay the
 * same: without a `begin` no statement runs, without the last statement no commit.
 */
import type pg from 'pg';
import type { Answer, Compiled, Tx } from './sql.ts';
import { type GroupMember, StatementGroup } from './statement-group.ts';
import { awaitedAnswer, type DriverAnswer, type Statement, type StatementOf } from './statement-query.ts';

export class BatchTransaction implements Tx {
  readonly isTransaction = true;
  readonly #client: pg.PoolClient;
  readonly #statementOf: StatementOf;
  /** The database's transaction: `opening` from the request for its `begin` until the answer. */
  #stage: 'unopened' | 'opening' | 'open' | 'ended' = 'unopened';
  /** Accepts no more statements. */
  #isOver = false;
  /** Requested in this turn, and not sent. */
  #group: GroupMember[] = [];
  /** Requested while `begin` is on its way: if it failed, they would run outside of the transaction. */
  #waiting: GroupMember[] = [];
  /** The state of the connection is uncertain, so it can't be reused. */
  isSpoiled = false;

  constructor(client: pg.PoolClient, statementOf: StatementOf) {
    this.#client = client;
    this.#statementOf = statementOf;
  }

  async query<Row>({ text, values }: Compiled): Promise<Answer<Row>> {
    const { rows, rowCount } = await this.#query(this.#statementOf(text, values));
    return { rows: rows as Row[], rowCount: rowCount ?? 0 };
  }

  /** Sends the last statement, if any, followed by the commit. When it rejects, the caller must call `rollback`. */
  async commit(last?: Compiled): Promise<void> {
    const written = last && this.#query(this.#statementOf(last.text, last.values));
    const committed = this.#stage === 'unopened' ? undefined : this.#query({ text: 'commit', values: [] });
    this.#isOver = true;
    const settled = await Promise.allSettled([written, committed]);
    for (const each of settled) if (each.status === 'rejected') throw each.reason;
    this.#stage = 'ended';
    if (committed && (await committed).command !== 'COMMIT')
      throw new Error('a batch cannot commit after one of its statements failed');
  }

  async rollback(): Promise<void> {
    this.#isOver = true;
    refuse([...this.#group.splice(0), ...this.#waiting.splice(0)], overError());
    if (this.#stage !== 'opening' && this.#stage !== 'open') return;
    const { member, answer } = groupMember({ text: 'rollback', values: [] });
    this.#add(member);
    await answer.catch(() => {
      this.isSpoiled = true;
    });
    this.#stage = 'ended';
  }

  #query(statement: Statement): Promise<DriverAnswer> {
    if (this.#isOver) return Promise.reject(overError());
    const { member, answer } = groupMember(statement);
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

  /** Adds to the group, which is sent once the already settled promises have been followed. */
  #add(...members: GroupMember[]): void {
    this.#group.push(...members);
    if (this.#group.length > members.length) return;
    process.nextTick(() => {
      const group = this.#group.splice(0);
      if (group.length > 0) this.#client.query(new StatementGroup(group));
    });
  }
}

function groupMember(statement: Statement): { member: GroupMember; answer: Promise<DriverAnswer> } {
  const { answer, answered } = awaitedAnswer();
  return { answer, member: { statement, answered } };
}

function refuse(members: readonly GroupMember[], error: Error): void {
  for (const { answered } of members) answered(error, undefined as never);
}

function overError(): Error {
  return new Error('the batch is over');
}
