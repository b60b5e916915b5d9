/** Code that comes later than the page, and what is said when it does not come. */
import { CallFailed } from './api-errors.ts';
import { say } from './api.ts';
import { showToast } from './toasts.ts';

/** A part that somebody waits for. One that does not come is told, and ends as a call without an answer does. */
export async function loadedOrTold<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch {
    throw await tellMissing();
  }
}

/** The error that was told. */
export async function tellMissing(): Promise<CallFailed> {
  const message = say((await isPageOutdated()) ? 'page_outdated' : 'network_failed');
  showToast(message, 'bad');
  return new CallFailed(message, 0);
}

/**
 * Whether the server has another version of the console than the page that is open: what this page has not loaded yet may be
 * gone. Names of built files change with their content, and an entry's with whatever it may load. False where it can't be told.
 */
async function isPageOutdated(): Promise<boolean> {
  const answer = await fetch('./', { cache: 'no-store' }).catch(() => undefined);
  if (!answer?.ok) return false;
  const now = await answer.text();
  const entries = [...document.querySelectorAll('script[type="module"][src]')].map((script) => script.getAttribute('src') ?? '');
  return entries.some((entry) => !now.includes(entry));
}
