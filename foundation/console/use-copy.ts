/**
 * A button that copies a text, and says for a moment that it is copied, or that it is not. Without an effect: a table
 * has two hundred.
 */
import { type MouseEvent, useState } from 'react';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { putOnClipboard, selectText } from './clipboard.ts';
import { kitWords } from './kit-words.ts';
import { language } from './language.ts';
import { showToast } from './toasts.ts';

const SAID_MS = 1500;

export interface Copying {
  copied: boolean;
  /** For a button's click. */
  copy(event: MouseEvent): void;
}

/** `shownIn`: of the pressed button, the element that shows the text. It is selected when copying fails. */
export function useCopy(text: string, shownIn: (button: Element) => Element | null): Copying {
  const [copied, setCopied] = useState(false);
  const copy = async (button: Element): Promise<void> => {
    if (!(await putOnClipboard(text, button))) {
      const shown = shownIn(button);
      if (shown) selectText(shown, button);
      showToast(formatPhrase(kitWords.copy_failed, language.get()), 'bad');
      return;
    }
    setCopied(true);
    // It may be gone by then.
    setTimeout(() => button.isConnected && setCopied(false), SAID_MS);
  };
  return { copied, copy: ({ currentTarget }) => void copy(currentTarget) };
}
