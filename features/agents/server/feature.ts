/** What this feature hands to the server. */
import type { Feature } from '#foundation/server/feature.ts';
import { handlers } from '#foundation/server/http/handlers.ts';
import { agentOrderCalls } from '../order-contract.ts';
import { rateCalls } from '../rate-contract.ts';
import { treeCalls } from '../tree-contract.ts';
import { agentExports } from './exports.ts';
import { type MemberCallDeps, memberHandlers } from './members/calls.ts';
import { type AgentOrderDeps, agentOrderHandlers } from './orders/calls.ts';
import type { CopyDeps } from './projection/copying.ts';
import { followJob } from './projection/following.ts';
import { type RateDeps, rateHandlers } from './rates/calls.ts';
import { type TreeDeps, treeReadHandlers } from './tree/calls.ts';

export const agentFeature = {
  name: 'agents',
  contracts: [
    { part: 'order', contract: agentOrderCalls },
    { part: 'rate', contract: rateCalls },
    { part: 'tree', contract: treeCalls },
  ],
  handlers: (deps: AgentOrderDeps & MemberCallDeps & RateDeps & TreeDeps) => [
    agentOrderHandlers(deps),
    rateHandlers(deps),
    handlers(treeCalls, { ...treeReadHandlers(deps), ...memberHandlers(deps) }),
  ],
  exports: agentExports,
  jobs: (deps: CopyDeps) => [followJob(deps)],
  writes: ['agent_add_requests', 'agent_orders', 'agent_rollups', 'agent_feed', 'agent_paths'],
  reads: [
    'callbacks',
    'owed_commission',
    'commission_shares',
    'journals',
    'members',
    'orders',
    'users',
    'wallets',
    'audit.journals',
    'audit.money_log',
    'audit.orders',
  ],
} as const satisfies Feature;
