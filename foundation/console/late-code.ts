/** Code that comes later than the page, and what is said when it does not come. */
import { CallFailed } from './api-errors.ts';
import { cell } from './signal.ts';
import { kitWords } from './kit-words.ts';
import { language } from './language.ts';
import { showToast } from './toasts.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';

/**
 * The server has a newer version of the console than this page; the page offers to load it
 * (`apps/console/NewVersion.tsx`).
 */
export const newVersion = cell(false);

/** A part that somebody waits for. One that does not come is told, and ends as a call without an answer does. */
export async function loadedOrTold<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch {
    throw await tellMissing();
  }
}

/** The error that was told: by the offer to load the new version, or by a toast that names the network. */
export async function tellMissing(): Promise<CallFailed> {
  const reason = await reasonOfMissing();
  const message = formatPhrase(kitWords[reason], language.get());
  if (reason === 'network_failed') showToast(message, 'bad');
  return new CallFailed(message, 0);
}

/** Why a file of code did not come. The offer to load a new version is shown from then on. */
export async function reasonOfMissing(): Promise<'page_outdated' | 'network_failed'> {
  if (!(await isPageOutdated())) return 'network_failed';
  newVersion.set(true);
  return 'page_outdated';
}

/**
 * Whether the server has another version of the console than the page that is open: what this page has not loaded yet
 * may be gone. Names of built files change with their content, and an entry's with whatever it may load. False where it
 * can't be told.
 */
async function isPageOutdated(): Promise<boolean> {
  const answer = await fetch('./', { cache: 'no-store' }).catch(() => undefined);
  if (!answer?.ok) return false;
  const now = await answer.text();
  const entries = [...document.querySelectorAll('script[type="module"][src]')].map(
    (script) => script.getAttribute('src') ?? '',
  );
  return entries.some((entry) => !now.includes(entry));
}
