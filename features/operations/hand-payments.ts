/** What people pay at a bank by a file: pure rules, shared by server and screen. */

/** Forms of a bank file; a bank takes one of them. */
export const bankFileFormats = ['csv', 'xlsx', 'pain001'] as const;
export type BankFileFormat = (typeof bankFileFormats)[number];

/** What the bank did. */
export const handResults = ['paid', 'failed'] as const;
export type HandResult = (typeof handResults)[number];

/**
 * What became of one. refused: it was not taken. taken: the bank is to pay it. proposed: the bank paid it, and a second
 * operator must confirm that.
 */
export const handStates = ['refused', 'taken', 'proposed', 'paid', 'failed'] as const;
export type HandState = (typeof handStates)[number];
