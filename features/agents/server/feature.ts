/** What this feature contributes to the server. */
import type { Feature } from '#foundation/server/feature.ts';
import { rateCalls } from '../rate-contract.ts';
import { type RateDeps, rateHandlers } from './rates/calls.ts';

export type AgentDeps = RateDeps;

export const agentFeature = {
  name: 'agents',
  contracts: [{ part: 'rate', contract: rateCalls }],
  handlers: (deps: AgentDeps) => [rateHandlers(deps)],
} as const satisfies Feature;
