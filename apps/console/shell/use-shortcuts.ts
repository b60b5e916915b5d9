/**
 * Listens to the keyboard for the whole page. Must never take a key from a user who is typing, from a dialog, or from a
 * user who turned single-key shortcuts off (dictation presses keys that no one intended).
 */
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { inDays, readCookie, writeCookie } from '#foundation/console/wire/cookies.ts';
import type { Screen } from '#foundation/console/page/screen.ts';
import { cell } from '#foundation/console/wire/signal.ts';
import { isSearchKeystroke, readKeystroke } from './shortcuts.ts';

const COOKIE = 'shortcuts';

/** Whether single-key shortcuts are on. Ctrl-K always works. */
export const shortcutsOn = cell(readCookie(COOKIE) !== '0');

export function switchShortcuts(on: boolean): void {
  writeCookie(COOKIE, on ? '1' : '0', inDays(365));
  shortcutsOn.set(on);
}

export type NavbarDialog = 'search' | 'shortcuts';

export function useShortcuts(permitted: readonly Screen[], onOpen: (dialog: NavbarDialog) => void): void {
  const navigate = useNavigate();
  const follow = useEffectEvent((event: KeyboardEvent, waitingSince: number | undefined): number | undefined => {
    const { action, waitingSince: waiting } = readKeystroke(event, waitingSince, permitted);
    if (!action) return waiting;
    event.preventDefault();
    if (action.to === 'screen') void navigate({ to: action.screen.path });
    else if (action.to === 'shortcuts') onOpen('shortcuts');
    else if (action.to === 'search' || !focusSearchField()) onOpen('search');
    return undefined;
  });
  const open = useEffectEvent(onOpen);
  useEffect(() => {
    let waitingSince: number | undefined;
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.repeat || isDialogOpen()) {
        waitingSince = undefined;
      } else if (isSearchKeystroke(event)) {
        event.preventDefault();
        open('search');
      } else {
        waitingSince = shortcutsOn.get() && !isTyping(event.target) ? follow(event, waitingSince) : undefined;
      }
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

/** Focuses the visible page's first search field. Hidden kept pages have search fields too. */
function focusSearchField(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement>('main [role="search"] input[type="search"]');
  const field = [...fields].find((each) => each.checkVisibility());
  field?.focus();
  field?.select();
  return field !== undefined;
}

function isDialogOpen(): boolean {
  return [...document.querySelectorAll('[role="dialog"][aria-modal="true"]')].some((dialog) =>
    dialog.checkVisibility(),
  );
}

/** Whether the target is a text field, or a list where letters choose an entry. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"]') !==
      null
  );
}
