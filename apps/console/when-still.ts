/** What can wait until the page stands and nothing is awaited any more: it must not delay what is. */
const LOOK_MS = 1000;

/** `isStill` is asked every second; once it says so, `then` runs when the browser has time. Returns what calls it off. */
export function whenStill(isStill: () => boolean, then: () => void): () => void {
  const look = (): number => window.setTimeout(() => (isStill() ? soon(then) : (timer = look())), LOOK_MS);
  let timer = look();
  return () => window.clearTimeout(timer);
}

/** When the browser has time. */
export function soon(then: () => void): void {
  if (window.requestIdleCallback) window.requestIdleCallback(then);
  else setTimeout(then, 300);
}
