/** How an order, and the callback about it, may stand. */
export const orderStatuses = ['unpaid', 'success', 'expired', 'reversed'] as const;
export type OrderStatus = (typeof orderStatuses)[number];
/** Those that a list can be narrowed to; `success` takes in the reversed ones. */
export const orderStatusFilters = ['unpaid', 'success', 'expired'] as const;
export type OrderStatusFilter = (typeof orderStatusFilters)[number];
export const orderKinds = ['payin', 'recharge'] as const;
export type OrderKind = (typeof orderKinds)[number];
export const notifyStatuses = ['none', 'pending', 'delivered', 'failed'] as const;
export type NotifyStatus = (typeof notifyStatuses)[number];
