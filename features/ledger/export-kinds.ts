/** The lists of this feature that a user can take away as a file. */

export const ledgerExports = ['moneylog'] as const;
