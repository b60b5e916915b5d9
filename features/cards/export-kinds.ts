/** The lists of this feature that can be exported to a file. */

export const cardExports = ['card'] as const;
