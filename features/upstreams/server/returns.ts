/**
 * The payer's way back from an upstream that does not know the merchant. The upstream gets an address of ours, which
 * redirects the payer to the merchant's return address with the fields that the platform signs. Query parameters that
 * the upstream adds are ignored.
 */
import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { transportEnvelope } from '#foundation/server/http/http.ts';
import { equalBytes, type Sealer } from '#foundation/server/secrets/sealing.ts';

export class ReturnAddresses {
  readonly #publicUrl: string;
  /** The current key first, then the former keys, for addresses that were already handed out. */
  readonly #keys: readonly Buffer[];

  constructor({ publicUrl, sealer }: { publicUrl: string; sealer: Sealer }) {
    this.#publicUrl = publicUrl;
    this.#keys = sealer.keysFor('return address');
  }

  of(memberNo: bigint, systemNo: bigint): string {
    const order = `${memberNo}-${systemNo}`;
    return `${this.#publicUrl}/return/${order}.${this.#signatures(order)[0]}`;
  }

  /** Returns undefined if the name was not made here. */
  read(name: string): { memberNo: bigint; systemNo: bigint } | undefined {
    const [, memberNo, systemNo, signature] = /^(\d{8})-(\d{19})\.([\w-]{1,100})$/.exec(name) ?? [];
    if (memberNo === undefined || systemNo === undefined || signature === undefined) return undefined;
    const genuine = this.#signatures(`${memberNo}-${systemNo}`).some((expected) =>
      equalBytes(Buffer.from(signature), Buffer.from(expected)),
    );
    return genuine ? { memberNo: BigInt(memberNo), systemNo: BigInt(systemNo) } : undefined;
  }

  #signatures(order: string): string[] {
    return this.#keys.map((key) => createHmac('sha256', key).update(order).digest('base64url').slice(0, 27));
  }
}

export interface ReturnDeps {
  sealer: Sealer;
  publicUrl: string;
  /** The merchant's return address with its signed fields; null if the order has none. */
  returnLink(memberNo: bigint, systemNo: bigint): Promise<string | null>;
  /**
   * Whether a payer of an order in this state can be sent to the shop, perhaps only after `beforeReturn`. Absent: if
   * there is a `returnLink` now.
   */
  canReturn?(memberNo: bigint, systemNo: bigint, isPaid: boolean): Promise<boolean>;
  /** Waits, within a bound, for what must happen before a payer arrives at the shop. */
  beforeReturn?(memberNo: bigint, systemNo: bigint): Promise<void>;
  /** Our own page for a payer who can't be sent to the shop; undefined if there is none. */
  receipt?(
    order: { memberNo: bigint; systemNo: bigint },
    acceptLanguage: string | undefined,
  ): Promise<{ html: string; csp: string } | undefined>;
}

export function serveReturns(server: FastifyInstance, deps: ReturnDeps): void {
  const addresses = new ReturnAddresses(deps);
  server.get<{ Params: { order: string } }>('/return/:order', async (request, reply) => {
    const order = addresses.read(request.params.order);
    if (order) await deps.beforeReturn?.(order.memberNo, order.systemNo);
    const link = order ? await deps.returnLink(order.memberNo, order.systemNo) : null;
    reply.header('cache-control', 'no-store');
    const page = order && link === null ? await deps.receipt?.(order, request.headers['accept-language']) : undefined;
    if (page) return reply.header('content-security-policy', page.csp).type('text/html; charset=utf-8').send(page.html);
    if (link === null || !/^https?:\/\//i.test(link))
      return reply.code(404).send(transportEnvelope('not_found', request.headers['accept-language']));
    return reply.code(303).header('location', link).send();
  });
}
