/** State transitions as data: the server's guard and the screen's button read the same table. */

/** Status → the statuses it can change to. A status without an entry is final. */
export type Transitions<Status extends string> = Readonly<Partial<Record<Status, readonly Status[]>>>;

export interface StateMachine<Status extends string> {
  readonly table: Transitions<Status>;
  allows(from: Status, to: Status): boolean;
  isFinal(status: Status): boolean;
  /** The statuses that can change to this one. */
  before(to: Status): Status[];
}

export function stateMachine<Status extends string>(table: Transitions<Status>): StateMachine<Status> {
  return {
    table,
    allows: (from, to) => table[from]?.includes(to) ?? false,
    before: (to) => (Object.keys(table) as Status[]).filter((from) => table[from]?.includes(to)),
    isFinal: (status) => (table[status]?.length ?? 0) === 0,
  };
}
