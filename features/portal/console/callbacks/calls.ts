/** The calls about callbacks for the console; imports only the contract's types. */
import { callsOf } from '#foundation/console/wire/typed-calls.ts';
import type { callbackCalls as contract } from '../../callbacks-contract.ts';

export const callbackCalls = callsOf<typeof contract>();
