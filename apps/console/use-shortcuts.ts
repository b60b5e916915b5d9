/**
 * Listens to the keyboard for the whole page. Must never take a key from somebody who types, from a dialog, or from who
 * switched the single keys off (dictation presses keys that nobody meant).
 */
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import { inDays, readCookie, writeCookie } from '#foundation/console/cookies.ts';
import type { Screen } from '#foundation/console/screen.ts';
import { cell } from '#foundation/console/signal.ts';
import { isSearchStroke, readStroke } from './shortcuts.ts';

const COOKIE = 'shortcuts';

/** Whether the single keys count; Ctrl-K always does. */
export const shortcutsOn = cell(readCookie(COOKIE) !== '0');

export function switchShortcuts(on: boolean): void {
  writeCookie(COOKIE, on ? '1' : '0', inDays(365));
  shortcutsOn.set(on);
}

export type NavbarDialog = 'search' | 'shortcuts';

export function useShortcuts(permitted: readonly Screen[], onOpen: (dialog: NavbarDialog) => void): void {
  const navigate = useNavigate();
  const follow = useEffectEvent((event: KeyboardEvent, waitingSince: number | undefined): number | undefined => {
    const { wish, waitingSince: waiting } = readStroke(event, waitingSince, permitted);
    if (!wish) return waiting;
    event.preventDefault();
    if (wish.to === 'screen') void navigate({ to: wish.screen.path });
    else if (wish.to === 'shortcuts') onOpen('shortcuts');
    else if (wish.to === 'search' || !focusSearchField()) onOpen('search');
    return undefined;
  });
  const open = useEffectEvent(onOpen);
  useEffect(() => {
    let waitingSince: number | undefined;
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.repeat || isDialogOpen()) {
        waitingSince = undefined;
      } else if (isSearchStroke(event)) {
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

/** The first search field of the page in sight; pages that are kept behind it have theirs too. */
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

/** In a field, or where letters choose from a list. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"]') !==
      null
  );
}
