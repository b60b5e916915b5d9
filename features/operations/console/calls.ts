/** The operators' calls as their screens use them: only the contracts' types. */
import { callsOf } from '#foundation/console/wire/typed-calls.ts';
import type { operatorChannelCalls as channels } from '../channel-contract.ts';
import type { operatorDisbursementCalls as disbursements } from '../disbursement-contract.ts';
import type { operatorOrderCalls as orders } from '../order-contract.ts';
import type { rateBulkCalls as rateBulk } from '../rate-bulk-contract.ts';
import type { operatorRateCalls as rates } from '../rate-contract.ts';
import type { operatorRoutingCalls as routing } from '../routing-contract.ts';
import type { operatorUpstreamCalls as upstreams } from '../upstream-contract.ts';

export const operatorChannelCalls = callsOf<typeof channels>();
export const operatorDisbursementCalls = callsOf<typeof disbursements>();
export const operatorOrderCalls = callsOf<typeof orders>();
export const operatorUpstreamCalls = callsOf<typeof upstreams>();
export const operatorRoutingCalls = callsOf<typeof routing>();
export const operatorRateCalls = callsOf<typeof rates>();
export const rateBulkCalls = callsOf<typeof rateBulk>();
