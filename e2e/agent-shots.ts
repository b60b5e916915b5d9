/** Screenshots of an agent's screens. */
import type { TestServer } from './server-for-tests.ts';
import { openedShot, pageShot, type Shot } from './shots.ts';

export function agentShots(server: TestServer): Shot[] {
  return [
    pageShot(server, 'agent-01-home', '/dashboard'),
    pageShot(server, 'agent-02-overview', '/agent/detail'),
    pageShot(server, 'agent-03-new-member', '/agent/adduser'),
    pageShot(server, 'agent-04-members', '/agent/userlist'),
    openedShot(server, 'agent-05-member', '/agent/userlist'),
    pageShot(server, 'agent-06-orders', '/agent/orderList'),
    openedShot(server, 'agent-07-order', '/agent/orderList'),
    pageShot(server, 'agent-08-commission', '/agent/commission'),
    pageShot(server, 'agent-09-money-log', '/moneylog'),
    pageShot(server, 'agent-10-statement', '/order/reconciliation'),
  ];
}
