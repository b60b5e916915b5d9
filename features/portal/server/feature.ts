/** What this feature contributes to the server. */
import type { Feature } from '#foundation/server/feature.ts';
import { callbackCalls } from '../callbacks-contract.ts';
import { type CallbackCallDeps, callbackHandlers } from './callbacks/calls.ts';

export const portalFeature = {
  name: 'portal',
  contracts: [{ part: 'callbacks', contract: callbackCalls }],
  handlers: (deps: CallbackCallDeps) => [callbackHandlers(deps)],
} as const satisfies Feature;
