/** The gateway log's calls for the console; imports only the contract's types. */
import { callsOf } from '#foundation/console/wire/typed-calls.ts';
import type { logCalls as contract } from '../log-contract.ts';

export const logCalls = callsOf<typeof contract>();
