/** What this feature hands to the server. */
import type { Feature } from '#foundation/server/feature.ts';

export const callbackFeature = {
  name: 'callbacks',
  writes: ['callbacks', 'callback_attempts'],
} as const satisfies Feature;
