/** Simulates a session that ends and a user who returns, for the tests of kept input. Only tests import this. */
import { cleanup } from '@testing-library/react';
import { draftSeal } from '#foundation/console/form/draft-seal.ts';
import { giveTypedTo, keepTyped, sealTypedBy } from '#foundation/console/form/typed-forms.ts';

/** Logs `owner` in, in a tab without kept input. */
export function beginAs(owner: string): void {
  sessionStorage.clear();
  sealTypedBy(draftSeal);
  logInAs(owner);
}

/** Logs `owner` in with a key of their own. */
export function logInAs(owner: string): void {
  giveTypedTo(owner, `${owner.slice(0, 1).repeat(42)}A`);
}

/** Simulates the end of the session, a page load and a login as `owner`. */
export function comeBackAs(owner: string): void {
  keepTyped();
  cleanup();
  giveTypedTo(undefined);
  logInAs(owner);
}
