/** The features' background work: the list that a worker runs. */
import { captchaJobs } from '#features/captcha/server/jobs.ts';
import { factorJobs } from '#features/factors/server/jobs.ts';
import { fileJobs } from '#features/files/server/jobs.ts';
import { gatewayJobs } from '#features/gateway/server/jobs.ts';
import { booksJob } from '#features/ledger/server/books-job.ts';
import { commissionJob } from '#features/ledger/server/commissions.ts';
import { merchantKeyJobs } from '#features/merchant-keys/server/jobs.ts';
import { noticeJobs } from '#features/notices/server/jobs.ts';
import { smsJobs } from '#features/sms/server/jobs.ts';
import { upstreamJobs } from '#features/upstreams/server/jobs.ts';
import { userJobs } from '#features/users/server/jobs.ts';
import type { Job } from '#foundation/server/jobs.ts';
import { ensurePartitions } from '#foundation/server/partitions.ts';
import type { Ground, Verbs } from './verbs.ts';

export function houseJobs(
  { numbers, sealer, outgoing, disbursements, orders, platform, transport }: Verbs,
  { settings, db, clock, log }: Ground,
): Job[] {
  return [
    {
      name: 'month partitions',
      everyMs: 6 * 3_600_000,
      run: async () => void (await ensurePartitions(db.pool, clock.now())),
    },
    ...captchaJobs({ db, clock }),
    ...smsJobs({ db, clock }),
    ...noticeJobs({ db, clock, transport, log, platformName: async () => (await platform.settings()).name }),
    booksJob({ db, clock, log, platform }),
    commissionJob({ db, clock, systemNumbers: numbers }),
    ...factorJobs({ db, clock }),
    ...userJobs({ db, clock }),
    ...fileJobs({ db, clock }),
    ...merchantKeyJobs({ db, clock }),
    ...upstreamJobs({ db, clock, sealer, outgoing, publicUrl: settings.publicUrl, log }),
    ...disbursements.jobs,
    ...orders.jobs,
    ...gatewayJobs({ db, clock }),
  ];
}
