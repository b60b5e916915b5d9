/**
 * Whether a person is at the page. What an open page asks by itself, on a timer or after a live event, must not keep the
 * session from idling out.
 */

/** What happens without an act of the person for as long is not asked by the person. */
const PRESENT_MS = 60_000;
const acts = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;

/** Opening the page is the first act. */
let lastActMs = Date.now();
let isWatching = false;

/** Once, before anything that stops events. */
export function watchPresence(): void {
  if (isWatching) return;
  isWatching = true;
  const note = () => void (lastActMs = Date.now());
  for (const act of acts) window.addEventListener(act, note, { capture: true, passive: true });
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && note());
}

/** Tells the server that nobody is there, so that the request does not count as a use of the session. */
export function presenceHeaders(): Record<string, string> {
  return Date.now() - lastActMs < PRESENT_MS ? {} : { 'X-Unattended': '1' };
}
