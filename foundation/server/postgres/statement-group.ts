/**
 * Statements that travel together: one `Sync` after the last, so that the database answers all of them at once, wakes
 * us once, and runs none after one that failed. The driver treats the group as one query.
 *
 * Relies on the driver's internals, whose queries are single statements; `statement-group.db.test.ts` fails first when
 * they change. docs/posting-path.md says why.
 */
import type pg from 'pg';
import { type Answered, type Statement, StatementQuery } from './statement-query.ts';

/** The parts of the driver's connection that are used here and are missing in its types. */
type Connection = pg.Connection & {
  /** Name → text of prepared statements that were sent and not yet answered. */
  submittedNamedStatements: Record<string, string>;
};

export interface GroupMember {
  statement: Statement;
  answered: Answered;
}

export class StatementGroup extends StatementQuery {
  readonly #members: readonly MemberQuery[];
  /** The member that the database is executing. */
  #at = 0;

  /**
   * Needs at least one member. Members after a failed one get their own error. Use only within a transaction: without
   * one, an error that the database reports at the group's `Sync` would be lost.
   */
  constructor(members: readonly GroupMember[]) {
    super({ text: '', values: [] }, () => undefined);
    // Otherwise the driver assumes that there is nothing to bind and sends plain text.
    this.queryMode = 'extended';
    this.#members = members.map(({ statement, answered }) => new MemberQuery(statement, answered));
    this.#show();
  }

  override prepare(connection: Connection): void {
    try {
      for (const member of this.#members) {
        member._result._types = this._result._types;
        member.prepare(connection);
      }
    } catch (error) {
      // The written part of the group can't be recalled, so the driver fails every waiting query.
      connection.stream.destroy(error as Error);
      return;
    }
    connection.sync();
  }

  override handleRowDescription(message: { fields: pg.FieldDef[] }): void {
    this.#current.handleRowDescription(message);
  }

  override handleDataRow(message: unknown): void {
    this.#current.handleDataRow(message);
  }

  override handleCommandComplete(message: unknown, connection: pg.Connection): void {
    this.#current.handleCommandComplete(message, connection);
    this.#at += 1;
    this.#show();
  }

  override handleReadyForQuery(connection: pg.Connection): void {
    for (const member of this.#members) member.handleReadyForQuery(connection);
  }

  override handleError(error: Error, connection: Connection): void {
    const unanswered = this.#members.slice(this.#at);
    // The database does not know prepared statements that it did not read.
    for (const { name } of unanswered) if (name !== undefined) delete connection.submittedNamedStatements[name];
    for (const member of this.#members.slice(0, this.#at)) member.handleReadyForQuery(connection);
    for (const [index, member] of unanswered.entries())
      member.giveUp(index === 0 ? error : new Error('a statement before it failed', { cause: error }), connection);
  }

  get #current(): MemberQuery {
    const member = this.#members[this.#at];
    if (!member) throw new Error('the database answered more statements than were sent');
    return member;
  }

  /** Shows the driver which statement the database has read. */
  #show(): void {
    this.name = this.#members[this.#at]?.name;
    this.text = this.#members[this.#at]?.text ?? '';
  }
}

class MemberQuery extends StatementQuery {
  #isSent = false;

  override prepare(connection: pg.Connection): void {
    super.prepare(connection);
    this.#isSent = true;
  }

  /** Fails all members, sent or not. */
  giveUp(error: Error, connection: pg.Connection): void {
    super.handleError(error, connection);
  }

  override _getRows(connection: pg.Connection): void {
    connection.execute({}, true);
  }

  override handleError(error: Error, connection: pg.Connection): void {
    // The driver's error for a value that it can't serialize.
    if (!this.#isSent) throw error;
    super.handleError(error, connection);
  }
}
