/** The members' calls for the console; imports only the contract's types. */
import { callsOf } from '#foundation/console/wire/typed-calls.ts';
import type { operatorMemberCalls as contract } from '../../member-contract.ts';

export const memberCalls = callsOf<typeof contract>();
