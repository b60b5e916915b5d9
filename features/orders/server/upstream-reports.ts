/**
 * The endpoint for upstream reports: `/upstream/:id/notify`, POST or GET. The upstream's connector verifies each report, then
 * the same verb as for queries books it. The response tells the upstream whether to retry.
 */
import type { FastifyInstance, FastifyReply, RouteHandlerMethod } from 'fastify';
import type { Logger } from '#foundation/server/process/log.ts';
import { notificationStatus, UpstreamError, type UpstreamPayment } from '#features/upstreams/server/connector.ts';
import type { UpstreamVerbs } from '#features/upstreams/server/verbs.ts';
import type { OrderVerbs, ReportOutcome } from './verbs.ts';

export interface UpstreamReportDeps {
  orders: OrderVerbs;
  upstreams: UpstreamVerbs;
  log: Logger;
}

/** Each upstream's connector takes as much of it as it needs. */
const MAX_BODY_BYTES = 1_048_576;

/** When to retry a report that could not be confirmed. Upstreams with their own retry schedule ignore this. */
const RETRY_AFTER_S = 60;

export async function serveUpstreamReports(server: FastifyInstance, deps: UpstreamReportDeps): Promise<void> {
  const { upstreams, log } = deps;
  await server.register(async (scope) => {
    // The connector verifies a signature over the raw bytes.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_request, body, done) =>
      done(null, body),
    );
    // Upstreams of the ePay protocol report by GET.
    const report: RouteHandlerMethod = async (request, reply) => {
      const { id } = request.params as { id: string };
      const upstreamId = /^\d{1,9}$/.test(id) ? Number(id) : 0;
      const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const read = await upstreams.readNotification(upstreamId, {
        method: request.method,
        headers: request.headers,
        rawBody,
        query: request.query,
      });
      reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8');
      if (!read.ok && !read.payment) {
        log.warn({ upstreamId, failure: read.failure }, 'an upstream report was refused');
        return reply.code(notificationStatus[read.failure]).send(read.failure);
      }
      const { payment, acknowledgement } = read;
      if (!payment) return reply.code(200).send(acknowledgement);
      return answerReport(deps, reply, { upstreamId, payment, acknowledgement, isReplay: !read.ok });
    };
    scope.route({ method: ['GET', 'POST'], url: '/upstream/:id/notify', exposeHeadRoute: false, handler: report });
  });
}

interface ProvenReport {
  upstreamId: number;
  payment: UpstreamPayment;
  acknowledgement: string;
  /** The very same request came before. It may not have been booked then: a process can end in between. */
  isReplay: boolean;
}

/** Acknowledges only a report that needs no retry. */
async function answerReport(
  { orders, log }: UpstreamReportDeps,
  reply: FastifyReply,
  { upstreamId, payment, acknowledgement, isReplay }: ProvenReport,
) {
  const { outcome, error } = await outcomeOf(orders, upstreamId, payment);
  const about = { upstreamId, outcome, memberNo: payment.memberNo.toString(), systemNo: payment.systemNo.toString() };
  if (!isReplay && (outcome === 'mismatch' || outcome === 'unknown_order')) {
    log.error(about, 'an upstream reported a payment that matches no order');
    return reply.code(409).send(outcome);
  }
  if (outcome === 'unconfirmed') {
    log.warn({ ...about, error }, 'an upstream reported a late payment and does not confirm it');
    return reply.code(503).header('retry-after', RETRY_AFTER_S).send(outcome);
  }
  if (isReplay && outcome !== 'paid') {
    log.warn({ ...about, failure: 'replayed' }, 'an upstream report was refused');
    return reply.code(notificationStatus.replayed).send('replayed');
  }
  return reply.code(200).send(acknowledgement);
}

/** An upstream that can't be reached has not confirmed; `error` says why. */
async function outcomeOf(
  orders: OrderVerbs,
  upstreamId: number,
  payment: UpstreamPayment,
): Promise<{ outcome: ReportOutcome; error?: string }> {
  try {
    return { outcome: await orders.confirmPayment(upstreamId, payment) };
  } catch (error) {
    if (error instanceof UpstreamError) return { outcome: 'unconfirmed', error: error.message };
    throw error;
  }
}
