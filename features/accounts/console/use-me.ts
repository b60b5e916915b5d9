/** Who is logged in, as a hook: the answer that the route guard already has, refetched when it is refreshed. */
import { useCell } from '#foundation/console/wire/signal.ts';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { userCalls } from './calls.ts';
import { session } from './session.ts';

export function useMe() {
  const token = useCell(session)?.token;
  return useCall(userCalls, '/user/info', { token }, { staleMs: 60_000 });
}
