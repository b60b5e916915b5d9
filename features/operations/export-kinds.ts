/** The lists of this feature that can be exported to a file. */

export const operationExports = ['member', 'memberRate', 'allOrder', 'allDisbursement'] as const;
