import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Language } from '#foundation/core/words.ts';
import { type DrawnPage, serveConsolePage, type ShownConfig, signInPage } from './console-page.ts';
import { etagOf } from './etag.ts';
import { createHttpServer } from './http.ts';
import { silentLog } from '#foundation/server/process/log.ts';

const plain =
  '<!doctype html><html lang="en"><head><title>Plain</title></head><body><div id="root"></div></body></html>';
/** How a page continues after its title. */
const tag = etagOf({ logo: null, name: 'Tea', registrationOpen: true }).replaceAll('"', '&quot;');
const configured = `</title>\n    <script type="application/json" data-etag="${tag}" id="config">{"name":"Tea","logo":null,"registrationOpen":true}</script>`;
const drawnIn = (language: Language) => ({
  title: `title ${language} - ~name~`,
  open: {
    mark: `<h1>form ${language} ~name~</h1>`,
    logo: `<h1>form ${language} ~name~ <img src="~logo~"></h1>`,
  },
  closed: { mark: `<h1>closed ${language} ~name~</h1>`, logo: `<h1>closed ${language} ~name~ <img src="~logo~"></h1>` },
});
const tea = { name: 'Tea', logo: null, registrationOpen: true };
const drawn: DrawnPage = {
  html: '<!doctype html><html lang="en"><head><title>Plain</title><script src="x"></script></head><body><div id="root"></div></body></html>',
  name: '~name~',
  logo: '~logo~',
  pages: { en: drawnIn('en'), zh: drawnIn('zh'), es: drawnIn('es'), th: drawnIn('th') },
};

describe('the prerendered page', () => {
  test('has the name in title and form, and the logo when there is one', () => {
    expect(signInPage(drawn, 'zh', tea)).toContain('<html lang="zh">');
    expect(signInPage(drawn, 'zh', tea)).toContain('<title>title zh - Tea</title>');
    expect(signInPage(drawn, 'zh', tea)).toContain('<div id="root"><h1>form zh Tea</h1></div>');
    expect(signInPage(drawn, 'zh', { ...tea, logo: '/tea.svg' })).toContain(
      '<div id="root"><h1>form zh Tea <img src="/tea.svg"></h1></div>',
    );
  });

  test('is the one for closed registration while registration is closed', () => {
    const closed = { ...tea, registrationOpen: false };
    expect(signInPage(drawn, 'es', closed)).toContain('<div id="root"><h1>closed es Tea</h1></div>');
    expect(signInPage(drawn, 'es', { ...closed, logo: '/tea.svg' })).toContain(
      '<div id="root"><h1>closed es Tea <img src="/tea.svg"></h1></div>',
    );
  });

  test('escapes markup in the configuration for the page, and passes it to the code unchanged', () => {
    const config = {
      name: `</script><script>alert(1)</script>&'" $& $1`,
      logo: `"><script>alert(2)</script>`,
      registrationOpen: true,
      other: '<!-- </SCRIPT',
    };
    const page = signInPage(drawn, 'en', config);
    expect(page.match(/<script/g)).toHaveLength(2);
    expect(page.match(/<\/script/gi)).toHaveLength(2);
    expect(page).not.toContain('<!--');
    expect(page).toContain('&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;&#39;&quot; $&amp; $1');
    expect(page).toContain('<img src="&quot;&gt;&lt;script&gt;');
    const data = /<script type="application\/json" data-etag="[^"]+" id="config">(.*?)<\/script>/.exec(page)?.[1] ?? '';
    expect(JSON.parse(data)).toEqual(config);
    // The code can run as soon as it arrives, so the data it reads comes before it.
    expect(page.indexOf('id="config"')).toBeLessThan(page.indexOf('<script src="x">'));
  });
});

describe('the console’s page', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'console-page-'));
    await writeFile(join(folder, 'index.html'), plain);
    await writeFile(join(folder, 'drawn.json'), JSON.stringify(drawn));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const serve = async (config: () => Promise<ShownConfig> = async () => tea, drawnFile = 'drawn.json') => {
    const server = await createHttpServer({ log: silentLog, trustedProxies: [], secure: false });
    const file = (name: string): URL => pathToFileURL(join(folder, name));
    await serveConsolePage(server, { page: file('index.html'), drawn: file(drawnFile), config, log: silentLog });
    return (headers: Record<string, string> = {}, url = '/') => server.inject({ url, headers });
  };

  test.each([
    [undefined, 'en'],
    ['language=es', 'es'],
    ['a=b; language=th', 'th'],
    ['language=xx', 'en'],
    ['Admin-Token=; language=zh', 'zh'],
  ])('for a client without a token has the form in the language of the cookie (%s → %s)', async (cookie, language) => {
    const get = await serve();
    for (const url of ['/', '/index.html']) {
      const { body, headers } = await get(cookie === undefined ? {} : { cookie }, url);
      expect(body).toContain(`<h1>form ${language} Tea</h1>`);
      expect(body).toContain('"name":"Tea"');
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        vary: 'Cookie, Accept-Encoding',
        'cache-control': 'no-cache',
      });
      expect(headers['content-security-policy']).toContain("script-src 'self';");
    }
  });

  test('is the plain one, with the configuration, for a client with a token', async () => {
    const get = await serve();
    const { body, headers } = await get({ cookie: 'language=es; Admin-Token=abc' });
    expect(body).toBe(plain.replace('lang="en"', 'lang="es"').replace('</title>', configured));
    expect(headers['vary']).toBe('Cookie, Accept-Encoding');
  });

  test.each([
    ['scheme=dark; size=mini', ' data-mantine-color-scheme="dark" data-size="mini"'],
    ['scheme=light', ' data-mantine-color-scheme="light"'],
    ['scheme=auto; size=medium; away=0', ''],
    ['scheme="><script>; size=huge', ''],
    ['away=1', ' data-away="1"'],
  ])('has the look of the cookies before any code (%s), and reads nothing else from them', async (cookie, look) => {
    const get = await serve();
    for (const token of ['', '; Admin-Token=abc'])
      expect((await get({ cookie: cookie + token })).body).toContain(`<html lang="en"${look}><head>`);
    // The page for other clients stays as it was.
    expect((await get()).body).toContain('<html lang="en"><head>');
  });

  test('is the plain one without a prerendered page, and leaves out a configuration that cannot be read', async () => {
    expect((await (await serve(undefined, 'nothing.json'))()).body).toBe(plain.replace('</title>', configured));
    const get = await serve(() => Promise.reject(new Error('no database')));
    for (const cookie of ['', 'Admin-Token=abc']) expect((await get({ cookie })).body).toBe(plain);
  });

  test('shows a new name as soon as the configuration has it', async () => {
    let name = 'Tea';
    const get = await serve(async () => ({ ...tea, name }));
    const before = await get();
    expect(before.body).toContain('form en Tea');
    name = 'Coffee';
    const after = await get({ 'if-none-match': String(before.headers['etag']) });
    expect(after.body).toContain('form en Coffee');
    expect((await get({ 'if-none-match': String(after.headers['etag']) })).statusCode).toBe(304);
  });

  test.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip;q=0.5', 'gzip', gunzipSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
  ])('is compressed for a client that accepts %s', async (accepted, encoding, decoded) => {
    const get = await serve();
    for (let time = 0; time < 2; time += 1) {
      const { headers, rawPayload } = await get({ 'accept-encoding': accepted });
      expect(headers['content-encoding']).toBe(encoding);
      expect(decoded(rawPayload).toString()).toContain('form en Tea');
    }
    expect((await get({ 'accept-encoding': 'identity' })).headers['content-encoding']).toBeUndefined();
  });
});
