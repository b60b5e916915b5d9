/**
 * The sandbox's cashier: the page at a payment's address, and what its buttons do. Anyone with the address can settle
 * the payment, once. The page closes when the payment expires; a program can still pay late, as with real upstreams.
 * Nothing here touches an order: the platform learns of a payment only through its public endpoint.
 */
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { successEnvelope } from '#foundation/core/envelope.ts';
import { formatAmount } from '#foundation/core/money.ts';
import { type Language, languages } from '#foundation/core/words.ts';
import { pickLanguage } from '#foundation/server/http/negotiation.ts';
import { transportEnvelope } from '#foundation/server/http/http.ts';
import { sha256 } from '#foundation/server/secrets/sealing.ts';
import {
  type CashierAssets,
  cashierPage,
  type CashierState,
  type CashierView,
  GOES_BACK,
  invalidPage,
  type Payee,
} from './cashier-page.ts';
import { NOTIFY_LEASE_MS, type SandboxNotifierDeps, sandboxNotifier } from './jobs.ts';
import { type ReturnDeps, serveReturns } from './returns.ts';
import { cashierUrl, type SandboxBill, SandboxBills, upstreamNoOf } from './sandbox.ts';
import { insertSandboxPayment, type SandboxPayment, selectSandboxPayment } from './sandbox-store.ts';

export interface CashierDeps extends SandboxNotifierDeps, ReturnDeps {
  /** Whom the payer pays; undefined if there is no such order here. */
  payeeOf?(memberNo: bigint, systemNo: bigint): Promise<Payee | undefined>;
}

const CASHIER_CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** How long a payer on the way back to the shop waits for the platform to receive the notification. */
const MAX_HOLD_MS = 2_000;

const ASSETS = {
  style: { file: 'cashier.css', type: 'text/css' },
  script: { file: 'cashier.js', type: 'text/javascript' },
} as const;

/** Serves the cashier, and the return address for every upstream. */
export async function serveCashier(server: FastifyInstance, deps: CashierDeps): Promise<void> {
  // A scope of its own, because it ignores request bodies of any content type.
  await server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { bodyLimit: 16_384, parseAs: 'buffer' }, (_request, _body, done) => done(null));
    const assets = await serveAssets(scope);
    const cashier = new Cashier(deps, assets);
    scope.get<CashierRoute>('/cashier/:token', (request, reply) => cashier.show(request, reply));
    scope.get<CashierRoute>('/cashier/:token/leave', (request, reply) => cashier.leave(request, reply));
    scope.get<CashierRoute>('/cashier/:token/status', (request, reply) => cashier.status(request, reply));
    scope.post<CashierRoute>('/cashier/:token/pay', (request, reply) => cashier.settle('paid', request, reply));
    scope.post<CashierRoute>('/cashier/:token/fail', (request, reply) => cashier.settle('failed', request, reply));
  });
  serveReturns(server, deps);
}

interface CashierRoute {
  Params: { token: string };
  Querystring: { lang?: unknown; back?: unknown };
}
type CashierRequest = FastifyRequest<CashierRoute>;

class Cashier {
  readonly #deps: CashierDeps;
  readonly #assets: CashierAssets;
  readonly #bills: SandboxBills;
  readonly #notify: (payment: SandboxPayment) => Promise<void>;
  /** Notifications that this process is sending, by upstream number. */
  readonly #inFlight = new Map<string, Promise<void>>();

  constructor(deps: CashierDeps, assets: CashierAssets) {
    this.#deps = deps;
    this.#assets = assets;
    this.#bills = new SandboxBills(deps.sealer);
    this.#notify = sandboxNotifier(deps);
  }

  async show(request: CashierRequest, reply: FastifyReply): Promise<FastifyReply> {
    const bill = this.#billOf(request);
    return bill ? this.#page(request, reply, bill, await this.#stateOf(bill)) : this.#invalid(request, reply);
  }

