/** The calls about the log of all users for the console; imports only the contract's types. */
import { callsOf } from '#foundation/console/wire/typed-calls.ts';
import type { operatorAuditCalls as contract } from '#features/audit/operator-contract.ts';

export const operatorAuditCalls = callsOf<typeof contract>();
