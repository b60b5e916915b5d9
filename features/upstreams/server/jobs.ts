/**
 * Notifies the platform of settled sandbox payments as an outside upstream would: with a signed POST to the public
 * endpoint, retried until it is acknowledged. Pending notifications are in the database, so a restart loses none. A
 * lease keeps two processes from sending the same one.
 */
import type { Clock } from '#foundation/core/clock.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import type { Job } from '#foundation/server/jobs/jobs.ts';
import type { Logger } from '#foundation/server/process/log.ts';
import { type Outgoing, OutgoingError } from '#foundation/server/outgoing/outgoing.ts';
import { TtlCache } from '#foundation/server/process/ttl-cache.ts';
import { newToken, type Sealer } from '#foundation/server/secrets/sealing.ts';
import { notifyUrlOf, openSettings } from './configured.ts';
import { deleteOldReports } from './reports.ts';
import { SANDBOX, SandboxSettings, signSandboxNotification } from './sandbox.ts';
import { claimDueNotifications, type SandboxPayment, updateNotified, updateNotifyFailed } from './sandbox-store.ts';
import { selectUpstreams } from './store.ts';

export interface SandboxNotifierDeps {
  db: Database;
  clock: Clock;
  sealer: Sealer;
  /** Must be allowed to reach `publicUrl`. */
  outgoing: Outgoing;
  publicUrl: string;
  log: Logger;
}

/** Longer than one attempt can take. */
export const NOTIFY_LEASE_MS = 30_000;
const FIRST_WAIT_MS = 1_000;
const MAX_WAIT_MS = 600_000;
const BATCH_SIZE = 50;

export function upstreamJobs(deps: SandboxNotifierDeps): Job[] {
  const notify = sandboxNotifier(deps);
  return [
    {
      name: 'sandbox notifications',
      everyMs: 1_000,
      async run() {
        for (;;) {
          const now = deps.clock.now();
          const leasedUntil = new Date(now.getTime() + NOTIFY_LEASE_MS);
          const due = await claimDueNotifications(deps.db, { now, leasedUntil, limit: BATCH_SIZE });
          await Promise.all(due.map(notify));
          if (due.length < BATCH_SIZE) return;
        }
      },
    },
    { name: 'sweep upstream reports', everyMs: 3_600_000, run: () => deleteOldReports(deps) },
  ];
}

/**
 * Returns a function that makes one attempt for a payment the caller has claimed, and stores the outcome. It throws
 * only if the database fails.
 */
export function sandboxNotifier({
  db,
  clock,
  sealer,
  outgoing,
  publicUrl,
  log,
}: SandboxNotifierDeps): (payment: SandboxPayment) => Promise<void> {
  const keys = new TtlCache(clock, 1_000, async () => {
    const accounts = (await selectUpstreams(db)).filter(({ connector }) => connector === SANDBOX);
    return new Map(
      accounts.map((account) => [
        account.upstreamId,
        SandboxSettings.safeParse(openSettings(sealer, account, log)).data?.key,
      ]),
    );
  });

  return async (payment) => {
    const key = (await keys.get()).get(payment.upstreamId);
    const failure = key === undefined ? 'unconfigured' : await attempt(payment, key);
    const now = clock.now();
    if (failure === undefined) return updateNotified(db, payment.upstreamNo, now);
    const waitMs = Math.min(FIRST_WAIT_MS * 2 ** payment.notifyAttempts, MAX_WAIT_MS);
    log.warn({ upstreamNo: payment.upstreamNo, failure, waitMs }, 'a sandbox notification was not acknowledged');
    await updateNotifyFailed(db, payment.upstreamNo, new Date(now.getTime() + waitMs));
  };

  async function attempt(payment: SandboxPayment, key: string): Promise<string | undefined> {
    const { headers, body } = signSandboxNotification(payment, { key, now: clock.now(), nonce: newToken() });
    try {
      const reply = await outgoing.request({
        method: 'POST',
        url: notifyUrlOf(publicUrl, payment.upstreamId),
        headers,
        body,
        maxReplyBytes: 1_024,
      });
      return reply.status === 200 && reply.body.trim() === 'success' ? undefined : `http ${reply.status}`;
    } catch (error) {
      if (error instanceof OutgoingError) return error.kind;
      throw error;
    }
  }
}
