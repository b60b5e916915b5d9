/**
 * State moves as data: one table that the server's guard and the screen's button both read.
 */

/** Status → where it may go next; a status absent on the left is final. */
export type Moves<Status extends string> = Readonly<Partial<Record<Status, readonly Status[]>>>;

export interface StateMoves<Status extends string> {
  readonly table: Moves<Status>;
  may(from: Status, to: Status): boolean;
  isFinal(status: Status): boolean;
  /** Where one may come from. */
  before(to: Status): Status[];
}

export function moves<Status extends string>(table: Moves<Status>): StateMoves<Status> {
  return {
    table,
    may: (from, to) => table[from]?.includes(to) ?? false,
    before: (to) => (Object.keys(table) as Status[]).filter((from) => table[from]?.includes(to)),
    isFinal: (status) => (table[status]?.length ?? 0) === 0,
  };
}
