/** Lists the scripts and styles that the login page itself loads, with their gzipped sizes. */
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';

const built = new URL('../dist/console/', import.meta.url);

export async function loginFiles(): Promise<{ name: string; gzippedBytes: number }[]> {
  // Not index.html: that is the page for logged-in users and references the code behind the login.
  const { html } = JSON.parse(await readFile(new URL('.page.json', built), 'utf8')) as { html: string };
  // The template lists what is prefetched after the page has loaded, so it doesn't count.
  const ownPart = html.replace(/<template id="later">.*?<\/template>/s, '');
  const names = [...ownPart.matchAll(/(?:src|href)="\.\/([^"]+\.(?:js|css))"/g)].map(([, name = '']) => name);
  return Promise.all(
    names.map(async (name) => ({ name, gzippedBytes: gzipSync(await readFile(new URL(name, built))).length })),
  );
}
