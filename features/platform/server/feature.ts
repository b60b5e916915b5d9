/** What this feature hands to the server. */
import { platformCalls } from '../contract.ts';
import { type PlatformCallDeps, platformHandlers } from './calls.ts';
import type { Feature } from '#foundation/server/feature.ts';

export const platformFeature = {
  name: 'platform',
  contracts: [{ contract: platformCalls }],
  handlers: (deps: PlatformCallDeps) => [platformHandlers(deps)],
  writes: ['settings', 'calendar_days', 'announcements', 'announcement_reads'],
  reads: ['members'],
} as const satisfies Feature;
