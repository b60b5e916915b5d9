/** What an operator can do with a member's wallet by hand. */

export const adjustmentDirections = ['credit', 'debit'] as const;
