/** A small database with a value in every column sealed with the master key, and the verbs to read it. */
import { bodyPlace } from '#features/gateway/server/log/record.ts';
import { newRequestId } from '#features/gateway/server/log/request-id.ts';
import { recoveryCodeHash, sealedPendingSecret, sealedSecret } from '#features/factors/server/secrets.ts';
import { ReturnAddresses } from '#features/upstreams/server/returns.ts';
import { SandboxBills } from '#features/upstreams/server/sandbox.ts';
import { composeVerbs, type Verbs } from '#apps/server/verbs.ts';
import { systemClock } from '#foundation/core/clock.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import type { Sealer } from '#foundation/server/secrets/sealing.ts';
import { readSettings } from '#foundation/server/process/settings.ts';

export const PICTURES = 120;
export const SHOP = 30_000_001n;
export const USER = 7n;
export const AUTHENTICATOR = '00000000-0000-4000-8000-00000000a001';
const SESSION = '00000000-0000-4000-8000-00000000b001';
const GATEWAY_REQUEST = newRequestId(new Date());
const UPSTREAM_REPORT = '00000000-0000-4000-8000-00000000d001';
const CERTIFICATION = '00000000-0000-4000-8000-00000000c001';
export const TOTP = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
export const SETTINGS = { key: 'the-key-of-the-sandbox-0123456789' };
export const pictureId = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
export const bill = {
  upstreamId: 1,
  memberNo: SHOP,
  systemNo: 2026112200000000001n,
  amountMinor: 500n,
  currency: 'CNY',
  mode: 'qr' as const,
  subject: null,
  expiresAt: new Date('2026-11-22T04:00:00.000Z'),
};

export interface PlantedSecrets {
  key: string;
  previousKey: string;
  pem: string;
  returnAddress: string;
  bill: string;
}

export function verbsOn(db: Database, sealer: Sealer): Verbs {
  const settings = readSettings({ DEMO: 'off', CAPTCHA_PROVIDER: 'none' });
  return composeVerbs({ settings, db, sealer, clock: systemClock, log: silentLog, publish: () => undefined });
}

/** Fills every sealed column, and returns the plain values that must still be readable after the key change. */
export async function plantSealed(db: Database, sealer: Sealer): Promise<PlantedSecrets> {
  const { keys, epay, platformKeys, upstreams, users, audit, outgoing } = verbsOn(db, sealer);
  let key = '';
  const hash = await users.hashPassword('Secret-123');
  await db.pool.query(
    `insert into members (member_no, kind, name, created_at) values ($1, 'merchant', 'Shop', now())`,
    [SHOP],
  );
  await db.pool.query(
    `insert into users (user_id, role, member_no, username, password_hash, pay_password_hash, nickname, created_at)
     values ($1, 'member', $2, 'shop', $3, $3, 'Shop', now()), (8, 'operator', null, 'boss', $3, null, 'Boss', now())`,
    [USER, SHOP, hash],
  );
  await db.transaction(async (tx) => {
    await keys.create(tx, SHOP, { key: 'a-key-of-the-merchant-0123456789' });
    // The first key is one of those that ended, the second is still accepted.
    await keys.rotate(tx, SHOP, 24);
    key = await keys.rotate(tx, SHOP, 24);
    await epay.settings.create(tx, SHOP, {});
    await epay.settings.rotate(tx, SHOP, 24);
    await upstreams.addUpstream(tx, { upstreamId: 1, connector: 'sandbox', name: 'Sandbox', settings: SETTINGS });
    for (const userId of [null, USER, 8n, USER])
      await audit.record(tx, { userId, memberNo: null, action: 'login', ip: null, device: 'unknown', at: new Date() });
  });
  const previousKey = (await keys.find(SHOP))?.former[0]?.key ?? '';
  const pem = (await platformKeys.platformKeys()).publicKeyPem;
  await insertSealed(db, sealer);
  await outgoing.close();
  const returnAddress = new ReturnAddresses({ publicUrl: '', sealer }).of(SHOP, bill.systemNo).replace('/return/', '');
  return { key, previousKey, pem, returnAddress, bill: new SandboxBills(sealer).seal(bill) };
}

async function insertSealed(db: Database, sealer: Sealer): Promise<void> {
  await db.pool.query('insert into authenticators values ($1, $2, $3, 0, now())', [
    USER,
    AUTHENTICATOR,
    sealedSecret(sealer, AUTHENTICATOR, TOTP),
  ]);
  await db.pool.query('insert into pending_authenticators values ($1, $2, $3, now())', [
    SESSION,
    USER,
    sealedPendingSecret(sealer, SESSION, TOTP),
  ]);
  await db.pool.query('insert into recovery_codes values ($1, $2)', [
    USER,
    recoveryCodeHash(sealer, USER, 'abcde-fghjk'),
  ]);
  await db.pool.query(
    `insert into upstream_reports (upstream_id, report_id, period_from, period_to, nonce, received_at, source_sealed)
     values (1, $1, now() - interval '1 day', now(), 'nonce', now(), $2)`,
    [
      UPSTREAM_REPORT,
      sealer.seal('{}', { table: 'upstream_reports', column: 'source_sealed', row: `1/${UPSTREAM_REPORT}` }),
    ],
  );
  for (let index = 0; index < PICTURES; index += 1)
    await db.pool.query(`insert into files values ($1, $2, $3, 'certification', 'image/webp', $4, now())`, [
      pictureId(index),
      USER,
      SHOP,
      sealer.seal(`picture ${index}`, { table: 'files', column: 'bytes_sealed', row: `${pictureId(index)}/${USER}` }),
    ]);
  await db.pool.query(
    `insert into certifications values ($1, $2, $3, 'pending', 'Shop', $4, '', '', $5, $6, '', '', now(), null)`,
    [
      SHOP,
      CERTIFICATION,
      USER,
      sealer.seal('110101199001011234', {
        table: 'certifications',
        column: 'id_number_sealed',
        row: `${SHOP}/${CERTIFICATION}`,
      }),
      pictureId(0),
      pictureId(1),
    ],
  );
  await db.pool.query(
    `insert into gateway_requests (member_no, request_id, at, path, result, http_status, duration_ms, ip, signed, request, body_sealed)
     values ($1, $2, now(), '/balance', 'bad_signature', 200, 1, '127.0.0.1', false, '{"fields":{},"wrong":{}}', $3)`,
    [SHOP, GATEWAY_REQUEST, sealer.seal('{"merchantNo":"20000001"}', bodyPlace(SHOP, GATEWAY_REQUEST))],
  );
  const account = (table: string, row: string) =>
    sealer.seal('6222020200112233445', { table, column: 'account_sealed', row });
  await db.pool.query(
    `insert into bank_cards (member_no, card_id, user_id, type, holder, account_sealed, account_hash, account_hint, status, created_at, changed_at)
     values ($1, $2, $3, 'alipay', 'Shop', $4, '', '', 'pending', now(), now())`,
    [SHOP, CERTIFICATION, USER, account('bank_cards', `${SHOP}/${CERTIFICATION}`)],
  );
  for (const systemNo of [1, 2])
    await db.pool.query(
      `insert into disbursements (member_no, system_no, kind, order_no, source, currency, amount, fee, type, holder, account_sealed, account_hint, review,
         request_hash, created_at) values ($1, $2, 'payout', $2::bigint::text, 'console', 'CNY', 100, 0, 'alipay', 'Somebody', $3, '', 'none', '', now())`,
      [SHOP, systemNo, account('disbursements', `${SHOP}/${systemNo}`)],
    );
}
