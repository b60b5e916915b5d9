/** The calls about callbacks for the console; imports only the contract's types. */
import { callsOf } from '#foundation/console/wire/typed-calls.ts';
import type { operatorCallbackCalls as contract } from '../../callback-contract.ts';

export const operatorCallbackCalls = callsOf<typeof contract>();
