/** Bounds of saved views. */

/** The lists that can have views. */
export const viewLists = [
  'orders',
  'withdrawal',
  'payout',
  'moneylog',
  'logs',
  'agentOrders',
  'members',
  'callbacks',
  'requests',
] as const;
export type ViewList = (typeof viewLists)[number];

/** Of one user and list. */
export const MAX_VIEWS = 12;
export const MAX_NAME = 40;
export const MAX_QUERY = 1_000;
