/**
 * Whether a user is at the page. Requests that an open page makes by itself, on a timer or after a live event, must not
 * keep the session from idling out.
 */

/** Requests later than this after the user's last action do not count as the user's. */
const PRESENT_MS = 60_000;
const inputEvents = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;

/** Opening the page is the first action. */
let lastActMs = Date.now();
let isWatching = false;

/** Call once, before anything that stops events. */
export function watchPresence(): void {
  if (isWatching) return;
  isWatching = true;
  const note = () => void (lastActMs = Date.now());
  for (const act of inputEvents) window.addEventListener(act, note, { capture: true, passive: true });
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && note());
}

/** Marks a request as unattended, so that it does not count as a use of the session. */
export function presenceHeaders(): Record<string, string> {
  return Date.now() - lastActMs < PRESENT_MS ? {} : { 'X-Unattended': '1' };
}
