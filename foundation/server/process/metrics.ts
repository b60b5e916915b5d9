/** Prometheus metrics of this process, on a separate port. */
import { createServer } from 'node:http';
import type pg from 'pg';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';

/** Returns a function that stops the server. */
export async function serveMetrics({
  host,
  port,
  pool,
}: {
  host: string;
  port: number;
  pool: pg.Pool;
}): Promise<() => Promise<void>> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'database_connections',
    help: 'Connections of this process by state',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'waited_for' }, pool.waitingCount);
    },
  });
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  return () => new Promise((resolve) => server.close(() => resolve()));
}
