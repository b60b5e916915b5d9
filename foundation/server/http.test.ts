import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { clientOf } from './client.ts';
import { createHttpServer } from './http.ts';
import { silentLog } from './log.ts';

let server: FastifyInstance;
afterEach(() => server.close());

test.each([{ trustedProxies: [] }, { trustedProxies: ['10.0.0.0/8'] }])(
  'who has hung up still has the address that he came from (proxies: $trustedProxies)',
  async ({ trustedProxies }) => {
    server = await createHttpServer({ log: silentLog, trustedProxies, secure: false });
    const arrived = Promise.withResolvers<void>();
    const address = Promise.withResolvers<string>();
    server.get('/slow', (request) => {
      arrived.resolve();
      return once(request.raw.socket, 'close').then(() => address.resolve(Promise.try(() => clientOf(request).ip)));
    });
    const { port } = new URL(await server.listen({ host: '127.0.0.1', port: 0 }));
    const socket = connect(Number(port), '127.0.0.1');
    socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
    await arrived.promise;
    socket.destroy();
    expect(await address.promise).toBe('127.0.0.1');
  },
);
