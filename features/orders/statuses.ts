/** Statuses of an order and of its callback. */
export const orderStatuses = ['unpaid', 'success', 'expired', 'reversed'] as const;
export type OrderStatus = (typeof orderStatuses)[number];
/** Whether the payer's money came, so that there is a fee and something was obtained. A reversal gives it back later. */
export function wasPaid(status: OrderStatus): boolean {
  return status === 'success' || status === 'reversed';
}
export const orderKinds = ['payin', 'recharge'] as const;
export type OrderKind = (typeof orderKinds)[number];
export const notifyStatuses = ['none', 'pending', 'delivered', 'failed'] as const;
export type NotifyStatus = (typeof notifyStatuses)[number];
/** What a member's list can be filtered by. `retrying`: pending, and it has failed before. */
export const notifyFilters = [...notifyStatuses, 'retrying'] as const;
export type NotifyFilter = (typeof notifyFilters)[number];
