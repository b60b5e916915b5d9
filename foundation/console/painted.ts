/** What the page can do without is begun when it has been painted: what is seen must not wait for it. */

/** A hidden page is not painted. */
const HIDDEN_MS = 200;

/** After the next frame. */
export function painted(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, HIDDEN_MS);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      setTimeout(resolve);
    });
  });
}
