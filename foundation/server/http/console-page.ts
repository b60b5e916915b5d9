/**
 * The console's one page, with the platform's configuration as data. A client without a token gets the sign-in form in
 * it, rendered at build time in the language of the cookie, so that it can be read and typed into before any code has
 * loaded. Cookies also hold theme and size, so that nothing changes once the code runs. Must never put unescaped text
 * or a script into the page: the policy allows no inline script.
 */
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { defaultLanguage, type Language, languages } from '#foundation/core/words.ts';
import { cookiesOf } from './client.ts';
import type { Logger } from '#foundation/server/process/log.ts';
import { etagOf } from './etag.ts';
import { acceptedEncodings } from './negotiation.ts';
import { sha256 } from '#foundation/server/secrets/sealing.ts';

/** As `apps/console/build/page.mjs` writes it. */
export interface DrawnPage {
  /** The page with its styles inside and an empty root element. */
  html: string;
  /** Placeholders for the platform's name and its logo's address. */
  name: string;
  logo: string;
  /** The document's title, and the root element's content while registration is open and while it is closed. */
  pages: Readonly<Record<Language, { title: string; open: DrawnRoot; closed: DrawnRoot }>>;
}

/** With the product's own mark, or with a logo. */
interface DrawnRoot {
  mark: string;
  logo: string;
}

/** The part of the configuration that is rendered; the page carries all of it. */
export interface ShownConfig {
  name: string;
  logo: string | null;
  registrationOpen: boolean;
}

/** `look`: as returned by `rootAttributesIn`. */
export function signInPage(drawn: DrawnPage, language: Language, config: ShownConfig, look = ''): string {
  const { title, open, closed } = drawn.pages[language];
  const { mark, logo } = config.registrationOpen ? open : closed;
  const filled = (text: string): string =>
    text
      .replaceAll(drawn.name, () => escapedHtml(config.name))
      .replaceAll(drawn.logo, () => escapedHtml(config.logo ?? ''));
  return withConfig(withRootAttributes(drawn.html, language, look), config)
    .replace(/<title>.*?<\/title>/, () => `<title>${filled(title)}</title>`)
    .replace('<div id="root"></div>', () => `<div id="root">${filled(config.logo ? logo : mark)}</div>`);
}

/**
 * Puts the configuration before the code, which can run as soon as it arrives. The tag is that of `GET /config`; the
 * code uses it for its later requests.
 */
function withConfig(html: string, config: ShownConfig): string {
  const etag = escapedHtml(etagOf(config));
  return html.replace(
    '</title>',
    () =>
      `</title>\n    <script type="application/json" data-etag="${etag}" id="config">${escapedJson(config)}</script>`,
  );
}

/**
 * Returns the attributes that the browser's code would set on the root element, from its cookies. Only a few values are
 * possible.
 */
function rootAttributesIn(cookie: (name: string) => string | undefined): string {
  const attributes = kept.flatMap(({ name, attribute, values }) => {
    const value = values.find((each) => each === cookie(name));
    return value === undefined ? [] : [` ${attribute}="${value}"`];
  });
  return attributes.join('');
}
const kept: readonly { name: string; attribute: string; values: readonly string[] }[] = [
  { name: 'scheme', attribute: 'data-mantine-color-scheme', values: ['light', 'dark'] },
  { name: 'size', attribute: 'data-size', values: ['small', 'mini'] },
  // The address differs from the form's, which the server can't see: the form is in the page and hidden.
  { name: 'away', attribute: 'data-away', values: ['1'] },
];

function withRootAttributes(html: string, language: Language, look: string): string {
  return html.replace(/<html lang="\w+">/, () => `<html lang="${language}"${look}>`);
}

export interface ConsolePageOptions {
  /** The folder of `index.html` and of the prerendered page; without the latter all clients get the plain page. */
  page: URL;
  drawn: URL;
  config(): Promise<ShownConfig>;
  log: Logger;
}

export async function serveConsolePage(
  server: FastifyInstance,
  { page, drawn, config, log }: ConsolePageOptions,
): Promise<void> {
  const plain = await readFile(page, 'utf8');
  const ahead = await readDrawn(drawn);
  const answers = new Map<string, Answer>();
  const pageFor = async (request: FastifyRequest): Promise<Answer> => {
    const cookies = cookiesOf(request, undefined, false);
    const language = languages.find((each) => each === cookies.get('language')) ?? defaultLanguage;
    const look = rootAttributesIn(cookies.get);
    try {
      const shown = await config();
      if (!ahead || cookies.get('Admin-Token'))
        return cachedAs(
          answers,
          `plain ${language}${look}`,
          withConfig(withRootAttributes(plain, language, look), shown),
        );
      return cachedAs(answers, language + look, signInPage(ahead, language, shown, look));
    } catch (error) {
      // The plain page requests the configuration itself and reports what is wrong.
      log.warn({ err: error }, 'the page is sent without the configuration');
      return cachedAs(answers, `bare ${language}${look}`, withRootAttributes(plain, language, look));
    }
  };
  for (const path of ['/', '/index.html'])
    server.get(path, async (request, reply) => send(await pageFor(request), request, reply));
}

interface Answer {
  html: string;
  etag: string;
  /** Encoding → bytes, made on first use. */
  encoded: Map<string, Promise<Buffer>>;
}

/** Keeps the last page of a kind with its encodings until its content changes. */
function cachedAs(answers: Map<string, Answer>, kind: string, html: string): Answer {
  const before = answers.get(kind);
  if (before?.html === html) return before;
  const answer: Answer = { html, etag: `W/"${sha256(html).toString('base64url')}"`, encoded: new Map() };
  answers.set(kind, answer);
  return answer;
}

const encoders: Readonly<Record<string, (html: string) => Promise<Buffer>>> = {
  br: (html) => promisify(brotliCompress)(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (html) => promisify(gzip)(html),
};

async function send(
  { html, etag, encoded }: Answer,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.headers({ 'cache-control': 'no-cache', vary: 'Cookie, Accept-Encoding', etag });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  reply.type('text/html; charset=utf-8');
  const accepted = acceptedEncodings(request.headers['accept-encoding'], Object.keys(encoders));
  // The smallest, whatever the client's order.
  const encoding = Object.keys(encoders).find((each) => accepted.includes(each));
  const encoder = encoding === undefined ? undefined : encoders[encoding];
  if (encoding === undefined || !encoder) return reply.send(html);
  const bytes = encoded.get(encoding) ?? encoder(html);
  encoded.set(encoding, bytes);
  return reply.header('content-encoding', encoding).send(await bytes);
}

async function readDrawn(file: URL): Promise<DrawnPage | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as DrawnPage;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

function escapedHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** Escapes a setting's text so that it cannot end the element that contains it. */
function escapedJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}
