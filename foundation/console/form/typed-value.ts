/** The text of a field whose value is read from what is typed into it. */
import { useState } from 'react';
import { isBlank } from '#foundation/core/typed-line.ts';

export interface TypedValue {
  /** What was typed, as long as the value is still the one that came of it. */
  typed: string | undefined;
  /** Nothing was typed since the field was left: a fault is said then, and not while somebody types. */
  hasLeft: boolean;
  type(text: string): void;
  leave(): void;
}

/** `read` returns the value that a text stands for. Text that stands for none is the value itself. */
export function useTypedValue(
  value: string,
  onValue: (value: string) => void,
  read: (text: string) => string | undefined,
): TypedValue {
  const [typed, setTyped] = useState<{ text: string; value: string }>();
  const [hasLeft, setLeft] = useState(true);
  return {
    typed: typed?.value === value ? typed.text : undefined,
    hasLeft,
    type(text) {
      const next = isBlank(text) ? '' : (read(text) ?? text);
      setTyped({ text, value: next });
      setLeft(false);
      if (next !== value) onValue(next);
    },
    leave() {
      setLeft(true);
      if (read(value) !== undefined) setTyped(undefined);
    },
  };
}
