/**
 * What may be opened over a page is fetched when the first page stands, before anybody opens it: the page names it
 * (`scripts/console-page.mjs`).
 */
import { painted } from '#foundation/console/painted.ts';

export async function layBy(): Promise<void> {
  await painted();
  const later = document.getElementById('later');
  if (!(later instanceof HTMLTemplateElement)) return;
  document.head.append(later.content);
  later.remove();
}
