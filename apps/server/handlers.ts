/** The features' handlers: the list that the console's door serves, in the order of the story. */
import { demoLogins } from '#database/demo/people.ts';
import { auditHandlers } from '#features/audit/server/calls.ts';
import { batchHandlers } from '#features/batches/server/calls.ts';
import { captchaHandlers } from '#features/captcha/server/calls.ts';
import { cardHandlers } from '#features/cards/server/calls.ts';
import { certificationHandlers } from '#features/certifications/server/calls.ts';
import { channelHandlers } from '#features/channels/server/calls.ts';
import { dashboardHandlers } from '#features/dashboard/server/calls.ts';
import { demoHandlers } from '#features/demo/server/calls.ts';
import { disbursementHandlers } from '#features/disbursements/server/calls.ts';
import { operatorDisbursementHandlers } from '#features/disbursements/server/operator-calls.ts';
import { exportHandlers } from '#features/exports/server/calls.ts';
import { factorHandlers } from '#features/factors/server/calls.ts';
import { fileHandlers } from '#features/files/server/calls.ts';
import { ledgerHandlers } from '#features/ledger/server/calls.ts';
import { numbersOfAll } from '#features/ledger/server/numbers.ts';
import { noticeHandlers } from '#features/notices/server/calls.ts';
import { orderHandlers } from '#features/orders/server/calls.ts';
import { operatorOrderHandlers } from '#features/orders/server/operator-calls.ts';
import { platformHandlers } from '#features/platform/server/calls.ts';
import { profileHandlers } from '#features/profiles/server/calls.ts';
import { rechargeHandlers } from '#features/recharges/server/calls.ts';
import { smsHandlers } from '#features/sms/server/calls.ts';
import { userHandlers } from '#features/users/server/calls.ts';
import { operatorUserHandlers } from '#features/users/server/operator-answers.ts';
import type { AnsweredContract } from '#foundation/server/handlers.ts';
import { houseExports } from './exports.ts';
import type { Ground, Verbs } from './verbs.ts';

export function houseHandlers(verbs: Verbs, { settings, db, clock, log, demoRoles }: Ground): AnsweredContract[] {
  const {
    sealer,
    platform,
    captcha,
    sms,
    audit,
    notices,
    ledger,
    members,
    factors,
    users,
    files,
    platformKeys,
    keys,
    cards,
    callbacks,
    channels,
    disbursements,
    batches,
    orders,
  } = verbs;
  return [
    platformHandlers({
      db,
      platform,
      publicUrl: settings.publicUrl,
      captchaProvider: captcha.provider,
      demoRoles,
      platformPublicKey: async () => (await platformKeys.platformKeys()).publicKeyPem,
    }),
    captchaHandlers({ db, captcha }),
    smsHandlers({ db, platform, captcha, sms, transport: verbs.transport, log, owners: users }),
    exportHandlers({ db, platform, kinds: houseExports(db, verbs) }),
    auditHandlers({ db }),
    noticeHandlers({ db }),
    ledgerHandlers({
      db,
      currency: async () => (await platform.settings()).currency,
      numbers: numbersOfAll([orders, disbursements]),
    }),
    factorHandlers({
      db,
      sealer,
      platform,
      sms,
      audit,
      notices,
      factors,
      boundMobileOf: users.boundMobileOf,
      endOtherSessions: users.endOtherSessions,
    }),
    userHandlers({
      db,
      sealer,
      platform,
      captcha,
      sms,
      audit,
      notices,
      ledger,
      members,
      factors,
      users,
      passwords: verbs.passwords,
      numbers: verbs.numbers,
      loginIpsOf: (memberNo) => keys.loginIps(memberNo),
      memberAdded: (tx, memberNo) => keys.create(tx, memberNo, {}),
    }),
    operatorUserHandlers({
      db,
      platform,
      audit,
      notices,
      factors,
      users,
      transport: verbs.transport,
      log,
      publicUrl: settings.publicUrl,
    }),
    fileHandlers({ db, audit, files }),
    profileHandlers({ db, users, files, audit }),
    certificationHandlers({ db, sealer, platform, members, files, audit, notices, factors }),
    cardHandlers({ db, cards, audit, notices, factors, users }),
    channelHandlers({ db, platform, channels }),
    disbursementHandlers({ db, platform, ledger, cards, audit, factors, users, disbursements }),
    operatorDisbursementHandlers({
      db,
      sealer,
      platform,
      ledger,
      members,
      audit,
      notices,
      users,
      factors,
      numbers: verbs.numbers,
      disbursements,
    }),
    batchHandlers({ db, platform, ledger, audit, factors, users, disbursements, batches }),
    orderHandlers({ db, clock, platform, channels, callbacks }),
    operatorOrderHandlers({ db, clock, systemNumbers: verbs.numbers, ledger, audit, notices, users, factors }),
    rechargeHandlers({ db, platform, channels, orders, audit, publicUrl: settings.publicUrl }),
    dashboardHandlers({ db, platform, ledger, members, users, channels, callbacks }),
  ];
}

/** None without the demo: its path is then unknown. */
export function demoSwitch(
  { platform, audit, notices, factors, passwords, keys }: Verbs,
  { db, demoRoles }: Ground,
): AnsweredContract[] {
  if (demoRoles === undefined) return [];
  return [
    demoHandlers({
      db,
      platform,
      audit,
      notices,
      factors,
      passwords,
      loginIpsOf: (memberNo) => keys.loginIps(memberNo),
      logins: demoLogins,
    }),
  ];
}
