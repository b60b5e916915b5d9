import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ProofOfWork, workAnswer } from '#features/captcha/proof-of-work.ts';
import { captchaHandlers } from '#features/captcha/server/calls.ts';
import { captchaVerbs } from '#features/captcha/server/verbs.ts';
import { solveWork } from '#features/captcha/solve.ts';
import { platformVerbs } from '#features/platform/server/verbs.ts';
import { rightsOf } from '#features/rights.ts';
import { SettableClock } from '#foundation/core/clock.ts';
import type { Session } from '#foundation/core/session.ts';
import { serveContracts } from '#foundation/server/http/console-api.ts';
import { createHttpServer } from '#foundation/server/http/http.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { createOutgoing } from '#foundation/server/outgoing/outgoing.ts';
import { Sealer } from '#foundation/server/secrets/sealing.ts';
import { type TestDatabase, testDatabase } from '#foundation/server/postgres/database-for-tests.ts';
import { Visitor, type VisitorOptions } from '#foundation/server/http/visitor-for-tests.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import { smsHandlers } from './calls.ts';
import { httpTransport, outboxTransport, type SmsMessage, type SmsTransport } from './transport.ts';
import { smsVerbs } from './verbs.ts';

const sealer = new Sealer(Buffer.alloc(32, 3));
const sessions: Record<string, Session> = {
  'token-of-1': { sessionId: 's1', userId: 1n, username: 'one', role: 'member', memberNo: 10_000_001n },
  'token-of-2': {
    sessionId: 's2',
    userId: 2n,
    username: 'two',
    role: 'operator',
    memberNo: null,
    rights: rightsOf(['owner']),
  },
};
const bound = new Map([[1n, '13900000001']]);

