/**
 * Composes the app: every feature's verbs, each with its dependencies, in the order of the features. The only place
 * that knows them all; contains no rule and no SQL.
 */
import { join } from 'node:path';
import { auditVerbs } from '#features/audit/server/verbs.ts';
import { type CaptchaSettings, captchaVerbs } from '#features/captcha/server/verbs.ts';
import { batchVerbs } from '#features/batches/server/verbs.ts';
import { cardVerbs } from '#features/cards/server/verbs.ts';
import { receiverNotices } from '#features/callbacks/server/receivers/notices.ts';
import type { SendingDeps } from '#features/callbacks/server/resends/sending.ts';
import { callbackVerbs } from '#features/callbacks/server/verbs.ts';
import { certificationVerbs } from '#features/certifications/server/verbs.ts';
import { channelVerbs } from '#features/channels/server/verbs.ts';
import { disbursementNotices } from '#features/disbursements/server/notices.ts';
import { disbursementVerbs } from '#features/disbursements/server/verbs.ts';
import { downloadVerbs } from '#features/downloads/server/verbs.ts';
import { epayVerbs } from '#features/epay/server/verbs.ts';
import { gatewayVerbs } from '#features/gateway/server/verbs.ts';
import { factorVerbs } from '#features/factors/server/verbs.ts';
import { fileVerbs } from '#features/files/server/verbs.ts';
import { ledgerVerbs } from '#features/ledger/server/verbs.ts';
import { memberVerbs } from '#features/members/server/verbs.ts';
import { platformKeyVerbs } from '#features/merchant-keys/server/platform-keys.ts';
import { merchantKeyVerbs } from '#features/merchant-keys/server/verbs.ts';
import { noticeVerbs } from '#features/notices/server/verbs.ts';
import { orderVerbs } from '#features/orders/server/verbs.ts';
import { platformVerbs } from '#features/platform/server/verbs.ts';
import { httpTransport, outboxTransport, type SmsTransport } from '#features/sms/server/transport.ts';
import { smsVerbs } from '#features/sms/server/verbs.ts';
import { sessionVerbs } from '#features/sessions/server/verbs.ts';
import { upstreamVerbs } from '#features/upstreams/server/verbs.ts';
import { argonPasswords } from '#features/accounts/server/credentials/passwords.ts';
import { userVerbs } from '#features/accounts/server/verbs.ts';
import type { Clock } from '#foundation/core/clock.ts';
import type { Role } from '#foundation/core/session.ts';
import { SystemNumbers } from '#foundation/core/system-number.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { openJobQueue } from '#foundation/server/jobs/queue.ts';
import type { LiveHint } from '#foundation/server/live/live.ts';
import type { Logger } from '#foundation/server/process/log.ts';
import { createOutgoing, type Outgoing } from '#foundation/server/outgoing/outgoing.ts';
import type { Sealer } from '#foundation/server/secrets/sealing.ts';
import type { Settings } from '#foundation/server/process/settings.ts';

export interface AppEnv {
  settings: Settings;
  db: Database;
  clock: Clock;
  log: Logger;
  sealer: Sealer;
  publish(hint: LiveHint): void;
  /** Reads the lists of files that jobs write, so that these take no connection from others. */
  fileDb?: Database | undefined;
  /** Roles that any visitor can try. Undefined, and without a call for it, without demo data or in production. */
  demoRoles?: readonly Role[] | undefined;
}

export type Verbs = ReturnType<typeof composeVerbs>;

