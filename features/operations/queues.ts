/** What can wait for an operator, and the screen that shows it. The menu reads this, so it imports nothing. */

export const queueNames = [
  'certifications',
  'cards',
  'review',
  'frozen',
  'unknown',
  'failed',
  'approvals',
  'reversals',
  'callbacks',
  'differences',
] as const;
export type QueueName = (typeof queueNames)[number];

export const queuePaths: Readonly<Record<QueueName, `/${string}`>> = {
  certifications: '/operator/certifications',
  cards: '/operator/cards',
  review: '/operator/disbursements',
  frozen: '/operator/disbursements',
  unknown: '/operator/disbursements',
  failed: '/operator/disbursements',
  approvals: '/operator/approvals',
  reversals: '/operator/approvals',
  callbacks: '/operator/callbacks',
  differences: '/operator/reconciliation',
};
