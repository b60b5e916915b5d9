/** What this feature contributes to the server. */
import { orderCalls } from '../contract.ts';
import { operatorOrderCalls } from '#features/operations/order-contract.ts';
import { type OrderCallDeps, orderHandlers } from './calls.ts';
import { orderExport, type OrderExportDeps } from './export.ts';
import { type OperatorOrderDeps, operatorOrderHandlers } from '#features/operations/server/orders/calls.ts';
import type { OrderVerbs } from './verbs.ts';
import type { Feature } from '#foundation/server/feature.ts';

export const orderFeature = {
  name: 'orders',
  contracts: [{ contract: orderCalls }, { part: 'operator', contract: operatorOrderCalls }],
  handlers: (deps: OrderCallDeps & OperatorOrderDeps) => [orderHandlers(deps), operatorOrderHandlers(deps)],
  jobs: ({ orders }: { orders: Pick<OrderVerbs, 'jobs'> }) => orders.jobs,
  exports: (deps: OrderExportDeps) => ({ order: orderExport(deps) }),
  writes: ['orders', 'order_numbers', 'order_rollups', 'order_reversals'],
  reads: ['callbacks', 'journals', 'members', 'upstream_exchanges'],
} as const satisfies Feature;
