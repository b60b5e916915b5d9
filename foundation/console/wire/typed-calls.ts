/** The types of contracts, which screens make calls with. Must import no code, as a page's first code uses it. */
import type { CallTable, InputOf } from '#foundation/core/calls.ts';

/** A contract's types without its schemas: the calls, their inputs and outputs. */
export interface TypedCalls<Table extends CallTable> {
  /** Carries the type; `callsOf` leaves it out. */
  readonly calls?: Table;
}

/** `callsOf<typeof orderCalls>()`: to make calls without loading the schemas, which only forms need. */
export function callsOf<Contract extends { readonly calls: CallTable }>(): TypedCalls<Contract['calls']> {
  return {};
}

/** The second step that a call declares. A form names its policy by this type, so a wrong name does not compile. */
export type StepOf<Calls extends TypedCalls<CallTable>, Path extends keyof NonNullable<Calls['calls']>> = NonNullable<
  Calls['calls']
>[Path] extends { readonly secondStep: infer Step }
  ? Step
  : never;

/** The paths of a contract's POST calls. GET is used only for `/config` and files. */
export type PathOf<Table extends CallTable> = {
  [Path in keyof Table]: Table[Path] extends { method: 'GET' } ? never : Path;
}[keyof Table] &
  `/${string}`;

/** A call and its input. */
export interface CallRequest {
  readonly path: `/${string}`;
  readonly input: unknown;
}

/** `callRequest(orderCalls, '/order/list', { page: 1 })`. */
export function callRequest<Table extends CallTable, Path extends PathOf<Table>>(
  _calls: TypedCalls<Table>,
  path: Path,
  input: InputOf<Table[Path]>,
): CallRequest {
  return { path, input };
}
