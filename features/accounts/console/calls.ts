/** The contract's calls for the console. Only types are imported. */
import { callsOf } from '#foundation/console/wire/typed-calls.ts';
import type { userCalls as contract } from '../contract.ts';

export const userCalls = callsOf<typeof contract>();
