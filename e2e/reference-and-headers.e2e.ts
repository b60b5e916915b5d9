/** Checks every kind of HTTP answer: a complete API reference that opens, and strict security headers. */
import { describe, expect, inject, test } from 'vitest';
import { contracts } from '#apps/server/contracts.ts';
import { faultsOf, type OpenApi, schemaFaults } from './open-api-for-tests.ts';
import { startServer } from './server-for-tests.ts';
import { shopStage } from './demo-stage-for-tests.ts';

const stage = shopStage();

let orders = 0;
const create = () =>
  stage.shop.client('HMAC-SHA256').payCreate({
    orderNo: `PAGE-${(orders += 1)}`,
    amount: '88.00',
    channel: 'sandbox_qr',
    notifyUrl: stage.shop.notifyUrl,
    subject: 'Jasmine tea',
  });

describe('the API reference', () => {
  test('opens in a browser and shows its calls', async () => {
    const visitor = await stage.visit();
    await visitor.page.goto(`${stage.baseUrl}/api/docs`);
    await visitor.page.getByRole('heading', { name: 'Countinghouse console API' }).waitFor();
    await visitor.page.getByText('/order/list').waitFor();
    // The operators' calls are last, and folded.
    const tags = await visitor.page.locator('h3.opblock-tag').allTextContents();
    expect(tags.at(-1)).toContain('operators');
    expect(await visitor.page.getByText('/operator/user/list').count()).toBe(0);
    expect(visitor.faults()).toEqual([]);
    await visitor.close();
  });

  test('contains every call of the contracts, each complete, and no other', async () => {
    const document = (await (await fetch(`${stage.baseUrl}/api/openapi.json`)).json()) as OpenApi;
    expect(faultsOf(document)).toEqual([]);
    const offered = contracts.flatMap(({ contract }) =>
      Object.entries(contract.calls).map(
        ([path, { method = 'POST' }]) => `${method} ${path.replace(/:(\w+)/, '{$1}')}`,
      ),
    );
    const documented = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(documented.sort()).toEqual(offered.sort());
  });

  test('check finds broken schemas', () => {
    const schema = {
      type: 'object',
      required: ['gone'],
      properties: { a: { $ref: '#/$defs/none' }, b: { type: 'text' }, c: { type: 'string', pattern: '(' } },
    };
    expect(schemaFaults({ schema }, schema, 'x')).toEqual([
      'x requires gone, which it does not have',
      'x.a refers to #/$defs/none, which does not exist',
      'x.b has the type text',
      'x.c has an invalid pattern',
    ]);
  });
});

