/** The card calls for the console; imports only the contract's types. */
import { callsOf } from '#foundation/console/wire/typed-calls.ts';
import type { cardCalls as contract } from '../contract.ts';

export const cardCalls = callsOf<typeof contract>();
