/**
 * Checks every reply that the gateway gives in the database tests against its OpenAPI document. Vitest imports it in
 * every worker, before a test file. It watches the servers from outside, so the endpoints know nothing of it.
 */
import { subscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import { afterEach } from 'vitest';
import { GATEWAY_BASE } from '../contract.ts';
import { replyFaults } from './reply-schemas-for-tests.ts';

const faults: string[] = [];

subscribe('fastify.initialization', (message) => {
  const { fastify: server } = message as { fastify: FastifyInstance };
  server.addHook('onSend', async (request, { statusCode }, payload) => {
    const { url: route } = request.routeOptions;
    if (route?.startsWith(`${GATEWAY_BASE}/`) && typeof payload === 'string' && request.method === 'POST')
      faults.push(...replyFaults(route, statusCode, payload));
  });
});

afterEach(() => {
  const found = faults.splice(0);
  if (found.length > 0)
    throw new Error(`replies of the gateway that its document does not describe: ${found.join('; ')}`);
});