describe('every kind of answer', () => {
  interface Kind {
    what: string;
    path: string;
    status: number;
    method?: 'POST';
    headers?: Record<string, string>;
    body?: string;
    /** `no-store`: personal or momentary content; null: no cache header is set. */
    cache?: string | null;
  }
  const json = { 'content-type': 'application/json' };
  const kinds: Kind[] = [
    { what: 'the page', path: '/', status: 200, cache: 'no-cache' },
    { what: 'the icon', path: '/favicon.png', status: 200, cache: 'no-cache' },
    { what: 'an unknown path', path: '/nowhere', status: 404 },
    { what: 'an answered call by GET', path: '/api/config', status: 200, cache: 'no-cache' },
    {
      what: 'a call without a session',
      path: '/api/user/info',
      method: 'POST',
      headers: json,
      body: '{}',
      status: 200,
      cache: 'no-store',
    },
    { what: 'an unknown call', path: '/api/nowhere', method: 'POST', headers: json, body: '{}', status: 404 },
    { what: 'another method', path: '/api/user/info', status: 405 },
    {
      what: 'a body that can’t be read',
      path: '/api/user/info',
      method: 'POST',
      headers: json,
      body: '{',
      status: 400,
    },
    {
      what: 'a body that is too large',
      path: '/api/user/info',
      method: 'POST',
      headers: json,
      body: `"${'x'.repeat(3_000_000)}"`,
      status: 413,
    },
    {
      what: 'another kind of body',
      path: '/api/user/info',
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
      body: 'a,b',
      status: 415,
    },
    { what: 'live updates without a session', path: '/api/events', status: 200 },
    { what: 'the reference', path: '/api/docs', status: 200 },
    { what: 'its document', path: '/api/openapi.json', status: 200 },
    { what: 'its script', path: '/api/docs/files/swagger-ui-bundle.js', status: 200, cache: 'public, max-age=0' },
    { what: 'the gateway’s reference', path: '/api/docs/gateway', status: 200, cache: 'no-cache' },
    { what: 'its style sheet', path: '/api/docs/gateway/reference.css', status: 200, cache: 'no-cache' },
    { what: 'the gateway’s document', path: '/api/openapi-gateway.json', status: 200 },
    {
      what: 'a refusal of the gateway',
      path: '/gateway/v1/balance',
      method: 'POST',
      headers: json,
      body: '{}',
      status: 200,
      cache: 'no-store',
    },
    {
      what: 'a call that the gateway does not have',
      path: '/gateway/v1/nowhere',
      method: 'POST',
      headers: json,
      body: '{}',
      status: 404,
      cache: 'no-store',
    },
    { what: 'an unknown payment page', path: '/cashier/x', status: 404, cache: 'no-store' },
    { what: 'an unknown return address', path: '/return/x', status: 404, cache: 'no-store' },
    {
      what: 'an unauthenticated upstream callback',
      path: '/upstream/1/notify',
      method: 'POST',
      headers: json,
      body: '{}',
      status: 401,
      cache: 'no-store',
    },
    { what: 'the health check', path: '/healthz', status: 200 },
    { what: 'the readiness check', path: '/readyz', status: 200 },
  ];

  test.each(kinds)(
    '$what ($status) carries its headers',
    async ({ path, status, method = 'GET', headers = {}, body, cache = null }) => {
      const response = await fetch(stage.baseUrl + path, {
        method,
        headers,
        ...(body === undefined ? {} : { body }),
        redirect: 'manual',
      });
      await response.arrayBuffer();
      expect(response.status).toBe(status);
      expectSecurityHeaders(response.headers);
      expect(response.headers.get('cache-control')).toBe(cache);
    },
  );

  test('the page’s files carry them too, and are cached for good because their names change with their content', async () => {
    const html = await (await fetch(`${stage.baseUrl}/`)).text();
    const files = [...html.matchAll(/(?:src|href)="\.?(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? '');
    expect(files.length).toBeGreaterThan(1);
    for (const path of files) {
      const { headers, status } = await fetch(stage.baseUrl + path);
      expect(status).toBe(200);
      expectSecurityHeaders(headers);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    }
    // The page itself has no inline script, only data, which no browser runs.
    const inlineScripts = [...html.matchAll(/<script([^>]*)>/g)]
      .map(([, attributes = '']) => attributes.trim())
      .filter((attributes) => !/\bsrc=/.test(attributes));
    const etag = (await fetch(`${stage.baseUrl}/api/config`)).headers.get('etag') ?? '';
    expect(etag).not.toBe('');
    expect(inlineScripts).toEqual([
      `type="application/json" data-etag="${etag.replaceAll('"', '&quot;')}" id="config"`,
    ]);
    expect((await fetch(`${stage.baseUrl}/api/config`, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });

  test('a payment page, its files and its JSON answers carry them', async () => {
    const { payUrl } = await create();
    const page = await fetch(payUrl);
    const html = await page.text();
    const files = [...html.matchAll(/(?:src|href)="(\/cashier\/assets\/[^"]+)"/g)].map(
      ([, path]) => stage.baseUrl + (path ?? ''),
    );
    expect(files).toHaveLength(2);
    for (const response of [
      page,
      await fetch(`${payUrl}/status`),
      ...(await Promise.all(files.map((file) => fetch(file)))),
    ]) {
      expect(response.status).toBe(200);
      expectSecurityHeaders(response.headers);
    }
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  test('the open stream of live updates carries them', async () => {
    const cookies = new Map((await stage.loggedIn()).cookies.map(({ name, value }) => [name, value]));
    const stop = new AbortController();
    const { status, headers } = await fetch(`${stage.baseUrl}/api/events`, {
      headers: {
        'x-token': cookies.get('Admin-Token') ?? '',
        cookie: `Admin-Half=${cookies.get('Admin-Half')}`,
        accept: 'text/event-stream',
      },
      signal: stop.signal,
    });
    stop.abort();
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/event-stream');
    expectSecurityHeaders(headers);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('behind TLS all of them carry Strict-Transport-Security', async () => {
    const secure = await startServer({ from: inject('demoFolder'), env: { PUBLIC_URL: 'https://pay.example' } });
    try {
      for (const path of ['/', '/api/config', '/nowhere', '/cashier/x', '/healthz']) {
        const { headers } = await fetch(secure.baseUrl + path);
        expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
      }
    } finally {
      await secure.remove();
    }
  });

  function expectSecurityHeaders(headers: Headers): void {
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-frame-options')).toBe('DENY');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toMatch(/script-src 'self'(;|$)/);
    expect(headers.has('x-powered-by')).toBe(false);
    expect(headers.has('server')).toBe(false);
  }
});
