/** A text that is signed, with its separators and line feeds made visible, and the place where another one differs. */
import { Fragment, type ReactNode } from 'react';
import classes from './SignedText.module.css';

export interface SignedTextProps {
  text: string;
  label: string;
  /** The character to mark. */
  markedAt?: number | null;
}

export function SignedText({ text, label, markedAt = null }: SignedTextProps) {
  const parts: ReactNode[] = [];
  let from = 0;
  const add = (to: number) => {
    if (to > from) parts.push(text.slice(from, to));
    from = to;
  };
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    const isMarked = at === markedAt;
    if (!isMarked && !SEPARATORS.has(char)) continue;
    add(at);
    const shown = SHOWN.get(char) ?? char;
    parts.push(
      isMarked ? <mark className={classes.marked}>{shown}</mark> : <span className={classes.separator}>{shown}</span>,
    );
    if (char === '\n') parts.push('\n');
    from = at + 1;
  }
  add(text.length);
  if (markedAt !== null && markedAt >= text.length) parts.push(<mark className={classes.marked}>␃</mark>);
  return (
    // A region that can scroll must be reachable by the keyboard.
    // oxlint-disable-next-line no-noninteractive-tabindex -- it scrolls
    <pre className={classes.text} aria-label={label} tabIndex={0}>
      {parts.map((part, index) => (
        <Fragment key={index}>{part}</Fragment>
      ))}
    </pre>
  );
}

const SEPARATORS: ReadonlySet<string> = new Set(['&', '=', '\n', '\r', '\t', ' ']);
/** Characters that can't be seen, as their signs. */
const SHOWN: ReadonlyMap<string, string> = new Map([
  ['\n', '␊'],
  ['\r', '␍'],
  ['\t', '␉'],
  [' ', '␠'],
]);
