/** A number, key or address in a monospaced face, with a copy button that shows on hover and focus. */
import { type MouseEvent, type ReactNode, useEffect, useState } from 'react';
import classes from './CopyText.module.css';
import { CheckIcon, CopyIcon } from './icons.tsx';
import { kitWords } from './kit-words.ts';
import { useWords } from './words.tsx';

export interface CopyTextProps {
  value: string;
  /** What is shown instead of the whole value (a shortened key). */
  shown?: string;
  /** What stands in the text's place: a link with the same text. */
  children?: ReactNode;
}

export function CopyText({ value, shown = value, children = shown }: CopyTextProps) {
  const t = useWords(kitWords);
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), 1500);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (event: MouseEvent) => {
    // The row beneath opens on click.
    event.stopPropagation();
    setCopied(await putOnClipboard(value));
  };
  return (
    <span className={classes.root}>
      <span className={classes.text} title={value}>
        {children}
      </span>
      <button
        type="button"
        className={classes.button}
        data-copied={copied || undefined}
        aria-label={copied ? t('copied') : t('copy', { text: shown })}
        onClick={(event) => void copy(event)}
      >
        {copied ? <CheckIcon size={14} /> : <CopyIcon size={14} />}
      </button>
    </span>
  );
}

async function putOnClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Refused by the browser or not a secure address: nothing was copied, and the button does not claim it.
    return false;
  }
}