/** Every feature's verbs, each with its dependencies. */
export function composeVerbs({ settings, db, clock, log, sealer, publish }: AppEnv) {
  const { publicUrl } = settings;
  const numbers = new SystemNumbers(clock);
  const outgoing = createOutgoing({ allow: settings.outboundAllow, log });
  const queue = openJobQueue({ pool: db.pool, log });

  const platform = platformVerbs({ db, clock });
  const captcha = captchaVerbs({ db, clock, sealer, settings: captchaSettings(settings, outgoing, log) });
  const sms = smsVerbs({ db, clock, sealer });
  const transport = smsTransport(settings, { outgoing, log, clock });
  const audit = auditVerbs({ sealer });
  const notices = noticeVerbs({
    systemNumbers: numbers,
    boundMobileOf: (userId, on) => users.boundMobileOf(userId, on),
    languageOf: (userId, on) => users.languageOf(userId, on),
  });
  const ledger = ledgerVerbs({ db, clock });
  const members = memberVerbs({ db, platform });
  const sessions = sessionVerbs({ db, clock, platform, audit, production: settings.production });
  const passwords = argonPasswords({ sealer });
  const factors = factorVerbs({
    db,
    sealer,
    sms,
    audit,
    boundMobileOf: (userId, on) => users.boundMobileOf(userId, on),
  });
  const users = userVerbs({ db, platform, factors, notices, passwords, numbers, members });
  const files = fileVerbs({ db, clock, sealer });
  const certifications = certificationVerbs({ sealer, platform, members, files });
  const platformKeys = platformKeyVerbs({ db, sealer });
  const keys = merchantKeyVerbs({ db, clock, sealer, log, platformKeys: () => platformKeys.platformKeys() });
  const cards = cardVerbs({ db, sealer, platform });
  const callbacks = callbackVerbs({ db, clock });
  const channels = channelVerbs({ db, clock, platform });
  const upstreams = upstreamVerbs({
    db,
    clock,
    sealer,
    outgoing,
    publicUrl,
    log,
    pauseAfter: async () => (await platform.settings()).upstreamPauseAfter,
  });
  const money = { db, clock, log, sealer, systemNumbers: numbers, platform, ledger, callbacks, upstreams };
  const ended = disbursementNotices({ users, notices, platform });
  const disbursements = disbursementVerbs({ ...money, users, ended, changed: hintOwners(publish, 'payout.changed') });
  const batches = batchVerbs({ db, sealer, systemNumbers: numbers, platform, disbursements });
  const orders = orderVerbs({ ...money, members, channels, paid: hintOwners(publish, 'order.paid') });
  const gateway = gatewayVerbs({ ...money, members, keys, disbursements, orders, outgoing });
  const epay = epayVerbs({ ...money, publicUrl, members, keys, channels, orders, gateway, outgoing });
  const downloads = downloadVerbs({ db, clock, platform, queue });
  const delivery: SendingDeps = {
    db,
    clock,
    log,
    outgoing,
    signer: keys,
    epaySigner: epay,
    timeoutMs: 10_000,
    content: {
      payin: async (memberNo, systemNos) =>
        epay.withProtocol(memberNo, await orders.callbackContent(memberNo, systemNos)),
      payout: disbursements.callbackContent,
    },
    ended: { payin: epay.endedOf },
    receiverChanged: receiverNotices({ users, notices }),
    changed: hintMembers(publish, 'callback.changed'),
  };
  return {
    sealer,
    numbers,
    outgoing,
    queue,
    platform,
    captcha,
    sms,
    transport,
    audit,
    notices,
    ledger,
    members,
    sessions,
    factors,
    passwords,
    users,
    files,
    certifications,
    platformKeys,
    keys,
    cards,
    callbacks,
    channels,
    upstreams,
    disbursements,
    batches,
    orders,
    gateway,
    epay,
    downloads,
    /** What sending a callback takes, by the schedule or by hand. */
    delivery,
  };
}

/** Sends hints that something of these members has changed. */
function hintMembers(publish: AppEnv['publish'], event: LiveHint['event']): (memberNos: ReadonlySet<bigint>) => void {
  return (memberNos) => {
    for (const memberNo of memberNos) publish({ memberNo, event });
  };
}

/** Sends hints that a member's data and its balance have changed. */
function hintOwners(
  publish: AppEnv['publish'],
  event: LiveHint['event'],
): (changed: readonly { memberNo: bigint; systemNo: bigint }[]) => void {
  return (changed) => {
    for (const { memberNo, systemNo } of changed) publish({ memberNo, event, data: { systemNo: systemNo.toString() } });
    for (const memberNo of new Set(changed.map((one) => one.memberNo))) publish({ memberNo, event: 'balance.changed' });
  };
}

function smsTransport(
  { smsTransport: kind, smsUrl, dataDir }: Settings,
  deps: { outgoing: Outgoing; log: Logger; clock: Clock },
): SmsTransport {
  return kind === 'http'
    ? httpTransport({ urlTemplate: smsUrl ?? '', ...deps })
    : outboxTransport({ file: join(dataDir, 'outbox.jsonl'), ...deps });
}

function captchaSettings(
  { captchaProvider, geetest, production }: Settings,
  outgoing: Outgoing,
  log: Logger,
): CaptchaSettings {
  if (captchaProvider === 'none') return { provider: 'none', production };
  return captchaProvider === 'geetest' && geetest
    ? { provider: 'geetest', ...geetest, outgoing, log }
    : { provider: 'altcha' };
}
