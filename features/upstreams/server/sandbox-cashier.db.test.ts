import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ReturnAddresses } from './returns.ts';
import { MEMBER_NO, TestCashier } from './cashier-for-tests.ts';

const form = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html' };
let cashier: TestCashier;

beforeAll(async () => {
  cashier = await TestCashier.open();
});
afterEach(() => cashier.reset());
afterAll(() => cashier.close());

describe('the cashier page', () => {
  test('shows subject, amount, number, time left, two buttons and a link to leave, and runs only its own script', async () => {
    const reply = await cashier.request(await cashier.payUrl({ subject: 'Tea <b>&</b> "cake"' }), {
      headers: { 'accept-language': 'en' },
    });
    expect([reply.statusCode, reply.headers['cache-control'], reply.headers['x-frame-options']]).toEqual([
      200,
      'no-store',
      'DENY',
    ]);
    expect(reply.headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self';/,
    );
    expect(reply.body).toContain('Tea &lt;b&gt;&amp;&lt;/b&gt; &quot;cake&quot;');
    // The sign alone: the code would say it twice.
    expect(reply.body).not.toContain('CNY');
    for (const shown of [
      '¥128.50',
      cashier.systemNo.toString(),
      '29:30',
      '>Pay ¥128.50</button>',
      '>Simulate failure</button>',
      '>Leave</a>',
    ])
      expect(reply.body).toContain(shown);
    expect(reply.body).not.toMatch(/<script(?! src="\/cashier\/assets\/)|\son\w+=|style="/);
  });

  test.each([
    ['en', 'Pay ¥128.50'],
    ['zh-CN', '支付 ¥128.50'],
    ['es', 'Pagar 128,50'],
    ['th', 'ชำระ ¥128.50'],
  ])('is in the payer’s language: %s', async (language, button) => {
    const url = await cashier.payUrl();
    expect((await cashier.request(url, { headers: { 'accept-language': language } })).body).toContain(button);
    const chosen = await cashier.request(`${url}?lang=${language.slice(0, 2)}`, {
      headers: { 'accept-language': 'de' },
    });
    expect(chosen.body).toContain(button);
    expect(chosen.body).toContain(`<html lang="${language.slice(0, 2)}`);
  });

  test('shows a QR code only if the payer pays by scanning', async () => {
    expect((await cashier.request(await cashier.payUrl({ mode: 'qr' }))).body).toContain('<figure class="code">');
    expect((await cashier.request(await cashier.payUrl({ mode: 'bank' }))).body).not.toContain('<figure');
  });

  test('loads its style sheet and script from URLs that change with their content', async () => {
    const { body } = await cashier.request(await cashier.payUrl());
    const assets = [...body.matchAll(/(?:href|src)="(\/cashier\/assets\/[^"]+)"/g)].map(([, path]) => String(path));
    expect(assets).toHaveLength(2);
    for (const path of assets) {
      const asset = await cashier.server.inject(path);
      expect([asset.statusCode, asset.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable']);
    }
  });

  test.each(['', '/leave', '/status', '/pay', '/fail'])(
    'is not found at an address with one letter changed: %s',
    async (action) => {
      const url = await cashier.payUrl();
      const changed = `${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}${action}`;
      const presses = action === '/pay' || action === '/fail';
      const reply = await cashier.request(changed, {
        method: presses ? 'POST' : 'GET',
        headers: { accept: 'application/json' },
      });
      expect(reply.statusCode).toBe(404);
      expect(await cashier.settled()).toEqual([]);
    },
  );
});

describe('whom the payer pays', () => {
  const shop = { name: 'Lantern <Market>', orderNo: 'LM-0007', isRecharge: false };

  test('is the shop by its name, with the shop’s own order number and one line for trouble', async () => {
    const url = await cashier.payUrl();
    cashier.payees.set(cashier.systemNo, shop);
    const { body } = await cashier.request(url, { headers: { 'accept-language': 'en' } });
    expect(body).toContain('<span class="payee-sign" aria-hidden="true">L</span>Lantern &lt;Market&gt;</p>');
    expect(body).toContain('<dd class="number">LM-0007</dd>');
    expect(body).not.toContain(cashier.systemNo.toString());
    expect(body.match(/Having trouble\?/g)).toHaveLength(1);
    expect(body).toContain('Contact Lantern &lt;Market&gt; and give the order number LM-0007.');
  });

  test.each([
    ['en', 'Recharge', 'Back to your recharge'],
    ['zh-CN', '充值', '返回充值'],
    ['es', 'Recarga', 'Volver a la recarga'],
    ['th', 'เติมเงิน', 'กลับไปที่รายการเติมเงิน'],
  ])('is the payer’s own wallet for a recharge, in the payer’s language: %s', async (language, subject, back) => {
    const url = await cashier.payUrl({ subject: 'Recharge' });
    cashier.payees.set(cashier.systemNo, { ...shop, isRecharge: true });
    cashier.returnLinks.set(cashier.systemNo, 'https://console.example/');
    const headers = { 'accept-language': language };
    expect((await cashier.request(url, { headers })).body).toContain(`<p class="subject">${subject}</p>`);
    await cashier.press(`${url}/pay`);
    expect((await cashier.request(url, { headers })).body).toContain(`>${back}</a>`);
  });
});

describe('after a payment', () => {
  const paid = async () => {
    const url = await cashier.payUrl();
    cashier.payees.set(cashier.systemNo, { name: 'Lantern Market', orderNo: 'LM-0007', isRecharge: false });
    cashier.returnLinks.set(cashier.systemNo, 'https://shop.example/done');
    const { headers } = await cashier.request(`${url}/pay?lang=en`, { method: 'POST', headers: form });
    const path = new URL(url).pathname;
    return { path, page: (await cashier.server.inject(String(headers.location))).body };
  };

  test('the page leads back to the shop by itself, with and without scripts', async () => {
    const { path, page } = await paid();
    expect(page).toContain(
      `<a class="button primary" id="back" href="${path}/leave?lang=en">Back to Lantern Market</a>`,
    );
    expect(page).toContain('You’ll return in <span data-back="3">3</span> s.');
    expect(page).toContain(`<noscript><meta http-equiv="refresh" content="3;url=${path}/leave?lang=en" /></noscript>`);
  });

  test('the payer can stay, and a page that is opened later stays by itself', async () => {
    const { path, page } = await paid();
    expect(page).toContain(`<a href="${path}?lang=en">Stay here</a>`);
    const { body } = await cashier.server.inject(`${path}?lang=en`);
    expect(body).toContain('>Back to Lantern Market</a>');
    expect(body).not.toMatch(/http-equiv="refresh"|data-back|<script/);
  });

  test('without a shop to return to, the page stays', async () => {
    const url = await cashier.payUrl();
    await cashier.press(`${url}/pay`);
    expect((await cashier.request(`${url}?back=1`)).body).not.toMatch(/http-equiv="refresh"|data-back/);
  });
});

describe('a payment', () => {
  test('is settled once by simultaneous clicks, and the platform is notified once', async () => {
    const url = await cashier.payUrl();
    const replies = await Promise.all(
      [1, 2, 3, 4, 5].map(() => cashier.request(`${url}/pay?lang=es`, { method: 'POST', headers: form })),
    );
    expect(replies.map((reply) => [reply.statusCode, reply.headers.location])).toEqual(
      replies.map(() => [303, `${new URL(url).pathname}?lang=es&back=1`]),
    );
    await cashier.expectNotification();
    expect(await cashier.settled()).toEqual([{ systemNo: cashier.systemNo, status: 'paid' }]);
    expect(cashier.platform.received).toHaveLength(1);
    expect((await cashier.request(url, { headers: { 'accept-language': 'en' } })).body).toContain('Payment received');
  });

  test('settled by a program is answered in the envelope, also the second time', async () => {
    const url = await cashier.payUrl();
    for (const headers of [
      { accept: 'application/json' },
      { 'content-type': 'application/json' },
      {},
      { 'content-type': 'text/plain' },
    ] as const) {
      const reply = await cashier.request(`${url}/pay`, {
        method: 'POST',
        headers,
        ...('content-type' in headers ? { payload: '{}' } : {}),
      });
      expect([reply.statusCode, reply.json()]).toMatchObject([
        200,
        { code: 1, data: { status: 'paid', amount: '128.50', currency: 'CNY', systemNo: cashier.systemNo.toString() } },
      ]);
    }
    expect(await cashier.settled()).toHaveLength(1);
  });

  test('that has failed cannot be paid: the first result wins', async () => {
    const url = await cashier.payUrl();
    expect(await cashier.press(`${url}/fail`)).toBe('failed');
    expect(await cashier.press(`${url}/pay`)).toBe('failed');
    expect(await cashier.settled()).toEqual([{ systemNo: cashier.systemNo, status: 'failed' }]);
    expect((await cashier.request(url, { headers: { 'accept-language': 'en' } })).body).toContain('Payment failed');
  });

  test('cannot be made on the page after it has expired', async () => {
    const url = await cashier.payUrl();
    cashier.clock.set('2026-11-20T04:45:00Z');
    expect((await cashier.request(url, { headers: { 'accept-language': 'en' } })).body).toContain(
      'This payment has expired',
    );
    expect((await cashier.request(`${url}/pay`, { method: 'POST', headers: form })).statusCode).toBe(303);
    expect(await cashier.settled()).toEqual([]);
  });

  test('by a program also counts after expiry, as with real upstreams', async () => {
    const url = await cashier.payUrl();
    cashier.clock.set('2026-11-20T05:00:00Z');
    expect(await cashier.press(`${url}/pay`)).toBe('paid');
    const payment = await cashier.upstreams.queryPayment(1, {
      memberNo: MEMBER_NO,
      systemNo: cashier.systemNo,
      upstreamNo: null,
      currency: 'CNY',
    });
    expect(payment).toMatchObject({
      status: 'paid',
      amountMinor: 12_850n,
      currency: 'CNY',
      paidAt: new Date('2026-11-20T05:00:00Z'),
    });
  });

  test('is reported to a page that is open elsewhere', async () => {
    const url = await cashier.payUrl();
    const status = async (): Promise<string> =>
      (await cashier.request(`${url}/status`)).json<{ data: { status: string } }>().data.status;
    expect(await status()).toBe('open');
    await cashier.press(`${url}/pay`);
    expect(await status()).toBe('paid');
  });
});

describe('leaving', () => {
  test('redirects to the shop with the current signed address', async () => {
    const url = await cashier.payUrl();
    cashier.returnLinks.set(cashier.systemNo, 'https://shop.example/done?sign=1');
    const reply = await cashier.request(`${url}/leave`);
    expect([reply.statusCode, reply.headers.location]).toEqual([303, 'https://shop.example/done?sign=1']);
    await cashier.press(`${url}/pay`);
    expect((await cashier.request(url, { headers: { 'accept-language': 'en' } })).body).toMatch(
      /href="[^"]+\/leave\?lang=en">Return to the shop</,
    );
  });

  test('right after paying waits until the platform knows, so that the shop gets the new status', async () => {
    const url = await cashier.payUrl();
    cashier.returnLinks.set(cashier.systemNo, 'https://shop.example/done?status=unpaid');
    const left = Promise.withResolvers<void>();
    cashier.platform.before = async () => {
      await left.promise;
      cashier.returnLinks.set(cashier.systemNo, 'https://shop.example/done?status=success');
    };
    await cashier.press(`${url}/pay`);
    const reply = cashier.request(`${url}/leave`);
    // The payer leaves before the platform has accepted the notification.
    await cashier.request(`${url}/status`);
    left.resolve();
    expect((await reply).headers.location).toBe('https://shop.example/done?status=success');
  });

  test('waits only briefly for a platform that does not respond', async () => {
    const url = await cashier.payUrl();
    cashier.returnLinks.set(cashier.systemNo, 'https://shop.example/done?status=unpaid');
    const late = Promise.withResolvers<void>();
    cashier.platform.before = () => late.promise;
    await cashier.press(`${url}/pay`);
    expect((await cashier.request(`${url}/leave`)).headers.location).toBe('https://shop.example/done?status=unpaid');
    late.resolve();
  });

  test('without a shop to return to says so, and links back to the payment until it expires', async () => {
    const url = await cashier.payUrl();
    const { body } = await cashier.request(`${url}/leave`, { headers: { 'accept-language': 'en' } });
    expect(body).toContain('You’ve left the payment');
    expect(body).toContain('>Back to the payment</a>');
    expect(await cashier.settled()).toEqual([]);
  });

  test('never redirects to an address that is not http or https', async () => {
    const url = await cashier.payUrl();
    cashier.returnLinks.set(cashier.systemNo, 'javascript:alert(1)');
    expect((await cashier.request(`${url}/leave`)).statusCode).toBe(200);
  });

  test('from an upstream that does not know the merchant works by an address of ours that cannot be forged', async () => {
    cashier.returnLinks.set(cashier.systemNo, 'https://shop.example/done');
    const address = new URL(new ReturnAddresses(cashier.deps).of(MEMBER_NO, cashier.systemNo));
    const reply = await cashier.server.inject(`${address.pathname}?orderNo=theirs&sign=x`);
    expect([reply.statusCode, reply.headers.location]).toEqual([303, 'https://shop.example/done']);
    expect((await cashier.server.inject(address.pathname.replace('20000001', '20000002'))).statusCode).toBe(404);
    expect((await cashier.server.inject('/return/20000001')).statusCode).toBe(404);
  });
});
