/** Runs first: imports nothing. */
import type { Config } from '../contract.ts';

const text = document.getElementById('config')?.textContent;

/** The platform's configuration as the server wrote it into the page; `undefined` if it could not. */
export const configInPage = text === undefined ? undefined : (JSON.parse(text) as Config);
