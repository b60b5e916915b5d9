/** Puts a text on the clipboard, and says for a moment that it is there. Without an effect: a table has two hundred. */
import { type MouseEvent, useState } from 'react';

const SAID_MS = 1500;

export interface Copying {
  copied: boolean;
  /** For a button's click. */
  copy(event: MouseEvent): void;
}

export function useCopy(text: string): Copying {
  const [copied, setCopied] = useState(false);
  const copy = async (button: Element): Promise<void> => {
    if (!(await putOnClipboard(text))) return;
    setCopied(true);
    // It may be gone by then.
    setTimeout(() => button.isConnected && setCopied(false), SAID_MS);
  };
  return { copied, copy: ({ currentTarget }) => void copy(currentTarget) };
}

async function putOnClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Refused by the browser or not a secure address: nothing was copied, and nobody claims it.
    return false;
  }
}
