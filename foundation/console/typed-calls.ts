/** Contracts by their types alone: what a screen asks by. Must load nothing: what runs first asks by them too. */
import type { CallTable, InputOf } from '#foundation/core/calls.ts';

/** A contract by its types alone: which calls there are, what they take and give. */
export interface TypedCalls<Table extends CallTable> {
  /** Not needed, and left out by `callsOf`. */
  readonly calls?: Table;
}

/** `callsOf<typeof orderCalls>()`: to ask by, without the schemas, which only forms need. */
export function callsOf<Contract extends { readonly calls: CallTable }>(): TypedCalls<Contract['calls']> {
  return {};
}

/** The second step that a call declares. A form names its policy by this type, so a wrong name does not compile. */
export type StepOf<Calls extends TypedCalls<CallTable>, Path extends keyof NonNullable<Calls['calls']>> = NonNullable<
  Calls['calls']
>[Path] extends { readonly secondStep: infer Step }
  ? Step
  : never;

/** Of calls by POST: those by GET are `/config`, and files. */
export type PathOf<Table extends CallTable> = {
  [Path in keyof Table]: Table[Path] extends { method: 'GET' } ? never : Path;
}[keyof Table] &
  `/${string}`;

/** One call and what it is asked. */
export interface Question {
  readonly path: `/${string}`;
  readonly input: unknown;
}

/** `question(orderCalls, '/order/list', { page: 1 })`. */
export function question<Table extends CallTable, Path extends PathOf<Table>>(
  _calls: TypedCalls<Table>,
  path: Path,
  input: InputOf<Table[Path]>,
): Question {
  return { path, input };
}
