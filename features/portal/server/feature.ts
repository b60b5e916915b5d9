/** What this feature hands to the server. */
import type { Feature } from '#foundation/server/feature.ts';
import { callbackCalls } from '../callbacks-contract.ts';
import { apiSettingsCalls } from '../settings-contract.ts';
import { tryCalls } from '../try-contract.ts';
import { type CallbackCallDeps, callbackHandlers } from './callbacks/calls.ts';
import { type ApiSettingsDeps, apiSettingsHandlers } from './settings/calls.ts';
import { type TryDeps, tryHandlers } from './try/calls.ts';

export const portalFeature = {
  name: 'portal',
  contracts: [
    { part: 'settings', contract: apiSettingsCalls },
    { part: 'callbacks', contract: callbackCalls },
    { part: 'try', contract: tryCalls },
  ],
  handlers: (deps: ApiSettingsDeps & CallbackCallDeps & TryDeps) => [
    apiSettingsHandlers(deps),
    callbackHandlers(deps),
    tryHandlers(deps),
  ],
} as const satisfies Feature;
