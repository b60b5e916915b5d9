/** What this feature hands to the server. */
import { exportCalls } from '../contract.ts';
import { type ExportCallDeps, exportHandlers } from './calls.ts';
import type { Feature } from '#foundation/server/feature.ts';

export const exportFeature = {
  name: 'exports',
  contracts: [{ contract: exportCalls }],
  handlers: (deps: ExportCallDeps) => [exportHandlers(deps)],
} as const satisfies Feature;
