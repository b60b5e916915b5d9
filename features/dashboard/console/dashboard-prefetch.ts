/** The dashboard's first requests: its figures, what needs attention, and the chart with its default period. */
import { callRequest, type CallRequest } from '#foundation/console/wire/typed-calls.ts';
import { dashboardCalls } from './calls.ts';

export function dashboardPrefetch(): CallRequest[] {
  return [
    callRequest(dashboardCalls, '/dashboard/summary', undefined),
    callRequest(dashboardCalls, '/dashboard/overview', { period: 'last7' }),
    callRequest(dashboardCalls, '/dashboard/attention', undefined),
  ];
}
