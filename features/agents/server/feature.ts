/** What this feature contributes to the server. */
import { calls } from '#foundation/core/calls.ts';
import type { Feature } from '#foundation/server/feature.ts';
import { handlers } from '#foundation/server/http/handlers.ts';
import { treeCalls } from '../tree-contract.ts';
import { agentTexts } from '../words.ts';
import { type MemberCallDeps, memberHandlers } from './members/calls.ts';

const { '/agent/adduser': adduser, '/agent/changebio': changebio } = treeCalls.calls;
const memberCalls = calls(agentTexts, { '/agent/adduser': adduser, '/agent/changebio': changebio });

export const agentFeature = {
  name: 'agents',
  contracts: [{ part: 'tree', contract: memberCalls }],
  handlers: (deps: MemberCallDeps) => [handlers(memberCalls, memberHandlers(deps))],
  writes: ['agent_add_requests'],
} as const satisfies Feature;
