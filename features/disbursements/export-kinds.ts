/** The lists of this feature that a user can take away as a file. */

export const disbursementExports = ['withdrawal', 'payout'] as const;
