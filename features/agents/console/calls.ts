/** The agents' calls for the console; imports only the contracts' types. */
import { callsOf } from '#foundation/console/wire/typed-calls.ts';
import type { agentOrderCalls as orderContract } from '../order-contract.ts';
import type { rateCalls as rateContract } from '../rate-contract.ts';
import type { treeCalls as treeContract } from '../tree-contract.ts';

export const treeCalls = callsOf<typeof treeContract>();
export const rateCalls = callsOf<typeof rateContract>();
export const agentOrderCalls = callsOf<typeof orderContract>();
