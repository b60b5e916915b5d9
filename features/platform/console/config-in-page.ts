/** The platform's configuration as the server wrote it into the page; `undefined` if it could not. Runs first: imports nothing. */
import type { Config } from '../contract.ts';

export function configInPage(): Config | undefined {
  const text = document.getElementById('config')?.textContent;
  return text === undefined ? undefined : (JSON.parse(text) as Config);
}
