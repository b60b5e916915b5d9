/** The overview's calls for the console; imports only the contract's types. */
import { callsOf } from '#foundation/console/wire/typed-calls.ts';
import type { operatorOverviewCalls as contract } from '../../overview-contract.ts';

export const overviewCalls = callsOf<typeof contract>();