describe('SMS codes', () => {
  let db: TestDatabase;
  let folder: string;
  const clock = new SettableClock('2026-11-20T04:00:00.000Z');
  beforeAll(async () => {
    db = await testDatabase();
    folder = await mkdtemp(join(tmpdir(), 'sms-'));
  });
  afterAll(async () => {
    await db.close();
    await rm(folder, { recursive: true, force: true });
  });

  const file = (): string => join(folder, 'outbox.jsonl');
  const messages = async (): Promise<SmsMessage[]> =>
    (await readFile(file(), 'utf8').catch(() => ''))
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as SmsMessage);
  const lastCode = async (): Promise<string> => (await messages()).at(-1)?.code ?? '';
  const sms = () => smsVerbs({ db, clock, sealer });

  async function serve(options: { altcha?: boolean; transport?: SmsTransport } = {}) {
    const platform = platformVerbs({ db, clock });
    const captcha = captchaVerbs({
      db,
      clock,
      sealer,
      settings: options.altcha ? { provider: 'altcha' } : { provider: 'none', production: false },
    });
    const transport = options.transport ?? outboxTransport({ file: file(), log: silentLog, clock });
    const owners = {
      isMobileTaken: async (mobile: string) => [...bound.values()].includes(mobile),
      boundMobileOf: async (userId: bigint) => bound.get(userId) ?? null,
    };
    const server = await createHttpServer({ log: silentLog, trustedProxies: [], secure: false });
    const contracts = [
      captchaHandlers({ db, captcha }),
      smsHandlers({ db, platform, captcha, sms: sms(), transport, log: silentLog, owners }),
    ];
    serveContracts(server, {
      contracts,
      clock,
      log: silentLog,
      secure: false,
      authenticate: async (token) => sessions[token],
    });
    return {
      platform,
      as(token?: string, from: VisitorOptions = {}): Visitor {
        const visitor = new Visitor(server, from);
        visitor.token = token;
        return visitor;
      },
    };
  }

  describe('are sent', () => {
    it("in the caller's language, as six digits, and the response does not contain the code", async () => {
      const { as } = await serve();
      const answer = await as(undefined, { language: 'th', ip: '203.0.113.1' }).post('/sms/send', {
        event: 'register',
        mobile: ' 13800000001 ',
      });
      expect(answer).toMatchObject({ code: 1, data: { resendAfter: 60 } });
      const message = (await messages()).at(-1);
      expect(message).toMatchObject({ to: '13800000001', event: 'register' });
      expect(message?.code).toMatch(/^\d{6}$/);
      expect(message?.text).toBe(`Countinghouse: รหัสของคุณคือ ${message?.code} ใช้ได้ 5 นาที ห้ามบอกผู้อื่น`);
      expect(JSON.stringify(answer)).not.toContain(message?.code);
    });

    it('and stored only as a keyed hash', async () => {
      const { as } = await serve();
      await as(undefined, { ip: '203.0.113.2' }).post('/sms/send', { event: 'register', mobile: '13800000002' });
      const { rows } = await sql<{
        row: string;
      }>`select sms_codes::text as row from sms_codes where mobile = '13800000002'`.execute(db);
      expect(rows).toHaveLength(1);
      expect(rows[0]?.row).not.toContain(await lastCode());
    });

    it('to the bound number, whatever number is in the request', async () => {
      const { as } = await serve();
      expect(await as('token-of-1').post('/sms/send', { event: 'verify', mobile: '13811111111' })).toMatchObject({
        code: 1,
      });
      expect((await messages()).at(-1)?.to).toBe('13900000001');
    });

    it('to numbers of another country if the platform is set to it', async () => {
      const { as, platform } = await serve();
      await db.transaction((tx) => platform.setSettings(tx, { mobileRule: 'TH' }));
      try {
        const visitor = as(undefined, { ip: '203.0.113.3' });
        expect(await visitor.post('/sms/send', { event: 'register', mobile: '13800000003' })).toMatchObject({
          code: -1,
          fields: { mobile: expect.stringContaining('+66') },
        });
        expect(await visitor.post('/sms/send', { event: 'register', mobile: '081 234 5678' })).toMatchObject({
          code: 1,
        });
        expect((await messages()).at(-1)?.to).toBe('+66812345678');
      } finally {
        await db.transaction((tx) => platform.setSettings(tx, { mobileRule: 'CN' }));
      }
    });
  });

  describe('are refused', () => {
    it.each([
      ['an invalid number', { event: 'register', mobile: '12345' }, 'mobile'],
      ['no number', { event: 'register' }, 'mobile'],
      ['an empty number', { event: 'bindphone', mobile: ' ' }, 'mobile'],
      ['an unknown event', { event: 'gift', mobile: '13800000004' }, 'event'],
      ['an extra field', { event: 'register', mobile: '13800000004', to: '13800000005' }, 'to'],
    ])('with a field error: %s', async (_, body, field) => {
      const { as } = await serve();
      const before = (await messages()).length;
      const answer = await as('token-of-2', { ip: '203.0.113.4' }).post('/sms/send', body);
      expect(answer).toMatchObject({ code: -1, fields: { [field]: expect.any(String) } });
      expect(await messages()).toHaveLength(before);
    });

    it.each(['bindphone', 'clearmobilebind', 'verify'])('without a session: %s', async (event) => {
      const { as } = await serve();
      const before = (await messages()).length;
      expect(await as().post('/sms/send', { event, mobile: '13800000006' })).toMatchObject({ code: 50008 });
      expect(await as('token-of-nobody').post('/sms/send', { event, mobile: '13800000006' })).toMatchObject({
        code: 50008,
      });
      expect(await messages()).toHaveLength(before);
    });

    it('for a number that is taken, and for a user without a number', async () => {
      const { as } = await serve();
      expect(
        await as(undefined, { ip: '203.0.113.5' }).post('/sms/send', { event: 'register', mobile: '13900000001' }),
      ).toMatchObject({
        code: 0,
        error: 'mobile_taken',
      });
      expect(await as('token-of-2').post('/sms/send', { event: 'bindphone', mobile: '13900000001' })).toMatchObject({
        code: 0,
        error: 'mobile_taken',
      });
      expect(await as('token-of-2').post('/sms/send', { event: 'verify' })).toMatchObject({
        code: 0,
        error: 'mobile_not_bound',
      });
      expect(await as('token-of-2').post('/sms/send', { event: 'clearmobilebind' })).toMatchObject({
        code: 0,
        error: 'mobile_not_bound',
      });
    });

    it('for registration while it is closed', async () => {
      const { as, platform } = await serve();
      await db.transaction((tx) => platform.setSettings(tx, { registrationOpen: false }));
      try {
        expect(await as().post('/sms/send', { event: 'register', mobile: '13800000007' })).toMatchObject({
          code: 0,
          error: 'registration_closed',
          msg: 'Registration is closed',
        });
      } finally {
        await db.transaction((tx) => platform.setSettings(tx, { registrationOpen: true }));
      }
    });

    it('if the message could not be sent; the next can be requested at once, and the previous code still works', async () => {
      const working = await serve();
      const purpose = { purpose: 'register', mobile: '13800000008', userId: null } as const;
      await working
        .as(undefined, { ip: '203.0.113.6' })
        .post('/sms/send', { event: 'register', mobile: purpose.mobile });
      const code = await lastCode();
      clock.advance(60_000);
      const transport = httpTransport({
        urlTemplate: 'http://127.0.0.1:1/send',
        outgoing: createOutgoing({ allow: ['127.0.0.1:1'] }),
      });
      const broken = await serve({ transport });
      const request = { event: 'register', mobile: purpose.mobile };
      expect(await broken.as(undefined, { ip: '203.0.113.6' }).post('/sms/send', request)).toMatchObject({
        code: 0,
        error: 'sms_not_sent',
      });
      expect(await broken.as(undefined, { ip: '203.0.113.6' }).post('/sms/send', request)).toMatchObject({
        code: 0,
        error: 'sms_not_sent',
      });
      expect(await sms().matchCode({ ...purpose, code })).toBeDefined();
    });
  });

  describe('are limited', () => {
    it('to one per number in 60 s, even with 20 concurrent requests', async () => {
      const { as } = await serve();
      const before = (await messages()).length;
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          as(undefined, { ip: `203.0.113.${20 + n}` }).post('/sms/send', { event: 'register', mobile: '13800000010' }),
        ),
      );
      expect(answers.filter(({ code }) => code === 1)).toHaveLength(1);
      expect(answers.filter(({ error }) => error === 'sms_too_soon')).toHaveLength(19);
      expect(await messages()).toHaveLength(before + 1);
      clock.advance(59_000);
      expect(
        await as(undefined, { ip: '203.0.113.50' }).post('/sms/send', { event: 'register', mobile: '13800000010' }),
      ).toMatchObject({
        error: 'sms_too_soon',
        msg: expect.stringContaining('1 s'),
      });
      clock.advance(1_000);
      expect(
        await as(undefined, { ip: '203.0.113.50' }).post('/sms/send', { event: 'register', mobile: '13800000010' }),
      ).toMatchObject({ code: 1 });
    });

    it('to ten a day per number, from any number of addresses', async () => {
      const { as } = await serve();
      for (let n = 0; n < 10; n += 1) {
        clock.advance(60_000);
        expect(
          await as(undefined, { ip: `203.0.113.${60 + n}` }).post('/sms/send', {
            event: 'register',
            mobile: '13800000011',
          }),
        ).toMatchObject({ code: 1 });
      }
      clock.advance(60_000);
      expect(
        await as(undefined, { ip: '203.0.113.80' }).post('/sms/send', { event: 'register', mobile: '13800000011' }),
      ).toMatchObject({
        code: 0,
        error: 'sms_limit',
      });
      clock.advance(24 * 3_600_000);
      expect(
        await as(undefined, { ip: '203.0.113.80' }).post('/sms/send', { event: 'register', mobile: '13800000011' }),
      ).toMatchObject({ code: 1 });
    });

    it('to 30 an hour per address, whatever the numbers; taken numbers count too', async () => {
      const { as } = await serve();
      const ip = '203.0.113.90';
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, n) =>
          as(undefined, { ip }).post('/sms/send', {
            event: 'register',
            mobile: n % 2 === 0 ? `137000000${10 + n}` : '13900000001',
          }),
        ),
      );
      expect(answers.filter(({ error }) => error === 'sms_limit')).toHaveLength(10);
    });

    it('to ten an hour per account, whatever the numbers and addresses', async () => {
      const { as } = await serve();
      clock.advance(3_600_000);
      const answers = await Promise.all(
        Array.from({ length: 15 }, (_, n) =>
          as('token-of-2', { ip: `203.0.113.${100 + n}` }).post('/sms/send', {
            event: 'bindphone',
            mobile: `136000000${10 + n}`,
          }),
        ),
      );
      expect(answers.filter(({ code }) => code === 1)).toHaveLength(10);
      expect(answers.filter(({ error }) => error === 'sms_limit')).toHaveLength(5);
    });
  });

  describe('for registration need a captcha', () => {
    it('that passes once and is not used up by a typo', async () => {
      const { as } = await serve({ altcha: true });
      const visitor = as(undefined, { ip: '203.0.113.130' });
      expect(await visitor.post('/sms/send', { event: 'register', mobile: '13800000020' })).toMatchObject({ code: -3 });
      const answer = await solved(visitor);
      expect(await visitor.post('/sms/send', { event: 'register', mobile: '138', ...answer })).toMatchObject({
        code: -1,
      });
      expect(await visitor.post('/sms/send', { event: 'register', mobile: '13800000020', ...answer })).toMatchObject({
        code: 1,
      });
      expect(await visitor.post('/sms/send', { event: 'register', mobile: '13800000021', ...answer })).toMatchObject({
        code: -3,
      });
    });

    it('that the same client solved', async () => {
      const { as } = await serve({ altcha: true });
      const answer = await solved(as(undefined, { ip: '203.0.113.131' }));
      expect(
        await as(undefined, { ip: '203.0.113.132' }).post('/sms/send', {
          event: 'register',
          mobile: '13800000022',
          ...answer,
        }),
      ).toMatchObject({
        code: -3,
      });
    });
  });
});

async function solved(visitor: Visitor) {
  const init = await visitor.post<{ altcha: ProofOfWork }>('/captcha/init');
  if (!init.data) throw new Error('no captcha');
  return workAnswer(init.data.altcha, await solveWork(init.data.altcha));
}
