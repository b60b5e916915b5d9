/** What this feature hands to the server. The protocol itself has its own endpoint. */
import type { Clock } from '#foundation/core/clock.ts';
import type { Feature } from '#foundation/server/feature.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { epayCalls } from '../contract.ts';
import { type EpayCallDeps, epayHandlers } from './calls.ts';
import { epayJobs } from './jobs.ts';
import { sealedEpayKeys } from './resealing.ts';

export const epayFeature = {
  name: 'epay',
  contracts: [{ contract: epayCalls }],
  handlers: (deps: EpayCallDeps) => [epayHandlers(deps)],
  jobs: (deps: { db: Database; clock: Clock }) => epayJobs(deps),
  sealed: sealedEpayKeys,
  writes: ['epay_settings', 'epay_orders'],
  reads: ['bank_cards', 'disbursements', 'gateway_requests', 'order_rollups', 'orders'],
} as const satisfies Feature;
