/** What this feature contributes to the server. */
import type { Feature } from '#foundation/server/feature.ts';
import { agentOrderCalls } from '../order-contract.ts';
import { treeCalls } from '../tree-contract.ts';
import { type AgentOrderDeps, agentOrderHandlers } from './orders/calls.ts';
import { agentExports } from './exports.ts';
import type { CopyDeps } from './projection/copying.ts';
import { followJob } from './projection/following.ts';
import { handlers } from '#foundation/server/http/handlers.ts';
import { type TreeDeps, treeReadHandlers } from './tree/calls.ts';

const { texts, calls } = treeCalls;
const treeReadCalls = {
  texts,
  calls: { '/agent/detail': calls['/agent/detail'], '/agent/userlist': calls['/agent/userlist'] },
} as const;

export const agentFeature = {
  name: 'agents',
  contracts: [
    { part: 'order', contract: agentOrderCalls },
    { part: 'tree', contract: treeReadCalls },
  ],
  handlers: (deps: AgentOrderDeps & TreeDeps) => [
    agentOrderHandlers(deps),
    handlers(treeReadCalls, treeReadHandlers(deps)),
  ],
  exports: agentExports,
  jobs: (deps: CopyDeps) => [followJob(deps)],
  writes: ['agent_orders', 'agent_rollups', 'agent_feed', 'agent_paths'],
  reads: [
    'callbacks',
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
