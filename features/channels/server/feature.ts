/** What this feature hands to the server. */
import { channelCalls } from '../contract.ts';
import { type ChannelCallDeps, channelHandlers } from './calls.ts';
import type { Feature } from '#foundation/server/feature.ts';

export const channelFeature = {
  name: 'channels',
  contracts: [{ contract: channelCalls }],
  handlers: (deps: ChannelCallDeps) => [channelHandlers(deps)],
  writes: [
    'channels',
    'channel_routes',
    'channel_member_routes',
    'member_rates',
    'member_rate_changes',
    'channel_usage',
    'route_usage',
  ],
  reads: ['members', 'order_rollups', 'upstreams'],
} as const satisfies Feature;
