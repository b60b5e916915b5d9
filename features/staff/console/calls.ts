/** The contracts' calls for the console. Only types are imported. */
import { callsOf } from '#foundation/console/wire/typed-calls.ts';
import type { operatorUserCalls as userContract } from '#features/accounts/operator-contract.ts';
import type { staffCalls as contract } from '../contract.ts';
import type { joinCalls as joinContract } from '../join-contract.ts';

export const staffCalls = callsOf<typeof contract>();
export const joinCalls = callsOf<typeof joinContract>();
/** Disabling and enabling a login is the same for every user. */
export const operatorUserCalls = callsOf<typeof userContract>();

/** Others change staff too: the lists are read again so often. */
export const STAFF_FRESH_MS = 20_000;
