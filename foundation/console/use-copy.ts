/** Puts a text on the clipboard, and says for a moment that it is there. Without an effect: a table has two hundred. */
import { useState } from 'react';

const SAID_MS = 1500;

export function useCopy(text: string): { copied: boolean; copy: () => void } {
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    if (!(await putOnClipboard(text))) return;
    setCopied(true);
    setTimeout(() => setCopied(false), SAID_MS);
  };
  return { copied, copy: () => void copy() };
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
