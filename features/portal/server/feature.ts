/** What this feature contributes to the server. */
import type { Feature } from '#foundation/server/feature.ts';
import { callbackCalls } from '../callbacks-contract.ts';
import { apiSettingsCalls } from '../settings-contract.ts';
import { type CallbackCallDeps, callbackHandlers } from './callbacks/calls.ts';
import { type ApiSettingsDeps, apiSettingsHandlers } from './settings/calls.ts';

export const portalFeature = {
  name: 'portal',
  contracts: [
    { part: 'settings', contract: apiSettingsCalls },
    { part: 'callbacks', contract: callbackCalls },
  ],
  handlers: (deps: ApiSettingsDeps & CallbackCallDeps) => [apiSettingsHandlers(deps), callbackHandlers(deps)],
} as const satisfies Feature;
