/** What this feature hands to the server: its own log's calls. The merchants’ protocol has its own endpoint. */
import type { Clock } from '#foundation/core/clock.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import type { Feature } from '#foundation/server/feature.ts';
import { logCalls } from '../log-contract.ts';
import { operatorLogCalls } from '../operator-log-contract.ts';
import { gatewayJobs } from './jobs.ts';
import { logHandlers } from './log/calls.ts';
import { requestExport } from './log/export.ts';
import { type OperatorLogDeps, operatorLogHandlers } from './log/operator-calls.ts';
import { sealedBodies } from './log/resealing.ts';

export const gatewayFeature = {
  name: 'gateway',
  contracts: [
    { part: 'log', contract: logCalls },
    { part: 'operator-log', contract: operatorLogCalls },
  ],
  handlers: (deps: OperatorLogDeps) => [logHandlers(deps), operatorLogHandlers(deps)],
  jobs: ({ db, clock }: { db: Database; clock: Clock }) => gatewayJobs({ db, clock }),
  exports: (deps: { db: Database }) => ({ gatewayRequest: requestExport(deps) }),
  sealed: [sealedBodies],
  writes: [
    'gateway_nonces',
    'gateway_requests',
    'gateway_requests_unkept',
    'gateway_refusals',
    'gateway_refusals_unkept',
  ],
  reads: ['members'],
} as const satisfies Feature;
