/** Puts a text on the clipboard, and says for a moment that it is there. */
import { useEffect, useState } from 'react';

const SAID_MS = 1500;

export function useCopy(text: string): { copied: boolean; copy: () => void } {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SAID_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  return { copied, copy: () => void putOnClipboard(text).then(setCopied) };
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
