/**
 * The merchants' endpoint: HTTP around the gateway. It keeps the raw body, which is what is signed, and puts the
 * transport's own errors into the envelope. It knows no field and no rule.
 */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Code } from '#foundation/core/envelope.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { type SharedRefusal, sharedRefusals } from '#foundation/core/refusal-words.ts';
import { pickLanguage } from '#foundation/server/http/negotiation.ts';
import { refuseOtherCharsets, UnreadableBody } from '#foundation/server/http/body-reading.ts';
import { logFailure } from '#foundation/server/http/http.ts';
import { statusOfFailure } from '#foundation/server/postgres/unavailable.ts';
import { GATEWAY_BASE, gatewayCalls, type GatewayPath } from '../contract.ts';
import type { GatewayVerbs } from './verbs.ts';

const MAX_BODY_BYTES = 64 * 1024;
const paths = Object.keys(gatewayCalls) as GatewayPath[];

export async function serveGateway(server: FastifyInstance, gateway: GatewayVerbs): Promise<void> {
  await server.register(
    async (scope) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser(
        ['application/json', 'application/x-www-form-urlencoded'],
        { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES },
        (request, body, done) => {
          refuseOtherCharsets(request);
          done(null, body);
        },
      );
      scope.setErrorHandler((error: FastifyError, request, reply) => answerFailure(error, request, reply, gateway));
      scope.setNotFoundHandler((request, reply) => {
        const known = paths.some((path) => GATEWAY_BASE + path === request.url.split('?', 1)[0]);
        if (known) reply.header('Allow', 'POST');
        return send(request, reply, known ? 405 : 404, known ? 'method_not_allowed' : 'not_found');
      });
      for (const path of paths)
        scope.post(path, { bodyLimit: MAX_BODY_BYTES }, (request, reply) => answerCall(path, request, reply, gateway));
    },
    { prefix: GATEWAY_BASE },
  );
}

async function answerCall(
  path: GatewayPath,
  request: FastifyRequest,
  reply: FastifyReply,
  gateway: GatewayVerbs,
): Promise<FastifyReply> {
  const { status, headers, body } = await gateway.answer(path, {
    // A request line can contain the whole address; the signed part begins with the path.
    target: (request.raw.url ?? '').replace(/^https?:\/\/[^/]*/i, ''),
    headers: request.headers,
    body: request.body instanceof Uint8Array ? request.body : new Uint8Array(),
    ip: request.clientAddress,
  });
  return reply
    .code(status)
    .headers({ 'Cache-Control': 'no-store', ...headers })
    .send(body);
}

function answerFailure(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  { log }: GatewayVerbs,
): FastifyReply {
  const status = statusOfFailure(error);
  if (status === 503) reply.header('Retry-After', '1');
  logFailure(log, error, { method: request.method, path: request.url.split('?', 1)[0] });
  // The framework's own 415 is for a type without a parser.
  const unread = status === 415 && !(error instanceof UnreadableBody) ? new UnreadableBody(415, 'body_kind') : error;
  const word = refusalsByStatus[status];
  if (word) return send(request, reply, status, word, unread);
  if (status >= 400 && status < 500) return send(request, reply, status, 'malformed');
  return send(request, reply, 500, 'internal');
}

const refusalsByStatus: Readonly<Record<number, SharedRefusal>> = {
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'too_large',
  415: 'media_type',
  503: 'unavailable',
};

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  error: SharedRefusal,
  cause?: Error,
): FastifyReply {
  const language = request.headers['accept-language'];
  const msg =
    cause instanceof UnreadableBody ? cause.msg(language) : formatPhrase(sharedRefusals[error], pickLanguage(language));
  return reply.code(status).header('Cache-Control', 'no-store').send({ code: Code.refused, msg, error });
}
