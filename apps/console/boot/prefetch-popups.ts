/**
 * Prefetches what can be opened over a page, once the first page is painted. The page itself lists these files
 * (`apps/console/build/page.mjs`).
 */
import { afterPaint } from '#foundation/console/display/after-paint.ts';

export async function prefetchPopups(): Promise<void> {
  await afterPaint();
  const later = document.getElementById('later');
  if (!(later instanceof HTMLTemplateElement)) return;
  document.head.append(later.content);
  later.remove();
}
