/**
 * The HTTP server's frame: limits, headers, and the transport's own errors in the envelope. Endpoints add routes. An answer
 * never carries a stack, SQL or a library's message.
 */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import formbody from '@fastify/formbody';
import helmet from 'helmet';
import {
  fastify,
  type ConnectionError,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { Code, type Envelope, unixSeconds } from '#foundation/core/envelope.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { type SharedRefusal, sharedRefusals } from '#foundation/core/refusal-words.ts';
import { pickLanguage } from './negotiation.ts';
import { QueueFullError } from '#foundation/server/postgres/batcher.ts';
import { boundUnreadBodies } from './bodies.ts';
import { clientAddressReader } from './client-address.ts';
import { jsonText, refuseEncoded, refuseOtherCharsets, UnreadableBody } from './body-reading.ts';
import type { Logger } from '#foundation/server/process/log.ts';
import { statusOfFailure, UnavailableError } from '#foundation/server/postgres/unavailable.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Plain: no port, no zone, IPv4 as IPv4. */
    readonly clientAddress: string;
  }
}

export interface HttpOptions {
  log: Logger;
  /** CIDR ranges whose `X-Forwarded-For` counts. */
  trustedProxies: readonly string[];
  /** Whether the public address is https; then HSTS is sent. */
  secure: boolean;
  /** Until it returns true, everything but `HEALTH_PATH` is answered 503. Default: always true. */
  serving?: () => boolean;
  /** Other origins whose scripts, styles and pictures the pages need; normally none. */
  foreignOrigins?: readonly string[];
}

/** Answers while the process lives. */
export const HEALTH_PATH = '/healthz';
const MAX_BODY_BYTES = 2 * 1024 * 1024;

export async function createHttpServer({
  log,
  trustedProxies,
  secure,
  foreignOrigins = [],
  serving = () => true,
}: HttpOptions): Promise<FastifyInstance> {
  const server = fastify({
    logger: false,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: 60_000,
    connectionTimeout: 0,
    keepAliveTimeout: 65_000,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    forceCloseConnections: true,
    // Our own answer is below, instead of the framework's.
    return503OnClosing: false,
    // Handles what fails before there is a route; neither hooks nor the error handler see it.
    frameworkErrors: (error, request, reply) =>
      answerUnrouted(error, request.headers['accept-language'], reply, secure),
    clientErrorHandler: (error, socket) => answerUnread(error, socket, secure),
    // A JSON body must not smuggle in a prototype. The contract handles unknown fields.
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
  });
  boundUnreadBodies(server.server);
  nameClients(server, clientAddressReader({ trustedProxies, log }));
  // Made once: the framework's plugin would put the policy together again for every request.
  const setSecurityHeaders = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'", ...foreignOrigins],
        workerSrc: ["'self'"],
        // The component library sets custom properties in style attributes; styles run no code.
        styleSrc: ["'self'", "'unsafe-inline'", ...foreignOrigins],
        imgSrc: ["'self'", 'data:', 'blob:', ...foreignOrigins],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", ...foreignOrigins],
        manifestSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    hsts: secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
  });
  server.addHook('onRequest', (request, reply, next) => setSecurityHeaders(request.raw, reply.raw, () => next()));
  await server.register(formbody, { bodyLimit: 64 * 1024 });
  readJsonStrictly(server);
  let closing = false;
  server.addHook('preClose', async () => void (closing = true));
  server.addHook('onRequest', async (request, reply) => {
    if (closing) reply.header('connection', 'close');
    if (closing || !(serving() || request.url === HEALTH_PATH))
      throw new NotServingError('the server is starting or closing');
  });
  server.setErrorHandler((error: FastifyError, request, reply) => {
    const status = statusOfFailure(error);
    const word = refusalOfStatus(status);
    logFailure(log, error, { method: request.method, path: request.url.split('?', 1)[0] });
    if (status === 503) reply.header('retry-after', '1');
    const envelope = transportEnvelope(word, request.headers['accept-language']);
    if (error instanceof UnreadableBody) envelope.msg = error.msg(request.headers['accept-language']);
    reply.code(word === 'internal' ? 500 : status).send(envelope);
  });
  server.setNotFoundHandler((request, reply) => {
    const otherMethod = ['GET', 'POST'].some(
      (method) => method !== request.method && server.hasRoute({ method, url: request.url.split('?', 1)[0] ?? '' }),
    );
    reply
      .code(otherMethod ? 405 : 404)
      .send(transportEnvelope(otherMethod ? 'method_not_allowed' : 'not_found', request.headers['accept-language']));
  });
  return server;
}

