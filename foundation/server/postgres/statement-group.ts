/**
 * Statements that travel together: one `Sync` behind the last, so that the database answers all of them at once, wakes
 * us once, and runs none behind one that failed. The driver takes the group for a query of its own.
 *
 * Reaches into the driver, whose queries are a statement each; `statement-group.db.test.ts` holds it.
 */
import type pg from 'pg';
import { type Answered, type Statement, StatementQuery } from './statement-query.ts';

/** What of the driver's connection is used here, beyond its types. */
type Connection = pg.Connection & {
  /** Name → text of what was sent to be kept and has not been answered. */
  submittedNamedStatements: Record<string, string>;
};

export interface GroupMember {
  statement: Statement;
  answered: Answered;
}

export class StatementGroup extends StatementQuery {
  readonly #members: readonly MemberQuery[];
  /** The member that the database is at. */
  #at = 0;

  /**
   * At least one; those behind one that failed are answered with an error of their own. For within a transaction: what
   * the database refuses at the `Sync` of a group that has none would be told to nobody.
   */
  constructor(members: readonly GroupMember[]) {
    super({ text: '', values: [] }, () => undefined);
    // Else the driver takes it for what has nothing to bind, and sends its text.
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
      // What is written of the group can't be called back: the driver tells everyone who waits.
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
    // What was to be kept and was not even read is unknown to the database.
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

  /** The driver notes by these which statement the database has read. */
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

  /** Sent or not. */
  giveUp(error: Error, connection: pg.Connection): void {
    super.handleError(error, connection);
  }

  override _getRows(connection: pg.Connection): void {
    connection.execute({}, true);
  }

  override handleError(error: Error, connection: pg.Connection): void {
    // The driver's word on a value that it can't write out.
    if (!this.#isSent) throw error;
    super.handleError(error, connection);
  }
}
