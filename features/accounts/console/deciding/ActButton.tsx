/** A button with a shortcut of a single key, which is shown on it as long as such shortcuts are on. */
import { Button, type ButtonProps } from '@mantine/core';
import { useEffect, useEffectEvent, useRef } from 'react';
import { shortcutsOn } from '#foundation/console/page/single-keys.ts';
import { useCell } from '#foundation/console/wire/signal.ts';
import classes from './ActButton.module.css';

export interface ActButtonProps extends Pick<ButtonProps, 'variant' | 'color' | 'disabled'> {
  label: string;
  /** A letter: `A`. */
  shortcut: string;
  onAct: () => void;
}

export function ActButton({ label, shortcut, onAct, ...props }: ActButtonProps) {
  const isOn = useCell(shortcutsOn);
  const own = useRef<HTMLButtonElement>(null);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || !isOn) return;
    if (event.target instanceof Element && event.target.closest('input, textarea, select') !== null) return;
    if (event.code !== `Key${shortcut}` || props.disabled === true) return;
    // Not while the focus is in a dialog above.
    const dialog = event.target instanceof Element ? event.target.closest('[role="dialog"]') : null;
    if (dialog !== null && !dialog.contains(own.current)) return;
    event.preventDefault();
    onAct();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
  return (
    <Button
      ref={own}
      {...props}
      aria-label={label}
      {...(isOn ? { 'aria-keyshortcuts': shortcut } : {})}
      onClick={onAct}
    >
      {label}
      {isOn && <kbd className={classes.key}>{shortcut}</kbd>}
    </Button>
  );
}
