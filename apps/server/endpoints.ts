/**
 * The endpoints that a process opens, by its roles: console and its API, gateway, cashier and upstream reports; health
 * always.
 */
import { existsSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { demoOfflinePath } from '#database/demo/seed.ts';
import { DEMO_NOTIFY_PATH } from '#features/gateway/demo-shop.ts';
import { GATEWAY_BASE } from '#features/gateway/contract.ts';
import { serveGateway } from '#features/gateway/server/endpoint.ts';
import { serveEpay } from '#features/epay/server/endpoint.ts';
import { serveGatewayReference } from '#features/gateway/server/reference-page.ts';
import { serveReportFiles } from '#features/downloads/server/report-links.ts';
import { serveUpstreamReports } from '#features/orders/server/upstream-reports.ts';
import { configOf } from '#features/platform/server/config.ts';
import { serveLogos } from '#features/platform/server/logos.ts';
import { type CashierDeps, serveCashier } from '#features/upstreams/server/sandbox-cashier.ts';
import { CONSOLE_BASE, serveContracts, streamSessionOf } from '#foundation/server/http/console-api.ts';
import { serveConsolePage } from '#foundation/server/http/console-page.ts';
import { HEALTH_PATH, transportEnvelope } from '#foundation/server/http/http.ts';
import { serveReference } from '#foundation/server/http/reference.ts';
import { openApiDocument, openTags } from '#foundation/server/http/openapi.ts';
import type { Live } from '#foundation/server/live/live.ts';
import type { Settings } from '#foundation/server/process/settings.ts';
import type { App } from './compose.ts';

export interface EndpointDeps {
  app: App;
  settings: Settings;
  live: Live;
  ready(): Promise<boolean>;
}

const consoleFolder = new URL('../../dist/console/', import.meta.url);

export async function serveEndpoints(
  server: FastifyInstance,
  { app, settings, live, ready }: EndpointDeps,
): Promise<void> {
  server.get(HEALTH_PATH, () => ({ status: 'ok' }));
  server.get('/readyz', async (request, reply) => {
    if (await ready()) return { status: 'ready' };
    return reply
      .code(503)
      .header('retry-after', '1')
      .send(transportEnvelope('unavailable', request.headers['accept-language']));
  });
  if (settings.roles.includes('console')) await serveConsole(server, { app, settings, live, ready });
  if (settings.roles.includes('gateway')) {
    await serveGateway(server, app.gateway);
    const { receipt } = await serveEpay(server, app.epay);
    const { returnLink, canReturn, beforeReturn } = app.epay;
    await serveCashier(server, { ...app, returnLink, canReturn, beforeReturn, receipt, payeeOf: payeesOf(app) });
    await serveUpstreamReports(server, app);
    serveReportFiles(server, app);
    if (settings.demo) serveDemoShop(server);
  }
}

/** Whom a payer pays, and for what: the shop with its own order number, or the payer's own wallet. */
function payeesOf({ orders, members }: Pick<App, 'orders' | 'members'>): NonNullable<CashierDeps['payeeOf']> {
  return async (memberNo, systemNo) => {
    const [order, member] = await Promise.all([orders.payerFacts(memberNo, systemNo), members.find(memberNo)]);
    return order && member && { name: member.name, orderNo: order.orderNo, isRecharge: order.kind === 'recharge' };
  };
}

/** The demo's own shop, which receives callbacks; its second address is always down. */
function serveDemoShop(server: FastifyInstance): void {
  // Plugins are notified by GET.
  server.route({
    method: ['GET', 'POST'],
    url: DEMO_NOTIFY_PATH,
    handler: (_request, reply) => reply.type('text/plain').send('success'),
  });
  server.post(demoOfflinePath, (_request, reply) => reply.code(503).type('text/plain').send('the shop is closed'));
}

async function serveConsole(server: FastifyInstance, { app, settings, live }: EndpointDeps): Promise<void> {
  const endpoint = {
    contracts: app.handlers,
    clock: app.clock,
    log: app.log,
    secure: settings.publicUrl.startsWith('https:'),
    authenticate: app.sessions.authenticate,
    isBarred: app.keys.isLoginBarred,
    onView: app.sessions.viewed,
  };
  serveContracts(server, endpoint);
  live.serve(server, `${CONSOLE_BASE}/events`, {
    of: (request) => streamSessionOf(request, endpoint),
    stillOpen: (sessionIds) => app.sessions.stillOpen(sessionIds),
    barred: (readers) => app.keys.barredLogins(readers),
  });
  serveLogos(server, app);
  const document = openApiDocument(
    app.handlers.map(({ contract }) => contract),
    { title: 'Countinghouse console API', version: '1', base: CONSOLE_BASE },
  );
  server.get(`${CONSOLE_BASE}/openapi.json`, () => document);
  await serveReference(server, {
    path: `${CONSOLE_BASE}/docs`,
    document: `${CONSOLE_BASE}/openapi.json`,
    open: openTags(document),
  });
  await serveGatewayReference(server, {
    path: `${CONSOLE_BASE}/docs/gateway`,
    document: `${CONSOLE_BASE}/openapi-gateway.json`,
    gateway: settings.publicUrl + GATEWAY_BASE,
    notifyUrl: settings.demo ? settings.publicUrl + DEMO_NOTIFY_PATH : undefined,
    platformPublicKey: async () => (await app.platformKeys.platformKeys()).publicKeyPem,
  });

  if (!existsSync(new URL('index.html', consoleFolder))) {
    app.log.warn('the console is not built: only the API is served');
    return;
  }
  await serveConsolePage(server, {
    page: new URL('index.html', consoleFolder),
    drawn: new URL('.page.json', consoleFolder),
    log: app.log,
    config: () =>
      configOf({
        platform: app.platform,
        publicUrl: app.publicUrl,
        captchaProvider: app.captcha.provider,
        demoRoles: app.demoRoles,
        platformPublicKey: async () => (await app.platformKeys.platformKeys()).publicKeyPem,
      }),
  });
  await server.register(fastifyStatic, {
    root: consoleFolder,
    wildcard: false,
    index: false,
    globIgnore: ['index.html'],
    preCompressed: true,
    // Built files have a hash in their name.
    setHeaders: (reply, path) =>
      void reply.header(
        'cache-control',
        /[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
      ),
  });
}
