/** What the sign-in page names itself: its program and its styles, gzipped as by any server. */
import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';

const built = new URL('../dist/console/', import.meta.url);

export async function loginFiles(): Promise<{ name: string; gzippedBytes: number }[]> {
  // Not index.html: that is the page of those who are logged in, and names what lies behind the login.
  const { html } = JSON.parse(await readFile(new URL('.page.json', built), 'utf8')) as { html: string };
  // What is laid by once a page stands is named in a template, and fetched by no page before.
  const ownPart = html.replace(/<template id="later">.*?<\/template>/s, '');
  const names = [...ownPart.matchAll(/(?:src|href)="\.\/([^"]+\.(?:js|css))"/g)].map(([, name = '']) => name);
  return Promise.all(
    names.map(async (name) => ({ name, gzippedBytes: gzipSync(await readFile(new URL(name, built))).length })),
  );
}
