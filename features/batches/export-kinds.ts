/** The lists of this feature that a user can take away as a file. */

export const batchExports = ['batch'] as const;
