/** The lists of this feature that a user can export as a file. */

export const agentExports = ['agentUser', 'agentOrder', 'commission', 'commissionEntry'] as const;
