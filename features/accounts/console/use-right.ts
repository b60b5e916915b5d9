/** What the operator who is logged in can do. What it can't do is not shown; the server checks each call itself. */
import { useCell } from '#foundation/console/wire/signal.ts';
import type { Right } from '#features/rights.ts';
import { session } from './session.ts';

export function useRight(right: Right): boolean {
  return useCell(session)?.rights.includes(right) ?? false;
}
