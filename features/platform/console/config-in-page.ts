/** Reads the configuration that the server wrote into the page. Runs first and imports no code. */
import type { Config } from '../contract.ts';

const element = document.getElementById('config');
const text = element?.textContent;

/** The platform's configuration; `undefined` if the server could not write it. */
export const configInPage = text === undefined ? undefined : (JSON.parse(text) as Config);
/** Its ETag, for `If-None-Match`. */
export const etagInPage = element?.dataset['etag'];
