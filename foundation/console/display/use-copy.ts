/**
 * For a button that copies a text and says so for a moment, or reports that copying failed. Uses no effect, as a table
 * has two hundred of these buttons.
 */
import { type MouseEvent, useState } from 'react';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { putOnClipboard, selectText } from './clipboard.ts';
import { kitWords } from '#foundation/console/page/kit-words.ts';
import { language } from '#foundation/console/page/language.ts';
import { showToast } from '#foundation/console/overlay/toasts.ts';

const COPIED_MS = 1500;

export interface Copying {
  copied: boolean;
  /** The button's click handler. */
  copy(event: MouseEvent): void;
}

/** `shownIn` returns the element that shows the button's text, which is selected if copying fails. */
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
    // The button can be gone by then.
    setTimeout(() => button.isConnected && setCopied(false), COPIED_MS);
  };
  return { copied, copy: ({ currentTarget }) => void copy(currentTarget) };
}
