/**
 * A number, key or address in a monospaced font, with a copy button that appears on hover and focus. A long one can be
 * shortened in the middle, as its beginning and its end are what people compare. The page still contains all of it: for
 * search, selection, screen readers and print.
 */
import type { MouseEvent, PointerEvent, ReactNode } from 'react';
import classes from './CopyText.module.css';
import { IconButton } from './IconButton.tsx';
import { kitWords } from '#foundation/console/page/kit-words.ts';
import { useCopy } from './use-copy.ts';
import { useWords } from '#foundation/console/page/words.tsx';

export interface CopyTextProps {
  value: string;
  /** The text shown instead of the whole value, such as a masked key. */
  shown?: string;
  /** Shortens a longer text to about this many characters. */
  most?: number;
  /** Replaces the text, such as a link with the same text. */
  children?: ReactNode;
  className?: string | undefined;
}

export function CopyText({
  value,
  shown = value,
  most,
  children = most === undefined ? shown : <ShortText text={shown} most={most} />,
  className,
}: CopyTextProps) {
  const t = useWords(kitWords);
  const { copied, copy } = useCopy(value, shownAround);
  const click = (event: MouseEvent) => {
    // A click on the row would open it.
    event.stopPropagation();
    copy(event);
  };
  // Shows a truncated number in full. Set on hover, because a table can contain two hundred of these.
  const setTitle = ({ currentTarget }: PointerEvent<HTMLElement>) => {
    currentTarget.title = value;
  };
  return (
    <span className={className === undefined ? classes.root : `${classes.root} ${className}`} onPointerEnter={setTitle}>
      {children}
      <IconButton
        label={copied ? t('copied') : t('copy', { text: shown })}
        className={classes.button}
        data-copied={copied || undefined}
        onClick={click}
      />
    </span>
  );
}

/** A text of which only the beginning and the end are shown, if it is longer than this many characters. */
export function ShortText({ text, most }: { text: string; most: number }) {
  if (text.length <= most) return text;
  const end = Math.floor((most - 1) / 2);
  return (
    <>
      <span className={classes.beginning} style={{ maxWidth: `${most - end - 1}ch` }}>
        {text.slice(0, -end)}
      </span>
      <span className={classes.end}>{text.slice(-end)}</span>
    </>
  );
}

/** The element that contains both the text and its button. */
function shownAround(button: Element): Element | null {
  return button.parentElement;
}
