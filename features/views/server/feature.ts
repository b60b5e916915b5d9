/** What this feature hands to the server. */
import type { Feature } from '#foundation/server/feature.ts';
import { viewCalls } from '../contract.ts';
import { type ViewCallDeps, viewHandlers } from './calls.ts';

export const viewFeature = {
  name: 'views',
  contracts: [{ contract: viewCalls }],
  handlers: (deps: ViewCallDeps) => [viewHandlers(deps)],
  writes: ['list_views'],
} as const satisfies Feature;
