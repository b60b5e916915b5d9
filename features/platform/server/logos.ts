/** Serves the platform's logos to anyone: the sign-in page shows the current one. */
import type { FastifyInstance } from 'fastify';
import { transportEnvelope } from '#foundation/server/http/http.ts';
import { LOGO_PATH, type PlatformVerbs } from './verbs.ts';

export function serveLogos(server: FastifyInstance, { platform }: { platform: Pick<PlatformVerbs, 'logoAt'> }): void {
  server.get<{ Params: { digest: string } }>(`${LOGO_PATH}:digest`, async ({ params, headers }, reply) => {
    const bytes = /^[0-9a-f]{64}$/.test(params.digest) ? await platform.logoAt(LOGO_PATH + params.digest) : undefined;
    if (!bytes) return reply.code(404).send(transportEnvelope('not_found', headers['accept-language']));
    return reply.header('cache-control', 'public, max-age=31536000, immutable').type('image/webp').send(bytes);
  });
}
