/**
 * The doors that a process opens, by its roles: console and its API, gateway, cashier and upstream reports; health
 * always.
 */
import { existsSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { demoNotifyPath, demoOfflinePath } from '#database/demo/seed.ts';
import { serveGateway } from '#features/gateway/server/door.ts';
import { serveUpstreamReports } from '#features/orders/server/upstream-door.ts';
import { configOf } from '#features/platform/server/config.ts';
import { serveCashier } from '#features/upstreams/server/sandbox-cashier.ts';
import { CONSOLE_BASE, serveContracts, sessionOf } from '#foundation/server/http/console-door.ts';
import { serveConsolePage } from '#foundation/server/http/console-page.ts';
import { ALIVE, transportEnvelope } from '#foundation/server/http/http.ts';
import { serveReference } from '#foundation/server/http/reference.ts';
import { openApiDocument } from '#foundation/server/http/openapi.ts';
import type { Live } from '#foundation/server/live/live.ts';
import type { Settings } from '#foundation/server/process/settings.ts';
import type { House } from './compose.ts';

export interface DoorDeps {
  house: House;
  settings: Settings;
  live: Live;
  ready(): Promise<boolean>;
}

const consoleFolder = new URL('../../dist/console/', import.meta.url);

export async function serveDoors(server: FastifyInstance, { house, settings, live, ready }: DoorDeps): Promise<void> {
  server.get(ALIVE, () => ({ status: 'ok' }));
  server.get('/readyz', async (request, reply) => {
    if (await ready()) return { status: 'ready' };
    return reply
      .code(503)
      .header('retry-after', '1')
      .send(transportEnvelope('unavailable', request.headers['accept-language']));
  });
  if (settings.roles.includes('console')) await serveConsole(server, { house, settings, live, ready });
  if (settings.roles.includes('gateway')) {
    await serveGateway(server, house.gateway);
    await serveCashier(server, { ...house, returnLink: house.gateway.returnLink });
    await serveUpstreamReports(server, house);
    if (settings.demo) serveDemoShop(server);
  }
}

/** The demo's own shop, which takes callbacks; its second address is always down. */
function serveDemoShop(server: FastifyInstance): void {
  server.post(demoNotifyPath, (_request, reply) => reply.type('text/plain').send('success'));
  server.post(demoOfflinePath, (_request, reply) => reply.code(503).type('text/plain').send('the shop is closed'));
}

async function serveConsole(server: FastifyInstance, { house, settings, live }: DoorDeps): Promise<void> {
  const door = {
    contracts: house.contracts,
    clock: house.clock,
    log: house.log,
    secure: settings.publicUrl.startsWith('https:'),
    authenticate: house.users.authenticate,
  };
  serveContracts(server, door);
  live.serve(server, `${CONSOLE_BASE}/events`, {
    of: (request) => sessionOf(request, door, { touch: false }),
    stillOpen: (sessionIds) => house.users.stillOpen(sessionIds),
  });
  const document = openApiDocument(
    house.contracts.map(({ contract }) => contract),
    { title: 'Countinghouse console API', version: '1', base: CONSOLE_BASE },
  );
  server.get(`${CONSOLE_BASE}/openapi.json`, () => document);
  await serveReference(server, { path: `${CONSOLE_BASE}/docs`, document: `${CONSOLE_BASE}/openapi.json` });

  if (!existsSync(new URL('index.html', consoleFolder))) {
    house.log.warn('the console is not built: only the API is served');
    return;
  }
  await serveConsolePage(server, {
    page: new URL('index.html', consoleFolder),
    drawn: new URL('.page.json', consoleFolder),
    log: house.log,
    config: () =>
      configOf({
        platform: house.platform,
        publicUrl: house.publicUrl,
        captchaProvider: house.captcha.provider,
        demoRoles: house.demoRoles,
        platformPublicKey: async () => (await house.platformKeys.platformKeys()).publicKeyPem,
      }),
  });
  await server.register(fastifyStatic, {
    root: consoleFolder,
    wildcard: false,
    index: false,
    globIgnore: ['index.html'],
    preCompressed: true,
    // Built files carry a hash in their name.
    setHeaders: (reply, path) =>
      void reply.header(
        'cache-control',
        /[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
      ),
  });
}
