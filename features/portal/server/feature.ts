/** What this feature contributes to the server. */
import type { Feature } from '#foundation/server/feature.ts';
import { tryCalls } from '../try-contract.ts';
import { type TryDeps, tryHandlers } from './try/calls.ts';

export const portalFeature = {
  name: 'portal',
  contracts: [{ part: 'try', contract: tryCalls }],
  handlers: (deps: TryDeps) => [tryHandlers(deps)],
} as const satisfies Feature;
