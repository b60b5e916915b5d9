/** What the console asks here: the contract by its types alone. */
import { callsOf } from '#foundation/console/wire/typed-calls.ts';
import type { demoCalls as contract } from '../contract.ts';

export const demoCalls = callsOf<typeof contract>();
