import { signTypes } from '@countinghouse/sdk/signing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Disbursement } from '#features/disbursements/disbursement.ts';
import { liftBooksStop } from '#features/ledger/server/books-job.ts';
import { checkBooks } from '#features/ledger/server/checking.ts';
import { FaultyLine, type LineFault } from './faulty-line-for-tests.ts';
import { gatewayApp, type GatewayApp, KEY, merchantRsa, payout, send, signed } from './gateway-for-tests.ts';

/**
 * The platform that pays, with the sandbox as its bank; and ours, which is one of its merchants. Each has its own
 * database.
 */
let theirs: GatewayApp;
let ours: GatewayApp;
let line: FaultyLine;
let usAtThem: bigint;
let shop: bigint;

const UPSTREAMS = { MD5: 71, 'HMAC-SHA256': 72, 'RSA-SHA256': 73 } as const;

beforeAll(async () => {
  theirs = await gatewayApp();
  await theirs.addPayoutRoute();
  usAtThem = await theirs.addMerchant();
  await theirs.fund(usAtThem, 10_000_000n);
  line = await FaultyLine.to(await theirs.server.listen({ port: 0, host: '127.0.0.1' }));
  ours = await gatewayApp(undefined, [line.host]);
  shop = await ours.addMerchant();
  await ours.fund(shop, 10_000_000n);
  const common = {
    baseUrl: `http://${line.host}/gateway/v1`,
    merchantNo: usAtThem.toString(),
    currency: 'CNY',
    channels: {},
  };
  await ours.db.transaction(async (tx) => {
    for (const signType of signTypes) {
      const keys =
        signType === 'RSA-SHA256'
          ? { privateKey: merchantRsa.privateKey, platformPublicKey: theirs.platformPublicKey }
          : { key: KEY };
      const settings = { ...common, signType, ...keys };
      await ours.payoutUpstreams.addUpstream(tx, {
        upstreamId: UPSTREAMS[signType],
        connector: 'countinghouse',
        name: 'Next door',
        settings,
      });
    }
  });
  await payBy('HMAC-SHA256');
});

afterAll(async () => {
  for (const app of [ours, theirs])
    expect((await checkBooks(app.db)).map(({ check, violations }) => [check.name, violations])).toEqual([]);
  await line.down();
  await ours.close();
  await theirs.close();
});

async function payBy(signType: keyof typeof UPSTREAMS): Promise<void> {
  await ours.db.transaction(async (tx) => {
    for (const one of signTypes)
      await ours.disbursements.setPayoutRoute(tx, {
        upstreamId: UPSTREAMS[one],
        position: one === signType ? 1 : 2,
        dailyLimitMinor: null,
      });
  });
}

/** Time passes on both platforms, and both work. */
async function pass(ms: number): Promise<void> {
  theirs.clock.advance(ms);
  await ours.pass(ms);
  await theirs.disbursements.submitDue();
}

async function made(changes: Record<string, unknown> = {}): Promise<bigint> {
  const answer = await send(
    ours.server,
    signed('/payout/create', payout(changes), { memberNo: shop, signType: 'HMAC-SHA256', clock: ours.clock }),
  );
  expect(answer.code).toBe(1);
  return BigInt(answer.data['systemNo'] ?? 0);
}

async function atOurs(systemNo: bigint): Promise<Disbursement> {
  const found = await ours.disbursements.find(shop, { systemNo }, 'payout');
  if (!found) throw new Error('not found');
  return found;
}

/** What they have under the reference of our attempt. */
async function atTheirs(systemNo: bigint, attempt = 1): Promise<Disbursement | undefined> {
  return theirs.disbursements.find(usAtThem, { orderNo: `${shop}-${systemNo}-${attempt}` }, 'payout');
}

async function walletOf(app: GatewayApp, memberNo: bigint): Promise<bigint> {
  return (await app.ledger.balances(memberNo, 'CNY', app.clock.now())).balanceMinor;
}

/** The paid amount at theirs, less their fee. */
async function taken(systemNo: bigint): Promise<number> {
  const { rows } = await theirs.db.pool.query('select 1 from disbursements where member_no = $1 and order_no like $2', [
    usAtThem,
    `${shop}-${systemNo}-%`,
  ]);
  return rows.length;
}

async function untilPaid(systemNo: bigint): Promise<void> {
  for (let turn = 0; turn < 8 && (await atOurs(systemNo)).status !== 'paid'; turn += 1) await pass(61_000);
  const paid = await atTheirs(systemNo);
  expect(await atOurs(systemNo)).toMatchObject({
    status: 'paid',
    submission: 'succeeded',
    attempts: 1,
    bankReference: paid?.bankReference,
  });
  expect([paid?.status, await taken(systemNo)]).toEqual(['paid', 1]);
}

describe.each(signTypes)('signed with %s', (signType) => {
  it('a payout is paid by the other platform, and both books agree', async () => {
    await payBy(signType);
    const before = [await walletOf(ours, shop), await walletOf(theirs, usAtThem)] as const;
    const systemNo = await made({ branch: 'North & South = 1', remark: 'rent & heat', account: '6222020200112233446' });
    await pass(0);
    expect(await atOurs(systemNo)).toMatchObject({ status: 'applying', submission: 'submitted' });
    const branch = signType === 'MD5' ? 'North   South   1' : 'North & South = 1';
    expect(await atTheirs(systemNo)).toMatchObject({
      amountMinor: 10_000n,
      holder: '张三',
      bank: 'ICBC',
      branch,
      accountHint: '622202****3446',
    });
    await untilPaid(systemNo);
    expect([(await walletOf(ours, shop)) - before[0], (await walletOf(theirs, usAtThem)) - before[1]]).toEqual([
      -10_110n,
      -10_110n,
    ]);
    await payBy('HMAC-SHA256');
  });
});

