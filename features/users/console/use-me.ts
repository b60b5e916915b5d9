/** Who is logged in, inside React: the answer that the guard already holds, read anew when something refreshes it. */
import { useCall } from '#foundation/console/use-call.ts';
import { userCalls } from './calls.ts';

const NO_INPUT = {};

export function useMe() {
  return useCall(userCalls, '/user/info', NO_INPUT, { staleMs: 60_000 });
}
