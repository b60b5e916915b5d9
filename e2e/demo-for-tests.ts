/** The demo's data folder, created by a first start and then stopped; every journey starts with a copy of it. */
import { setTimeout as pause } from 'node:timers/promises';
import { inApp, type TestApp } from './app-for-tests.ts';
import { releaseDatabaseOf } from './cluster-for-tests.ts';
import { startServer } from './server-for-tests.ts';

const callbackLimitMs = 60_000;

export async function makeDemoFolder(): Promise<string> {
  // Callbacks that the demo's closed shop refuses are not retried for as long as the copies exist.
  const server = await startServer({ env: { DEMO: 'on', ROLES: 'gateway,worker', NOTIFY_WAITS_S: '864000' } });
  try {
    await inApp(server, untilDelivered);
    await server.stop();
    await releaseDatabaseOf(server.dataDir);
    return server.dataDir;
  } catch (error) {
    await server.remove();
    throw error;
  }
}

/** Callbacks go to the demo's shop at this server's address, so a copy could not deliver them. Those of a paused receiver stay. */
async function untilDelivered({ rows }: TestApp): Promise<void> {
  const endsAt = Date.now() + callbackLimitMs;
  const waiting = `select 1 from callbacks left join callback_receivers as r using (member_no, receiver)
    where status = 'pending' and attempts = 0 and r.state is distinct from 'paused' limit 1`;
  while ((await rows(waiting)).length > 0) {
    if (Date.now() > endsAt) throw new Error('the demo’s callbacks were not delivered');
    await pause(100);
  }
}
