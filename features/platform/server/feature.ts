/** What this feature hands to the server. */
import { platformCalls } from '../contract.ts';
import { type PlatformCallDeps, platformHandlers } from './calls.ts';
import type { Feature } from '#foundation/server/feature.ts';

export const platformFeature = {
  name: 'platform',
  contracts: [{ contract: platformCalls }],
  handlers: (deps: PlatformCallDeps) => [platformHandlers(deps)],
  writes: [
    'settings',
    'calendar_days',
    'platform_logos',
    'announcements',
    'announcement_reads',
    'announcement_read_counts',
  ],
  reads: ['members', 'users'],
} as const satisfies Feature;
