/** Delays work that the page can do without until after a paint, so that it doesn't delay what the user sees. */

/** Limits the wait, as a hidden page is never painted. */
const MAX_WAIT_MS = 200;

/** Resolves after the next frame has been painted. */
export function afterPaint(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, MAX_WAIT_MS);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      setTimeout(resolve);
    });
  });
}
