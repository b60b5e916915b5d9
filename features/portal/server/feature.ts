/** What this feature contributes to the server. */
import type { Feature } from '#foundation/server/feature.ts';
import { apiSettingsCalls } from '../settings-contract.ts';
import { type ApiSettingsDeps, apiSettingsHandlers } from './settings/calls.ts';

export const portalFeature = {
  name: 'portal',
  contracts: [{ part: 'settings', contract: apiSettingsCalls }],
  handlers: (deps: ApiSettingsDeps) => [apiSettingsHandlers(deps)],
} as const satisfies Feature;
