/** What the console asks here: the contract by its types alone. */
import { callsOf } from '#foundation/console/typed-calls.ts';
import type { platformCalls as contract } from '../contract.ts';

export const platformCalls = callsOf<typeof contract>();