  /**
   * Redirects to the shop with the payment's current state. Waits briefly so that a payer who has just paid does not
   * arrive there as unpaid.
   */
  async leave(request: CashierRequest, reply: FastifyReply): Promise<FastifyReply> {
    const bill = this.#billOf(request);
    if (!bill) return this.#invalid(request, reply);
    await Promise.race([this.#inFlight.get(upstreamNoOf(bill)), wait(MAX_HOLD_MS, undefined, { ref: false })]);
    const { memberNo, systemNo } = bill;
    if ((await this.#stateOf(bill)) === 'paid') await this.#deps.beforeReturn?.(memberNo, systemNo);
    const link = await this.#returnLink(bill);
    if (link !== null) return reply.code(303).header('cache-control', 'no-store').header('location', link).send();
    const state = await this.#stateOf(bill);
    return this.#page(request, reply, bill, state === 'open' ? 'left' : state);
  }

  async status(request: CashierRequest, reply: FastifyReply): Promise<FastifyReply> {
    const bill = this.#billOf(request);
    return bill ? this.#answer(reply, bill, await this.#stateOf(bill)) : this.#unknown(request, reply);
  }

  /** The first of paying and failing wins. Later requests return that result. */
  async settle(status: SandboxPayment['status'], request: CashierRequest, reply: FastifyReply): Promise<FastifyReply> {
    const bill = this.#billOf(request);
    const byForm = isForm(request);
    if (!bill) return byForm ? this.#invalid(request, reply) : this.#unknown(request, reply);
    const before = await this.#stateOf(bill);
    const state = before === 'open' || (before === 'expired' && !byForm) ? await this.#record(bill, status) : before;
    if (!byForm) return this.#answer(reply, bill, state);
    return reply
      .code(303)
      .header('cache-control', 'no-store')
      .header('location', `${this.#pathOf(bill)}?lang=${languageOf(request)}&${GOES_BACK}`)
      .send();
  }

  /** Returns the resulting state, which another click may have decided first. */
  async #record(bill: SandboxBill, status: SandboxPayment['status']): Promise<CashierState> {
    const { db, clock, log } = this.#deps;
    const settledAt = clock.now();
    const leasedUntil = new Date(settledAt.getTime() + NOTIFY_LEASE_MS);
    const payment = await insertSandboxPayment(
      db,
      { ...bill, upstreamNo: upstreamNoOf(bill), status, settledAt },
      leasedUntil,
    );
    if (!payment) return this.#stateOf(bill);
    // Sent at once without making the payer wait. If this process ends first, the job sends it.
    const sending = this.#notify(payment)
      .catch((error: unknown) => log.error({ err: error }, 'a sandbox notification could not be sent'))
      .finally(() => this.#inFlight.delete(payment.upstreamNo));
    this.#inFlight.set(payment.upstreamNo, sending);
    return payment.status;
  }

  async #stateOf(bill: SandboxBill): Promise<CashierState> {
    const payment = await selectSandboxPayment(this.#deps.db, upstreamNoOf(bill));
    if (payment) return payment.status;
    return this.#deps.clock.now() < bill.expiresAt ? 'open' : 'expired';
  }

  #billOf(request: CashierRequest): SandboxBill | undefined {
    return this.#bills.open(request.params.token);
  }

  async #returnLink({ memberNo, systemNo }: SandboxBill): Promise<string | null> {
    const link = await this.#deps.returnLink(memberNo, systemNo);
    return link !== null && /^https?:\/\//i.test(link) ? link : null;
  }

  /** A payer who has just paid can be here before the platform has received the notification. */
  async #canReturn(bill: SandboxBill, isPaid: boolean): Promise<boolean> {
    return this.#deps.canReturn
      ? this.#deps.canReturn(bill.memberNo, bill.systemNo, isPaid)
      : (await this.#returnLink(bill)) !== null;
  }

  #pathOf(bill: SandboxBill): string {
    return new URL(cashierUrl(this.#deps.publicUrl, this.#bills.seal(bill))).pathname;
  }

  async #page(
    request: CashierRequest,
    reply: FastifyReply,
    bill: SandboxBill,
    state: CashierState | 'left',
  ): Promise<FastifyReply> {
    const { publicUrl, clock } = this.#deps;
    const secondsLeft = Math.max(0, Math.ceil((bill.expiresAt.getTime() - clock.now().getTime()) / 1000));
    const hasReturn = state !== 'open' && (await this.#canReturn(bill, state === 'paid'));
    const view: CashierView = {
      language: languageOf(request),
      bill,
      payee: await this.#deps.payeeOf?.(bill.memberNo, bill.systemNo),
      state,
      payUrl: cashierUrl(publicUrl, this.#bills.seal(bill)),
      hasReturn,
      goesBack: hasReturn && state === 'paid' && request.query.back === '1',
      secondsLeft,
      assets: this.#assets,
    };
    return sendPage(reply, cashierPage(view));
  }

  #answer(reply: FastifyReply, bill: SandboxBill, status: CashierState): FastifyReply {
    const { systemNo, amountMinor, currency, expiresAt } = bill;
    const data = {
      status,
      systemNo: systemNo.toString(),
      upstreamNo: upstreamNoOf(bill),
      amount: formatAmount(amountMinor, currency),
      currency,
      expiresAt: expiresAt.toISOString(),
    };
    return reply.header('cache-control', 'no-store').send(successEnvelope(data, this.#deps.clock.now()));
  }

  #unknown(request: CashierRequest, reply: FastifyReply): FastifyReply {
    return reply
      .code(404)
      .header('cache-control', 'no-store')
      .send(transportEnvelope('not_found', request.headers['accept-language']));
  }

  #invalid(request: CashierRequest, reply: FastifyReply): FastifyReply {
    return sendPage(
      reply.code(404),
      invalidPage(languageOf(request), request.url.split('?', 1)[0] ?? '/', this.#assets),
    );
  }
}

function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply
    .header('content-security-policy', CASHIER_CSP)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page);
}

/** Whether the request comes from the page's own buttons. Everything else is treated as a program. */
function isForm({ headers }: CashierRequest): boolean {
  const type = headers['content-type'] ?? '';
  return type.startsWith('application/x-www-form-urlencoded') && !(headers.accept ?? '').includes('application/json');
}

function languageOf(request: CashierRequest): Language {
  return (
    languages.find((language) => language === request.query.lang) ?? pickLanguage(request.headers['accept-language'])
  );
}

/** Each URL contains the content's hash, so that browsers can cache it forever. */
async function serveAssets(scope: FastifyInstance): Promise<CashierAssets> {
  const serve = async ({ file, type }: { file: string; type: string }): Promise<string> => {
    const content = await readFile(new URL(`../console/${file}`, import.meta.url));
    const url = `/cashier/assets/${sha256(content).toString('hex').slice(0, 12)}-${file}`;
    scope.get(url, (_request, reply) =>
      reply.header('cache-control', 'public, max-age=31536000, immutable').type(`${type}; charset=utf-8`).send(content),
    );
    return url;
  };
  return { style: await serve(ASSETS.style), script: await serve(ASSETS.script) };
}
