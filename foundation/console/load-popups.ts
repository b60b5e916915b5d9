/** What stands over a page: one file for all of it, fetched when the first is wanted, or while nothing else is to be done. */
export const loadPopups = () => import('./popup-parts.tsx');

/** Before it is wanted. What fails here is fetched anew when it is, and told then. */
export function fetchPopups(): void {
  loadPopups().catch(() => undefined);
}
