/** The features' handlers: the list that the console's door serves, in the order of the story. */
import { captchaHandlers } from '#features/captcha/server/calls.ts';
import { channelHandlers } from '#features/channels/server/calls.ts';
import { dashboardHandlers } from '#features/dashboard/server/calls.ts';
import { ledgerHandlers } from '#features/ledger/server/calls.ts';
import { orderHandlers } from '#features/orders/server/calls.ts';
import { platformHandlers } from '#features/platform/server/calls.ts';
import { smsHandlers } from '#features/sms/server/calls.ts';
import { httpTransport, outboxTransport } from '#features/sms/server/transport.ts';
import { userHandlers } from '#features/users/server/calls.ts';
import { join } from 'node:path';
import type { AnsweredContract } from '#foundation/server/handlers.ts';
import type { Ground, Verbs } from './verbs.ts';

export function houseHandlers(verbs: Verbs, { settings, db, clock, log }: Ground): AnsweredContract[] {
  const { platform, captcha, sms, ledger, members, users, platformKeys, keys, callbacks, channels, orders, numbers, passwords, outgoing } = verbs;
  const transport =
    settings.smsTransport === 'http'
      ? httpTransport({ urlTemplate: settings.smsUrl ?? '', outgoing })
      : outboxTransport({ file: join(settings.dataDir, 'outbox.jsonl'), log, clock });
  return [
    platformHandlers({
      db,
      platform,
      publicUrl: settings.publicUrl,
      captchaProvider: captcha.provider,
      platformPublicKey: async () => (await platformKeys.platformKeys()).publicKeyPem,
    }),
    captchaHandlers({ captcha }),
    smsHandlers({ db, platform, captcha, sms, transport, log, owners: users }),
    ledgerHandlers({ db, currency: async () => (await platform.settings()).currency, numbers: orders }),
    userHandlers({
      db,
      platform,
      captcha,
      sms,
      ledger,
      members,
      passwords,
      numbers,
      loginIpsOf: (memberNo) => keys.loginIps(memberNo),
      memberAdded: (tx, memberNo) => keys.create(tx, memberNo, {}),
    }),
    channelHandlers({ db, platform, channels }),
    orderHandlers({ db, clock, platform, channels, callbacks }),
    dashboardHandlers({ db, platform, ledger, members, users, channels, callbacks }),
  ];
}
