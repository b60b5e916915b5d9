/** One line of text that ends in an ellipsis where it is longer than its place. All of it shows on hover. */
import type { PointerEvent } from 'react';
import classes from './Clip.module.css';

export interface ClipProps {
  text: string;
  /** The longest width, in characters. */
  most: number;
  className?: string | undefined;
}

export function Clip({ text, most, className }: ClipProps) {
  return (
    <span
      className={className === undefined ? classes.root : `${classes.root} ${className}`}
      style={{ maxWidth: `${most}ch` }}
      onPointerEnter={setTitle}
    >
      {text}
    </span>
  );
}

/** Set on hover, because a table can contain a hundred of these. */
function setTitle({ currentTarget }: PointerEvent<HTMLElement>): void {
  currentTarget.title = currentTarget.textContent;
}
