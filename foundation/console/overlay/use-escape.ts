/**
 * Escape closes the overlay that was opened last, and no other one below it. The library's dialogs and drawers would all
 * close at once, so they leave the key to this.
 */
import { useEffect, useEffectEvent } from 'react';

/** Those that are open, the last one on top. */
const opened: symbol[] = [];
/** When the one on top has closed, the same key press must not reach the next. */
const handled = new WeakSet<Event>();

/** `closes`: Escape closes it. If not, what is below it stays open too. */
export function useEscape(isOpen: boolean, closes: boolean, onClose: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent, overlay: symbol) => {
    if (event.key !== 'Escape' || event.isComposing || handled.has(event) || opened.at(-1) !== overlay) return;
    handled.add(event);
    // A menu or a list of values inside it closes first.
    if (event.target instanceof Element && event.target.closest(INNER) !== null) return;
    if (closes) onClose();
  });
  useEffect(() => {
    if (!isOpen) return;
    const overlay = Symbol();
    opened.push(overlay);
    const listen = (event: KeyboardEvent) => press(event, overlay);
    window.addEventListener('keydown', listen, { capture: true });
    return () => {
      opened.splice(opened.indexOf(overlay), 1);
      window.removeEventListener('keydown', listen, { capture: true });
    };
  }, [isOpen]);
}

/** The library marks with it what handles Escape itself. */
const INNER = '[data-mantine-stop-propagation="true"]';
