/**
 * Text being typed over a value that comes from elsewhere (the address). If the value changes to what was sent, the
 * typed text stays; any other change (the back button, a reset) replaces it.
 */
import { useState } from 'react';

export interface Draft {
  text: string;
  type(text: string): void;
  /** Records the value that was sent, so that its echo is recognized. */
  sent(value: string): void;
}

export function useDraft(value: string): Draft {
  const [draft, setDraft] = useState<{ over: string; sent: string | undefined; text: string }>({
    over: value,
    sent: undefined,
    text: value,
  });
  if (draft.over !== value) setDraft({ over: value, sent: undefined, text: value === draft.sent ? draft.text : value });
  return {
    text: draft.text,
    type: (text) => setDraft((before) => ({ ...before, text })),
    sent: (sent) => setDraft((before) => ({ ...before, sent })),
  };
}
