/** What this feature hands to the server. */
import { dashboardCalls } from '../contract.ts';
import { type DashboardDeps, dashboardHandlers } from './calls.ts';
import type { Feature } from '#foundation/server/feature.ts';

export const dashboardFeature = {
  name: 'dashboard',
  contracts: [{ contract: dashboardCalls }],
  handlers: (deps: DashboardDeps) => [dashboardHandlers(deps)],
} as const satisfies Feature;
