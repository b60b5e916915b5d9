/** The calls about proposals for the console; imports only the contract's types. */
import { callsOf } from '#foundation/console/wire/typed-calls.ts';
import type { operatorApprovalCalls as contract } from '../../approval-contract.ts';

export const operatorApprovalCalls = callsOf<typeof contract>();
