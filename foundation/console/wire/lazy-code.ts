/** Loads code on demand and reports when it fails to load. */
import { CallFailed } from './api-errors.ts';
import { cell } from './signal.ts';
import { kitWords } from '#foundation/console/page/kit-words.ts';
import { language } from '#foundation/console/page/language.ts';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';

/** Whether the server has a newer version of the console; the page then offers to load it (`NewVersion.tsx`). */
export const newVersion = cell(false);

/** Loads code that the user waits for. On failure, reports it and throws a `CallFailed`. */
export async function loadOrReport<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch {
    throw await reportMissingCode();
  }
}

/** Reports code that failed to load, by offering the new version or by a toast about the network. Returns the error. */
export async function reportMissingCode(): Promise<CallFailed> {
  const reason = await reasonOfMissing();
  const message = formatPhrase(kitWords[reason], language.get());
  if (reason === 'network_failed') showToast(message, 'bad');
  return new CallFailed(message, 0);
}

/** Finds out why code failed to load. If the page is outdated, starts to offer the new version. */
export async function reasonOfMissing(): Promise<'page_outdated' | 'network_failed'> {
  if (!(await isPageOutdated())) return 'network_failed';
  newVersion.set(true);
  return 'page_outdated';
}

/**
 * Whether the server has a different version of the console than this page, so that files which the page has not loaded
 * yet can be gone. The name of an entry file changes with the content of anything that it loads. Returns false if the
 * server can't be reached.
 */
async function isPageOutdated(): Promise<boolean> {
  const response = await fetch('../', { cache: 'no-store' }).catch(() => undefined);
  if (!response?.ok) return false;
  const html = await response.text();
  const entries = [...document.querySelectorAll('script[type="module"][src]')].map(
    (script) => script.getAttribute('src') ?? '',
  );
  return entries.some((entry) => !html.includes(entry));
}
