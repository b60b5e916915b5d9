/** What this feature hands to the server. */
import { orderCalls } from '../contract.ts';
import { type OrderCallDeps, orderHandlers } from './calls.ts';
import { orderExport, type OrderExportDeps } from './export.ts';
import type { OrderVerbs } from './verbs.ts';
import type { Feature } from '#foundation/server/feature.ts';

export const orderFeature = {
  name: 'orders',
  contracts: [{ contract: orderCalls }],
  handlers: (deps: OrderCallDeps) => [orderHandlers(deps)],
  jobs: ({ orders }: { orders: Pick<OrderVerbs, 'jobs'> }) => orders.jobs,
  exports: (deps: OrderExportDeps) => ({ order: orderExport(deps) }),
  writes: ['orders', 'order_numbers', 'order_rollups'],
  reads: ['callbacks', 'journals', 'upstream_exchanges'],
} as const satisfies Feature;
