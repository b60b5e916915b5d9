/** The calls of the statement for the console; imports only the contract's types. */
import { callsOf } from '#foundation/console/wire/typed-calls.ts';
import type { statementCalls as contract } from '../contract.ts';

export const statementCalls = callsOf<typeof contract>();
