/** The lists of this feature that a user can export as a file. */

export const statementExports = ['statement', 'statementEntries'] as const;
