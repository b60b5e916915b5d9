/** What this feature hands to the server. */
import { dashboardCalls } from '../contract.ts';
import { operatorDashboardCalls } from '../operator-contract.ts';
import { type DashboardDeps, dashboardHandlers, operatorDashboardHandlers } from './calls.ts';
import type { Feature } from '#foundation/server/feature.ts';

export const dashboardFeature = {
  name: 'dashboard',
  contracts: [{ contract: dashboardCalls }, { contract: operatorDashboardCalls }],
  handlers: (deps: DashboardDeps) => [dashboardHandlers(deps), operatorDashboardHandlers(deps)],
} as const satisfies Feature;
