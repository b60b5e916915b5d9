/** The members' calls for the console; imports only the contracts' types. */
import { callsOf } from '#foundation/console/wire/typed-calls.ts';
import type { adjustmentCalls as adjustments } from '../../adjustment-contract.ts';
import type { operatorMemberCalls as contract } from '../../member-contract.ts';

export const memberCalls = callsOf<typeof contract>();
export const adjustmentCalls = callsOf<typeof adjustments>();