function nameClients(server: FastifyInstance, clientAddress: ReturnType<typeof clientAddressReader>): void {
  // Reads the address while the socket is open: after that the socket knows it even when the client has hung up.
  server.server.on('connection', (socket) => void socket.remoteAddress);
  server.decorateRequest('clientAddress', {
    getter: function (this: FastifyRequest): string {
      return clientAddress(this.raw);
    },
  });
}

/** No endpoint decodes a content encoding; a JSON body is UTF-8 and has each name once. */
function readJsonStrictly(server: FastifyInstance): void {
  server.addHook('onRequest', async (request) => refuseEncoded(request));
  const parse = server.getDefaultJsonParser('error', 'error');
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    refuseOtherCharsets(request);
    void parse(request, body.length === 0 ? '' : jsonText(body as Buffer), done);
  });
}

export function transportEnvelope(
  word: SharedRefusal,
  acceptLanguage: string | undefined,
  values: Record<string, number> = {},
): Envelope {
  return {
    code: Code.refused,
    msg: formatPhrase(sharedRefusals[word], pickLanguage(acceptLanguage), values),
    time: unixSeconds(new Date()),
    error: word,
  };
}

class NotServingError extends UnavailableError {
  override name = 'NotServingError';
}

/**
 * Logs a failure. Logs nothing where there is no fault: a full queue under load, a request while the server starts or
 * stops, a request that can't be read.
 */
export function logFailure(log: Logger, error: Error, about: { method: string; path: string | undefined }): void {
  const status = statusOfFailure(error);
  if (status < 500 || error instanceof QueueFullError || error instanceof NotServingError) return;
  if (status === 503)
    log.warn(
      { reason: reasonOf(error), ...about },
      'a request was not answered: a service that it needs is unavailable',
    );
  else log.error({ err: error, ...about }, 'a request failed');
}

function reasonOf(error: Error): string {
  return error.cause instanceof Error ? `${error.message}: ${reasonOf(error.cause)}` : error.message;
}

/**
 * The headers of answers that no hook sees, all of them data: those that the hooks add elsewhere, as far as they matter
 * here.
 */
function bareHeaders(secure: boolean): Record<string, string> {
  return {
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    ...(secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
  };
}

/** Answers a request whose address can't be routed: it can't be decoded, or a part of it is too long. */
function answerUnrouted(
  { statusCode: status = 500 }: FastifyError,
  language: string | undefined,
  reply: FastifyReply,
  secure: boolean,
): void {
  reply
    .code(status)
    .headers(bareHeaders(secure))
    .send(transportEnvelope(refusalOfStatus(status), language));
}

/**
 * Answers what Node's own parser can't read as a request. The language is unknown, and the connection ends with the
 * answer.
 */
function answerUnread({ code }: ConnectionError, socket: Socket, secure: boolean): void {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status = code === 'HPE_HEADER_OVERFLOW' ? 431 : code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400;
  const body = JSON.stringify(transportEnvelope(refusalOfStatus(status), undefined));
  const headers = {
    ...bareHeaders(secure),
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'));
}

function refusalOfStatus(status: number): SharedRefusal {
  if (status === 404) return 'not_found';
  if (status === 405) return 'method_not_allowed';
  if (status === 413 || status === 414 || status === 431) return 'too_large';
  if (status === 415) return 'media_type';
  if (status === 503) return 'unavailable';
  return status >= 400 && status < 500 ? 'malformed' : 'internal';
}
