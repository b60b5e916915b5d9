/** Who is logged in, inside React: the answer that the guard already holds, read anew when something refreshes it. */
import { useCell } from '#foundation/console/wire/signal.ts';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { userCalls } from './calls.ts';
import { session } from './session.ts';

export function useMe() {
  const token = useCell(session)?.token;
  return useCall(userCalls, '/user/info', { token }, { staleMs: 60_000 });
}
