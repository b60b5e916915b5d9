import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SettableClock } from '#foundation/core/clock.ts';
import { serveContracts } from '#foundation/server/http/console-api.ts';
import { createHttpServer } from '#foundation/server/http/http.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { Sealer } from '#foundation/server/secrets/sealing.ts';
import { type TestDatabase, testDatabase } from '#foundation/server/postgres/database-for-tests.ts';
import { Visitor } from '#foundation/server/http/visitor-for-tests.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import type { CaptchaInit } from '../contract.ts';
import { type ProofOfWork, workAnswer } from '../proof-of-work.ts';
import { solveWork } from '../solve.ts';
import { captchaHandlers } from './calls.ts';
import { captchaJobs } from './jobs.ts';
import { type CaptchaSettings, captchaVerbs } from './verbs.ts';

const client = { key: 'a client' };

describe('the captcha', () => {
  let db: TestDatabase;
  const clock = new SettableClock('2026-11-20T04:00:00.000Z');
  beforeAll(async () => {
    db = await testDatabase();
  });
  afterAll(() => db.close());

  const captchaOf = (settings: CaptchaSettings, byte = 5) =>
    captchaVerbs({ db, clock, sealer: new Sealer(Buffer.alloc(32, byte)), settings });
  async function solvedBy(captcha: ReturnType<typeof captchaOf>) {
    const work = (await captcha.init(client)).altcha as ProofOfWork;
    return workAnswer(work, await solveWork(work));
  }

  it.each(['altcha', 'none'] as const)(
    "of provider %s is issued to any client, with the provider's name",
    async (provider) => {
      const captcha = captchaOf({ provider, production: false });
      const server = await createHttpServer({ log: silentLog, trustedProxies: [], secure: false });
      serveContracts(server, {
        contracts: [captchaHandlers({ db, captcha })],
        clock,
        log: silentLog,
        secure: false,
        authenticate: async () => undefined,
      });
      const answer = await new Visitor(server).post<CaptchaInit>('/captcha/init');
      expect(answer).toMatchObject({ code: 1, data: { provider, gt: '', success: 1 } });
      expect(answer.data?.altcha !== undefined).toBe(provider === 'altcha');
      expect(captcha.provider).toBe(provider);
      await server.close();
    },
  );

  it('is issued sixty times a minute to one network, and the refusal says when to retry', async () => {
    const captcha = captchaOf({ provider: 'altcha' });
    const server = await createHttpServer({ log: silentLog, trustedProxies: [], secure: false });
    serveContracts(server, {
      contracts: [captchaHandlers({ db, captcha })],
      clock,
      log: silentLog,
      secure: false,
      authenticate: async () => undefined,
    });
    const request = (remoteAddress: string) =>
      server.inject({ method: 'POST', url: '/api/captcha/init', remoteAddress, headers: { 'accept-language': 'en' } });
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) => request(n % 2 ? '2001:db8:7::1' : '2001:db8:7::2')),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(60);
    expect(answers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(40);
    clock.advance(20_000);
    const refused = await request('2001:db8:7::3');
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '40']);
    expect(refused.json()).toMatchObject({
      code: 0,
      error: 'rate_limited',
      msg: 'Too many requests; try again in 40 s',
    });
    expect((await request('2001:db8:8::1')).statusCode).toBe(200);
    clock.advance(40_000);
    expect((await request('2001:db8:7::1')).statusCode).toBe(200);
    await server.close();
  });

  it('cannot be disabled in production', () => {
    expect(() => captchaOf({ provider: 'none', production: true })).toThrow('production');
  });

  it('passes once across all processes with the same master key, and in none with another key', async () => {
    const [one, other, foreign] = [
      captchaOf({ provider: 'altcha' }),
      captchaOf({ provider: 'altcha' }),
      captchaOf({ provider: 'altcha' }, 6),
    ];
    const answer = await solvedBy(one);
    expect(await foreign.check(answer, client)).toBe('wrong');
    const verdicts = await Promise.all(
      Array.from({ length: 10 }, (_, n) => (n % 2 ? one : other).check(answer, client)),
    );
    expect(verdicts.filter((verdict) => verdict === 'ok')).toHaveLength(1);
    expect(verdicts.filter((verdict) => verdict === 'used')).toHaveLength(9);
  });

  it('is deleted only after it can no longer be accepted', async () => {
    const captcha = captchaOf({ provider: 'altcha' });
    const [sweep] = captchaJobs({ db, clock });
    const count = async (): Promise<bigint | undefined> =>
      (await sql<{ n: bigint }>`select count(*) as n from captcha_challenges`.execute(db)).rows[0]?.n;
    clock.advance(24 * 3_600_000);
    await sweep?.run();
    expect(await count()).toBe(0n);
    const answer = await solvedBy(captcha);
    await captcha.check(answer, client);
    clock.advance(5 * 60_000 - 1);
    await sweep?.run();
    expect(await captcha.check(answer, client)).toBe('used');
    clock.advance(2 * 60_000);
    await sweep?.run();
    expect(await count()).toBe(0n);
    expect(await captcha.check(answer, client)).toBe('expired');
  });
});