describe('at the other platform, a payout', () => {
  it('to an Alipay account is paid as well', async () => {
    const systemNo = await made({ type: 'alipay', account: 'Payee@example.com', bank: '' });
    await pass(0);
    expect(await atTheirs(systemNo)).toMatchObject({ type: 'alipay', bank: null });
    await untilPaid(systemNo);
  });

  it('fails with their reason once they have returned it, and our money comes back too', async () => {
    const before = await walletOf(ours, shop);
    const systemNo = await made({ amount: '70.44' });
    await pass(0);
    await pass(61_000);
    await pass(61_000);
    const there = await atTheirs(systemNo);
    // An operator there can still pay it, so it is not final.
    expect([there?.submission, (await atOurs(systemNo)).submission]).toEqual(['failed', 'submitted']);
    expect(await ours.disbursements.change({ memberNo: shop, systemNo }, { event: 'cancel' })).toBe('not_allowed');
    await theirs.disbursements.change({ memberNo: usAtThem, systemNo: there?.systemNo ?? 0n }, { event: 'cancel' });
    await pass(61_000);
    expect(await atOurs(systemNo)).toMatchObject({
      status: 'applying',
      submission: 'failed',
      failReason: there?.failReason,
    });
    expect(await ours.disbursements.change({ memberNo: shop, systemNo }, { event: 'cancel' })).toBe('changed');
    expect(await walletOf(ours, shop)).toBe(before);
  });

  it('stays open while its result is unknown to them', async () => {
    const systemNo = await made({ amount: '70.99' });
    await pass(0);
    expect((await atTheirs(systemNo))?.submission).toBe('unknown');
    await ours.pass(2_000);
    expect(await atOurs(systemNo)).toMatchObject({ status: 'applying', submission: 'submitted' });
    theirs.clock.advance(2_000);
    await untilPaid(systemNo);
  });

  it('stays open while their operators review it', async () => {
    const systemNo = await made();
    await ours.pass(0);
    const there = await atTheirs(systemNo);
    const key = { memberNo: usAtThem, systemNo: there?.systemNo ?? 0n };
    expect(await theirs.disbursements.change(key, { event: 'freeze' })).toBe('changed');
    await pass(61_000);
    expect(await atOurs(systemNo)).toMatchObject({ status: 'applying', submission: 'submitted' });
    expect(await theirs.disbursements.change(key, { event: 'unfreeze' })).toBe('changed');
    await untilPaid(systemNo);
  });

  it('fails with their refusal, and can be paid under another reference once there is money', async () => {
    const reference = theirs.systemNumbers.next();
    const all = await walletOf(theirs, usAtThem);
    await theirs.ledger.adjust({ memberNo: usAtThem, reference, currency: 'CNY', amountMinor: -all, remark: 'empty' });
    const systemNo = await made();
    await pass(0);
    expect(await atOurs(systemNo)).toMatchObject({
      status: 'applying',
      submission: 'failed',
      failReason: 'balance_insufficient',
    });
    expect(await taken(systemNo)).toBe(0);
    await theirs.fund(usAtThem, all);
    expect(await ours.disbursements.change({ memberNo: shop, systemNo }, { event: 'retry' })).toBe('changed');
    for (let turn = 0; turn < 4; turn += 1) await pass(61_000);
    expect(await atOurs(systemNo)).toMatchObject({ status: 'paid', attempts: 2 });
    expect([(await atTheirs(systemNo, 2))?.status, await taken(systemNo)]).toEqual(['paid', 1]);
  });

  it('is sent again while they have stopped payouts', async () => {
    const wrong = { foundAt: theirs.clock.now().toISOString(), check: 'chain', promise: 'p', violation: 'v' };
    await theirs.db.transaction((tx) => theirs.platform.keepFact(tx, 'books_wrong', wrong));
    const systemNo = await made();
    await pass(0);
    await pass(61_000);
    expect([(await atOurs(systemNo)).submission, await taken(systemNo)]).toEqual(['submitted', 0]);
    await liftBooksStop(theirs);
    await untilPaid(systemNo);
  });
});

describe('the line', () => {
  it.each<[what: string, first: 'submitted' | 'unknown', next: LineFault[], arrived: number]>([
    ['loses the answer', 'unknown', ['lose_answer'], 1],
    ['loses the request', 'unknown', ['lose_request'], 0],
    ['carries the request twice', 'unknown', ['twice'], 1],
    ['changes the amount of the answer', 'unknown', ['change_amount'], 1],
    ['answers by itself that it was refused', 'unknown', ['forge'], 0],
    ['loses the answer, and then the question', 'unknown', ['lose_answer', 'lose_request'], 1],
    ['loses the request, and then answers the question by itself', 'unknown', ['lose_request', 'forge'], 0],
  ])('%s: nothing is given back or paid twice, and it is paid once', async (_what, first, next, arrived) => {
    const systemNo = await made();
    line.next = [...next];
    await ours.pass(0);
    expect([(await atOurs(systemNo)).submission, await taken(systemNo)]).toEqual([first, arrived]);
    expect(await ours.disbursements.change({ memberNo: shop, systemNo }, { event: 'cancel' })).toBe('not_allowed');
    expect(await ours.disbursements.change({ memberNo: shop, systemNo }, { event: 'retry' })).toBe('not_allowed');
    await untilPaid(systemNo);
    expect(line.next).toEqual([]);
  });

  it('is down: they received nothing, and it is paid once the line is up', async () => {
    await line.down();
    const systemNo = await made();
    await pass(0);
    await pass(61_000);
    expect([(await atOurs(systemNo)).submission, await taken(systemNo)]).toEqual(['submitted', 0]);
    await line.up();
    await untilPaid(systemNo);
  });
});
