/**
 * Listens to the keyboard for the whole page. Must never take a key from a user who is typing, from a dialog (the search
 * opens above a drawer), or from a user who turned single-key shortcuts off (dictation presses keys that no one intended).
 */
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useEffectEvent } from 'react';
import type { Screen } from '#foundation/console/page/screen.ts';
import { shortcutsOn } from '#foundation/console/page/single-keys.ts';
import type { NavbarDialog } from './navbar-dialog.ts';
import { isSearchKeystroke, readKeystroke } from './shortcuts.ts';

export function useShortcuts(permitted: readonly Screen[], onOpen: (dialog: NavbarDialog) => void): void {
  const navigate = useNavigate();
  const follow = useEffectEvent((event: KeyboardEvent, waitingSince: number | undefined): number | undefined => {
    const { action, waitingSince: waiting } = readKeystroke(event, waitingSince, permitted);
    if (!action) return waiting;
    if (action.to === 'export' && !pressExport()) return undefined;
    event.preventDefault();
    if (action.to === 'screen') void navigate({ to: action.screen.path });
    else if (action.to === 'shortcuts') onOpen('shortcuts');
    else if (action.to !== 'export' && (action.to === 'search' || !focusSearchField())) onOpen('search');
    return undefined;
  });
  const open = useEffectEvent(onOpen);
  useEffect(() => {
    let waitingSince: number | undefined;
    const listen = (event: KeyboardEvent) => {
      const isSearch = isSearchKeystroke(event);
      if (event.defaultPrevented || event.isComposing || event.repeat || isDialogOpen(isSearch)) {
        waitingSince = undefined;
      } else if (isSearch) {
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

/** Presses the visible page's button that names the key as its own. */
function pressExport(): boolean {
  const buttons = document.querySelectorAll<HTMLElement>('main [aria-keyshortcuts="E"]');
  const button = [...buttons].find((each) => each.checkVisibility());
  button?.focus();
  button?.click();
  return button !== undefined;
}

function isDialogOpen(butDrawers: boolean): boolean {
  const dialogs = `[role="dialog"][aria-modal="true"]${butDrawers ? ':not([data-drawer])' : ''}`;
  return [...document.querySelectorAll(dialogs)].some((dialog) => dialog.checkVisibility());
}

/** Whether the target is a text field, or a list where letters choose an entry. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"]') !==
      null
  );
}
