/** The calls of this feature's console: the contract by its types alone. */
import { callsOf } from '#foundation/console/wire/typed-calls.ts';
import type { viewCalls as viewContract } from '../contract.ts';

export const viewCalls = callsOf<typeof viewContract>();
