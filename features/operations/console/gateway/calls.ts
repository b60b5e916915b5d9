/** The calls about the gateway's log for the console; imports only the contract's types. */
import { callsOf } from '#foundation/console/wire/typed-calls.ts';
import type { operatorLogCalls as contract } from '#features/gateway/operator-log-contract.ts';

export const operatorLogCalls = callsOf<typeof contract>();
