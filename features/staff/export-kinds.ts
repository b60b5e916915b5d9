/** The lists of this feature that can be exported to a file. */

export const staffExports = ['operator', 'staffRole', 'invitation', 'staffProposal'] as const;
