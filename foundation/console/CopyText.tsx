/** A number, key or address in a monospaced face, with a copy button that shows on hover and focus. */
import type { MouseEvent, PointerEvent, ReactNode } from 'react';
import classes from './CopyText.module.css';
import { IconButton } from './IconButton.tsx';
import { kitWords } from './kit-words.ts';
import { useCopy } from './use-copy.ts';
import { useWords } from './words.tsx';

export interface CopyTextProps {
  value: string;
  /** What is shown instead of the whole value (a shortened key). */
  shown?: string;
  /** What stands in the text's place: a link with the same text. */
  children?: ReactNode;
  className?: string | undefined;
}

export function CopyText({ value, shown = value, children = shown, className }: CopyTextProps) {
  const t = useWords(kitWords);
  const { copied, copy } = useCopy(value, shownAround);
  const click = (event: MouseEvent) => {
    // The row beneath opens on click.
    event.stopPropagation();
    copy(event);
  };
  // A number that ends in dots is told whole; a table has two hundred, of which one is pointed at.
  const tell = ({ currentTarget }: PointerEvent<HTMLElement>) => {
    currentTarget.title = value;
  };
  return (
    <span className={className === undefined ? classes.root : `${classes.root} ${className}`} onPointerEnter={tell}>
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

/** The text stands around its button. */
function shownAround(button: Element): Element | null {
  return button.parentElement;
}
