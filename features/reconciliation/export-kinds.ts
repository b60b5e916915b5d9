/** The lists of this feature that can be exported to a file. */

export const reconciliationExports = [
  'differences',
  'reconciliationDay',
  'clearing',
  'statementFile',
  'mapping',
] as const;
