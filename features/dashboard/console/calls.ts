/** The dashboard calls for the console; imports only the contract's types. */
import { callsOf } from '#foundation/console/wire/typed-calls.ts';
import type { dashboardCalls as contract } from '../contract.ts';

export const dashboardCalls = callsOf<typeof contract>();
