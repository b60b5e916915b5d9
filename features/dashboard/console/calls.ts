/** What the console asks here: the contract by its types alone. */
import { callsOf } from '#foundation/console/typed-calls.ts';
import type { dashboardCalls as contract } from '../contract.ts';

export const dashboardCalls = callsOf<typeof contract>();
