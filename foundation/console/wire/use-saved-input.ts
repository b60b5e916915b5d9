/**
 * Keeps input other than forms (which have `outlives` of `useForm`) beyond the end of a session, such as typed rows.
 */
import { type Dispatch, type SetStateAction, useInsertionEffect, useRef, useState } from 'react';
import { registerInput, savedInput } from '#foundation/console/form/saved-input.ts';

/**
 * Registers input to be kept for as long as the component exists, also while its tab is hidden. `typed` is called when
 * the input has to be kept and returns undefined for none. Without a name, does nothing.
 */
export function useSavedInput(name: string | undefined, typed: () => unknown): void {
  const latest = useRef(typed);
  // An insertion effect, because a hidden page loses its other effects.
  useInsertionEffect(() => {
    latest.current = typed;
  });
  useInsertionEffect(() => (name === undefined ? undefined : registerInput(name, () => latest.current())), [name]);
}

/** A text state that starts with the text kept from before the login, or with the result of `make`. */
export function useSavedText(name: string, make: () => string): [string, Dispatch<SetStateAction<string>>] {
  const state = useState(() => {
    const before = savedInput(name);
    return typeof before === 'string' ? before : make();
  });
  useSavedInput(name, () => state[0]);
  return state;
}
