/** Simulates a session that ends and a user who returns, for the tests of kept input. Only tests import this. */
import { cleanup } from '@testing-library/react';
import { draftSeal } from '#foundation/console/form/draft-seal.ts';
import { setInputOwner, saveInput, setInputSeal } from '#foundation/console/form/saved-input.ts';

/** Logs `owner` in, in a tab without kept input. */
export function beginAs(owner: string): void {
  sessionStorage.clear();
  setInputSeal(draftSeal);
  logInAs(owner);
}

/** Logs `owner` in with a key of their own. */
export function logInAs(owner: string): void {
  setInputOwner(owner, `${owner.slice(0, 1).repeat(42)}A`);
}

/** Simulates the end of the session, a page load and a login as `owner`. */
export function comeBackAs(owner: string): void {
  saveInput();
  cleanup();
  setInputOwner(undefined);
  logInAs(owner);
}
