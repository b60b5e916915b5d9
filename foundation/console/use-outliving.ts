/**
 * What stands on a page and outlives the end of a session, beside forms (`outlives` of `useForm`): typed rows, the name
 * of a request.
 */
import { type Dispatch, type SetStateAction, useInsertionEffect, useRef, useState } from 'react';
import { offerTyped, typedBeforeLogin } from './typed-forms.ts';

/**
 * As long as the component lives, also hidden behind another page's tab. `typed` is asked when it has to wait; it
 * answers `undefined` for nothing. Without a name nothing is offered.
 */
export function useOffered(name: string | undefined, typed: () => unknown): void {
  const now = useRef(typed);
  // A hidden page loses its other effects, and keeps what was typed.
  useInsertionEffect(() => {
    now.current = typed;
  });
  useInsertionEffect(() => (name === undefined ? undefined : offerTyped(name, () => now.current())), [name]);
}

/** A text that begins as it was before the login, or as `make` makes it. */
export function useOutlivingText(name: string, make: () => string): [string, Dispatch<SetStateAction<string>>] {
  const state = useState(() => {
    const before = typedBeforeLogin(name);
    return typeof before === 'string' ? before : make();
  });
  useOffered(name, () => state[0]);
  return state;
}
