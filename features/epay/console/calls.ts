/** The calls about the ePay door for the console; imports only the contract's types. */
import { callsOf } from '#foundation/console/wire/typed-calls.ts';
import type { epayCalls as contract } from '../contract.ts';

export const epayCalls = callsOf<typeof contract>();
