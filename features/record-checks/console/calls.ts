/** The calls of this feature's console: the contract by its types alone. */
import { callsOf } from '#foundation/console/wire/typed-calls.ts';
import type { recordCheckCalls as contract } from '../contract.ts';

export const recordCheckCalls = callsOf<typeof contract>();
