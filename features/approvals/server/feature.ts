/** What this feature hands to the server. */
import type { Feature } from '#foundation/server/feature.ts';

export const approvalFeature = {
  name: 'approvals',
  reads: ['users'],
} as const satisfies Feature;
