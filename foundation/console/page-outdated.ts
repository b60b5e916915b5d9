/**
 * Whether the server has another version of the console than the page that is open: what this page has not loaded yet may be
 * gone. Names of built files change with their content, and an entry's with whatever it may load. False where it can't be told.
 */
export async function isPageOutdated(): Promise<boolean> {
  const answer = await fetch('./', { cache: 'no-store' }).catch(() => undefined);
  if (!answer?.ok) return false;
  const now = await answer.text();
  const entries = [...document.querySelectorAll('script[type="module"][src]')].map((script) => script.getAttribute('src') ?? '');
  return entries.some((entry) => !now.includes(entry));
}
