/** A session that ends and a user who comes back, for the tests of what is typed. Only tests import this. */
import { cleanup } from '@testing-library/react';
import { draftSeal } from './draft-seal.ts';
import { giveTypedTo, keepTyped, sealTypedBy } from './typed-forms.ts';

/** `owner` is logged in, in a tab where nothing waits. */
export function beginAs(owner: string): void {
  sessionStorage.clear();
  sealTypedBy(draftSeal);
  logInAs(owner);
}

/** With a key that no other user has. */
export function logInAs(owner: string): void {
  giveTypedTo(owner, `${owner.slice(0, 1).repeat(42)}A`);
}

/** As if the session ended, the page were loaded again, and `owner` logged in. */
export function comeBackAs(owner: string): void {
  keepTyped();
  cleanup();
  giveTypedTo(undefined);
  logInAs(owner);
}
