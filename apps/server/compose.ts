/**
 * Puts the house together: every feature's verbs, each handed what it stands on, in the order of the story. The only place
 * that knows them all; no rule and no SQL lives here.
 */
import { captchaHandlers } from '#features/captcha/server/calls.ts';
import { captchaJobs } from '#features/captcha/server/jobs.ts';
import { type CaptchaSettings, captchaVerbs } from '#features/captcha/server/verbs.ts';
import { createDeliverer } from '#features/callbacks/server/deliverer.ts';
import { callbackVerbs } from '#features/callbacks/server/verbs.ts';
import { channelHandlers } from '#features/channels/server/calls.ts';
import { channelVerbs } from '#features/channels/server/verbs.ts';
import { dashboardHandlers } from '#features/dashboard/server/calls.ts';
import { gatewayJobs } from '#features/gateway/server/jobs.ts';
import { gatewayVerbs } from '#features/gateway/server/verbs.ts';
import { ledgerHandlers } from '#features/ledger/server/calls.ts';
import { commissionJob } from '#features/ledger/server/commissions.ts';
import { ledgerVerbs } from '#features/ledger/server/verbs.ts';
import { memberVerbs } from '#features/members/server/verbs.ts';
import { merchantKeyJobs } from '#features/merchant-keys/server/jobs.ts';
import { platformKeyVerbs } from '#features/merchant-keys/server/platform-keys.ts';
import { merchantKeyVerbs } from '#features/merchant-keys/server/verbs.ts';
import { orderHandlers } from '#features/orders/server/calls.ts';
import { orderVerbs } from '#features/orders/server/verbs.ts';
import { platformHandlers } from '#features/platform/server/calls.ts';
import { platformVerbs } from '#features/platform/server/verbs.ts';
import { smsHandlers } from '#features/sms/server/calls.ts';
import { smsJobs } from '#features/sms/server/jobs.ts';
import { httpTransport, outboxTransport } from '#features/sms/server/transport.ts';
import { smsVerbs } from '#features/sms/server/verbs.ts';
import { upstreamJobs } from '#features/upstreams/server/jobs.ts';
import { upstreamVerbs } from '#features/upstreams/server/verbs.ts';
import { userHandlers } from '#features/users/server/calls.ts';
import { userJobs } from '#features/users/server/jobs.ts';
import { argonPasswords } from '#features/users/server/passwords.ts';
import { userVerbs } from '#features/users/server/verbs.ts';
import { join } from 'node:path';
import type { Clock } from '#foundation/core/clock.ts';
import { SystemNumbers } from '#foundation/core/system-number.ts';
import type { Database } from '#foundation/server/database.ts';
import type { AnsweredContract } from '#foundation/server/handlers.ts';
import type { Job } from '#foundation/server/jobs.ts';
import type { LiveHint } from '#foundation/server/live.ts';
import type { Logger } from '#foundation/server/log.ts';
import { createOutgoing } from '#foundation/server/outgoing.ts';
import { ensurePartitions } from '#foundation/server/partitions.ts';
import { Sealer } from '#foundation/server/sealing.ts';
import type { Settings } from '#foundation/server/settings.ts';

export interface Ground {
  settings: Settings;
  db: Database;
  clock: Clock;
  log: Logger;
  masterKey: Buffer;
  publish(hint: LiveHint): void;
}

export type House = ReturnType<typeof compose>;

/** What a process may do; which of it runs is its roles' business. */
export function compose({ settings, db, clock, log, masterKey, publish }: Ground) {
  const { publicUrl, notifyWaitsS, production } = settings;
  const sealer = new Sealer(masterKey);
  const numbers = new SystemNumbers(clock);
  const outgoing = createOutgoing({ allow: settings.outboundAllow, log });

  const platform = platformVerbs({ db, clock });
  const captcha = captchaVerbs({ db, clock, sealer, settings: captchaSettings() });
  const sms = smsVerbs({ db, clock, sealer });
  const ledger = ledgerVerbs({ db, clock });
  const members = memberVerbs({ db });
  const passwords = argonPasswords({ sealer });
  const users = userVerbs({ db, clock, platform, passwords, numbers });
  const platformKeys = platformKeyVerbs({ db, sealer });
  const keys = merchantKeyVerbs({ db, clock, sealer, log, platformKeys: () => platformKeys.platformKeys() });
  const callbacks = callbackVerbs({ db, clock });
  const channels = channelVerbs({ db, clock });
  const upstreams = upstreamVerbs({ db, clock, sealer, outgoing, publicUrl, log });
  const orders = orderVerbs({
    db, clock, log, systemNumbers: numbers, platform, members, ledger, callbacks, channels, upstreams,
    paid(paidOrders) {
      for (const { memberNo, systemNo } of paidOrders) publish({ memberNo, event: 'order.paid', data: { systemNo: systemNo.toString() } });
      for (const memberNo of new Set(paidOrders.map((order) => order.memberNo))) publish({ memberNo, event: 'balance.changed' });
    },
  });
  const gateway = gatewayVerbs({ db, clock, log, platform, members, ledger, keys, orders, outgoing });

  const smsTransport = settings.smsTransport === 'http'
    ? httpTransport({ urlTemplate: settings.smsUrl ?? '', outgoing })
    : outboxTransport({ file: join(settings.dataDir, 'outbox.jsonl'), log, clock });

  const contracts: AnsweredContract[] = [
    platformHandlers({ db, platform, publicUrl, captchaProvider: captcha.provider, platformPublicKey: async () => (await platformKeys.platformKeys()).publicKeyPem }),
    captchaHandlers({ captcha }),
    smsHandlers({ db, platform, captcha, sms, transport: smsTransport, log, owners: users }),
    ledgerHandlers({ db, currency: async () => (await platform.settings()).currency, numbers: orders }),
    userHandlers({
      db, platform, captcha, sms, ledger, members, passwords, numbers,
      loginIpsOf: (memberNo) => keys.loginIps(memberNo),
      memberAdded: (tx, memberNo) => keys.create(tx, memberNo, {}),
    }),
    channelHandlers({ db, platform, channels }),
    orderHandlers({ db, clock, platform, channels, callbacks }),
    dashboardHandlers({ db, platform, ledger, members, users, channels, callbacks }),
  ];

  const deliverer = createDeliverer({
    db, clock, outgoing, log, waitsS: notifyWaitsS,
    signer: keys,
    content: { payin: orders.callbackContent },
  });
  const jobs: Job[] = [
    { name: 'month partitions', everyMs: 6 * 3_600_000, run: async () => void (await ensurePartitions(db.pool, clock.now())) },
    ...captchaJobs({ db, clock }),
    ...smsJobs({ db, clock }),
    commissionJob({ db, clock, systemNumbers: numbers }),
    ...userJobs({ db, clock }),
    ...merchantKeyJobs({ db, clock }),
    ...upstreamJobs({ db, clock, sealer, outgoing, publicUrl, log }),
    ...orders.jobs,
    ...gatewayJobs({ db, clock }),
  ];

  function captchaSettings(): CaptchaSettings {
    if (settings.captchaProvider === 'none') return { provider: 'none', production };
    return settings.captchaProvider === 'geetest' && settings.geetest ? { provider: 'geetest', ...settings.geetest, outgoing, log } : { provider: 'altcha' };
  }

  return {
    db, clock, log, sealer, numbers, outgoing, platform, captcha, sms, ledger, members, users, platformKeys, keys, callbacks, channels, upstreams, orders, gateway,
    contracts, deliverer, jobs, publicUrl,
  };
}
