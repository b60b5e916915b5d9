/** What this feature hands to the server. */
import { rechargeCalls } from '../contract.ts';
import { type RechargeCallDeps, rechargeHandlers } from './calls.ts';
import type { Feature } from '#foundation/server/feature.ts';

export const rechargeFeature = {
  name: 'recharges',
  contracts: [{ contract: rechargeCalls }],
  handlers: (deps: RechargeCallDeps) => [rechargeHandlers(deps)],
} as const satisfies Feature;
