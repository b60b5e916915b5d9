/** The contract's calls for the console. Only types are imported. */
import { callsOf } from '#foundation/console/wire/typed-calls.ts';
import type { sessionCalls as contract } from '../contract.ts';

export const sessionCalls = callsOf<typeof contract>();
