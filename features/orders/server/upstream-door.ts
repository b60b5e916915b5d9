/**
 * The door for upstreams' reports: `POST /upstream/:id/notify`. What counts is verified by the upstream's connector and
 * then handed to the same verb as everything else; the answer tells the upstream whether to come again.
 */
import type { FastifyInstance } from 'fastify';
import type { Logger } from '#foundation/server/log.ts';
import { notificationStatus } from '#features/upstreams/connector.ts';
import type { UpstreamVerbs } from '#features/upstreams/server/verbs.ts';
import type { OrderVerbs } from './verbs.ts';

export interface UpstreamDoorDeps {
  orders: OrderVerbs;
  upstreams: UpstreamVerbs;
  log: Logger;
}

export async function serveUpstreamReports(server: FastifyInstance, { orders, upstreams, log }: UpstreamDoorDeps): Promise<void> {
  await server.register(async (scope) => {
    // The connector checks a signature over the bytes as they came.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 64 * 1024 }, (_request, body, done) => done(null, body));
    scope.post<{ Params: { id: string } }>('/upstream/:id/notify', async (request, reply) => {
      const upstreamId = /^\d{1,9}$/.test(request.params.id) ? Number(request.params.id) : 0;
      const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const read = await upstreams.readNotification(upstreamId, {
        method: request.method,
        headers: request.headers,
        rawBody,
        query: request.query,
      });
      reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8');
      if (!read.ok) {
        log.warn({ upstreamId, failure: read.failure }, 'an upstream report was refused');
        return reply.code(notificationStatus[read.failure]).send(read.failure);
      }
      const outcome = await orders.confirmPayment(upstreamId, read.payment);
      if (outcome === 'mismatch' || outcome === 'unknown_order') {
        log.error({ upstreamId, outcome, systemNo: read.payment.systemNo.toString() }, 'an upstream reported a payment that fits no order');
        return reply.code(409).send(outcome);
      }
      return reply.code(200).send(read.acknowledgement);
    });
  });
}
