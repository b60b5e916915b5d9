/** Whether shortcuts of single keys are on. Dictation, for example, presses keys that no one intended. */
import { inDays, readCookie, writeCookie } from '#foundation/console/wire/cookies.ts';
import { cell } from '#foundation/console/wire/signal.ts';

const COOKIE = 'shortcuts';

export const shortcutsOn = cell(readCookie(COOKIE) !== '0');

export function switchShortcuts(on: boolean): void {
  writeCookie(COOKIE, on ? '1' : '0', inDays(365));
  shortcutsOn.set(on);
}
