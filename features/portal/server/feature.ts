/** What this feature contributes to the server. */
import type { Feature } from '#foundation/server/feature.ts';

export const portalFeature = {
  name: 'portal',
} as const satisfies Feature;
