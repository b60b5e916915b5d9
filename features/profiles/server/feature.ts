/** What this feature hands to the server. */
import { profileCalls } from '../contract.ts';
import { type ProfileCallDeps, profileHandlers } from './calls.ts';
import type { Feature } from '#foundation/server/feature.ts';

export const profileFeature = {
  name: 'profiles',
  contracts: [{ contract: profileCalls }],
  handlers: (deps: ProfileCallDeps) => [profileHandlers(deps)],
} as const satisfies Feature;
