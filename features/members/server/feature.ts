/** What this feature hands to the server. */
import type { Feature } from '#foundation/server/feature.ts';

export const memberFeature = {
  name: 'members',
  writes: ['members'],
} as const satisfies Feature;
