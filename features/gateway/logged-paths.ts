/** The calls that a member's gateway log can contain: the gateway's own, and the files of the ePay protocol. */
import { gatewayCalls } from './contract.ts';

const EPAY_BASE = '/epay/';
const epayFiles: readonly string[] = ['submit.php', 'mapi.php', 'api.php'];

export const loggedPaths: readonly string[] = [
  ...Object.keys(gatewayCalls),
  ...epayFiles.map((file) => EPAY_BASE + file),
];

/** Files whose signed requests payers have. */
export const repeatablePaths: readonly string[] = ['submit.php', 'mapi.php'].map((file) => EPAY_BASE + file);

/** The path of what a person types: a file can be named without its base. */
export function loggedPath(typed: string): string {
  return epayFiles.includes(typed) ? EPAY_BASE + typed : typed;
}
