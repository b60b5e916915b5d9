/**
 * HTTP around the ePay door. Plugins build addresses in their own ways, so it answers the forms that people paste. Every
 * answer but a rate limit has status 200, and no log gets a query: `api.php` has the key in it.
 */
import { readFile } from 'node:fs/promises';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { pickLanguage } from '#foundation/server/http/negotiation.ts';
import { logFailure, transportEnvelope } from '#foundation/server/http/http.ts';
import { statusOfFailure } from '#foundation/server/postgres/unavailable.ts';
import { sha256 } from '#foundation/server/secrets/sealing.ts';
import { epayTexts } from '../words.ts';
import type { EpayFile, EpayReply } from './context.ts';
import { errorPage, receiptPage } from './pages.ts';
import { CHECK_PATH, CHOICE_PATH, EPAY_PATH, type EpayVerbs } from './verbs.ts';

const MAX_BODY_BYTES = 64 * 1024;

const PAGE_CSP = [
  "default-src 'none'",
  "style-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The end of an address that a plugin built, after `/epay` or at the root: which of the three files it means. */
const fileAt = /^\/*(?:(?:submit|mapi|api)\.php\/*)?(submit|mapi|api)\.php\/?$/;

export interface EpayPages {
  /** The receipt of an order of this protocol, for a payer who returns late; undefined for other orders. */
  receipt(
    order: { memberNo: bigint; systemNo: bigint },
    acceptLanguage: string | undefined,
  ): Promise<{ html: string; csp: string } | undefined>;
}

export async function serveEpay(server: FastifyInstance, epay: EpayVerbs): Promise<EpayPages> {
  const style = await readFile(new URL('../console/page.css', import.meta.url));
  const stylePath = `${EPAY_PATH}/assets/${sha256(style).toString('hex').slice(0, 12)}-page.css`;
  server.get(stylePath, (_request, reply) =>
    reply.header('cache-control', 'public, max-age=31536000, immutable').type('text/css; charset=utf-8').send(style),
  );
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    scope.setErrorHandler((error: FastifyError, request, reply) =>
      answerFailure(error, request, reply, epay, stylePath),
    );
    const serve = (file: EpayFile, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
      answer(file, request, reply, epay, stylePath);
    const route = (
      url: string,
      handler: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
    ): void =>
      // No HEAD: a request of this protocol can create an order.
      void scope.route({ method: ['GET', 'POST'], url, exposeHeadRoute: false, handler });

    scope.get<{ Querystring: { request?: unknown; type?: unknown } }>(
      CHOICE_PATH,
      { exposeHeadRoute: false },
      async (request, reply) => {
        const answered = await epay.choose({
          request: textOf(request.query.request),
          type: textOf(request.query.type),
          ip: request.clientAddress,
          acceptLanguage: request.headers['accept-language'],
          headers: request.headers,
          style: stylePath,
        });
        return send(reply, answered);
      },
    );
    scope.get<{ Params: { token: string } }>(
      `${CHECK_PATH}/:token`,
      { exposeHeadRoute: false },
      async (request, reply) => {
        const isRight = await epay.checkNotification(request.params.token, queryOf(request));
        return reply
          .header('cache-control', 'no-store')
          .type('text/plain; charset=utf-8')
          .send(isRight ? 'success' : 'fail');
      },
    );
    route(`${EPAY_PATH}/*`, (request, reply) => {
      const file = fileOf(pathOf(request).slice(EPAY_PATH.length));
      return file ? serve(file, request, reply) : notFound(request, reply);
    });
    // The plugin adds the file's name to a base without its slash.
    for (const file of ['submit', 'mapi', 'api'] as const) {
      route(`${EPAY_PATH}${file}.php`, (request, reply) => serve(file, request, reply));
      for (const path of [`/${file}.php`, `//${file}.php`, `/${file}.php/*`]) {
        route(path, async (request, reply) => {
          const wanted = fileOf(pathOf(request));
          return wanted && (await epay.isAtRoot()) ? serve(wanted, request, reply) : notFound(request, reply);
        });
      }
    }
  });
  return {
    async receipt({ memberNo, systemNo }, acceptLanguage) {
      const receipt = await epay.receipt(memberNo, systemNo);
      const frame = { language: pickLanguage(acceptLanguage), style: stylePath };
      return receipt && { html: receiptPage(receipt, frame), csp: PAGE_CSP };
    },
  };
}

function fileOf(path: string): EpayFile | undefined {
  const file = fileAt.exec(path)?.[1];
  return file === 'submit' || file === 'mapi' || file === 'api' ? file : undefined;
}

async function answer(
  file: EpayFile,
  request: FastifyRequest,
  reply: FastifyReply,
  epay: EpayVerbs,
  style: string,
): Promise<FastifyReply> {
  return send(
    reply,
    await epay.answer(
      {
        file,
        query: queryOf(request),
        body: formOf(request),
        ip: request.clientAddress,
        acceptLanguage: request.headers['accept-language'],
        headers: request.headers,
      },
      style,
    ),
  );
}

function send(reply: FastifyReply, answered: EpayReply): FastifyReply {
  reply.header('cache-control', 'no-store');
  if (answered.kind === 'redirect') return reply.code(302).header('location', answered.location).send();
  if (answered.retryAfterS !== undefined) reply.code(429).header('retry-after', answered.retryAfterS.toString());
  return answered.kind === 'page'
    ? reply.header('content-security-policy', PAGE_CSP).type('text/html; charset=utf-8').send(answered.html)
    : reply.type('application/json; charset=utf-8').send(JSON.stringify(answered.data));
}

function pathOf(request: FastifyRequest): string {
  return (request.raw.url ?? '').replace(/^https?:\/\/[^/]*/i, '').split('?', 1)[0] ?? '';
}

function queryOf(request: FastifyRequest): string {
  const url = request.raw.url ?? '';
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1);
}

/** The body of a form. A body without a type is read as one; another type is none. */
function formOf({ headers, body }: FastifyRequest): Uint8Array | undefined {
  const bytes = body instanceof Uint8Array ? body : new Uint8Array();
  const type = (headers['content-type'] ?? '').toLowerCase();
  const [kind = '', ...parameters] = type.split(';').map((part) => part.trim());
  const isUtf8 = parameters.every(
    (parameter) => !parameter.startsWith('charset=') || /^charset="?utf-?8"?$/.test(parameter),
  );
  return bytes.length === 0 || ((kind === '' || kind === 'application/x-www-form-urlencoded') && isUtf8)
    ? bytes
    : undefined;
}

async function notFound(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  return reply.code(404).send(transportEnvelope('not_found', request.headers['accept-language']));
}

function answerFailure(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  { log }: EpayVerbs,
  style: string,
): FastifyReply {
  const status = statusOfFailure(error);
  const path = pathOf(request);
  // The path only: the query of `api.php` has the key in it.
  logFailure(log, error, { method: request.method, path });
  // A body that is too large is refused by the transport before it is received; nothing of it is a plugin's request.
  reply.header('cache-control', 'no-store').code(status >= 500 || status === 413 ? status : 200);
  if (status === 503) reply.header('retry-after', '1');
  const fault = status >= 500 ? 'failed' : 'malformed';
  if (path === CHOICE_PATH || fileOf(path.replace(/^\/epay/, '')) === 'submit') {
    const language = pickLanguage(request.headers['accept-language']);
    return reply
      .header('content-security-policy', PAGE_CSP)
      .type('text/html; charset=utf-8')
      .send(errorPage({ fault }, { language, style }));
  }
  const data = { code: -1, msg: formatPhrase(epayTexts[fault], 'zh') };
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(data));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
