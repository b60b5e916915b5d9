/** Runs first: imports nothing. */
import type { Config } from '../contract.ts';

const element = document.getElementById('config');
const text = element?.textContent;

/** The platform's configuration as the server wrote it into the page; `undefined` if it could not. */
export const configInPage = text === undefined ? undefined : (JSON.parse(text) as Config);
/** The tag of it, for `If-None-Match`. */
export const etagInPage = element?.dataset['etag'];
