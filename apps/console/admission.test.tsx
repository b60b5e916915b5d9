/**
 * What happens before a page is shown when the server's answer is missing or wrong: the error is shown, the token is
 * forgotten and the login page opens.
 */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Config } from '#features/platform/contract.ts';
import { addressIn } from '#foundation/console/page/address.ts';
import { chooseLanguage } from '#foundation/console/page/language.ts';
import { type SentCall, answerCalls, type FakeAnswers } from '#foundation/console/testing/render-for-tests.tsx';
import { toasts } from '#foundation/console/overlay/toasts.ts';
import { browserToken, storeToken } from '#foundation/console/wire/token.ts';

const envelope = (data: unknown) => ({ code: 1, msg: '', time: 1, data });
const info = (roles: string[]) => envelope({ roles, userinfo: { username: 'ada' } });
const config = envelope({ name: 'Bank', registrationOpen: true });
const LOGIN = '/login?redirect=%2Forder%2Flist';

/** The configuration and the session are kept as long as the page lives, so each test loads a new page. */
async function newPage(answers: FakeAnswers): Promise<{
  admit: (href: string) => Promise<string | undefined>;
  sentCalls: SentCall[];
  platform: () => Promise<Config>;
}> {
  vi.resetModules();
  const sentCalls = answerCalls(answers);
  const { admit } = await import('./admission.ts');
  const { loadConfig } = await import('#features/platform/console/config.ts');
  return { sentCalls, admit: (href) => admit(addressIn(`#${href}`)), platform: loadConfig };
}
const toastTexts = async () =>
  (await import('#foundation/console/overlay/toasts.ts')).toasts.get().map((toast) => toast.text);

/** The test sets the token as another tab would: the page under test has its own copy of the module. */
function logInElsewhere(username: string): void {
  storeToken('another', new Date(Date.now() + 60_000));
  localStorage.setItem('login', JSON.stringify({ mark: 'another', username }));
}

beforeEach(() => {
  toasts.set([]);
  chooseLanguage('zh');
  storeToken('tok', new Date(Date.now() + 60_000));
});

describe('the session', () => {
  test('is fetched once, however many pages are shown', async () => {
    const { admit, sentCalls } = await newPage({ '/config': config, '/user/info': info(['member']) });
    expect(await admit('/order/list')).toBeUndefined();
    expect(await admit('/moneylog')).toBeUndefined();
    expect(await admit('/nowhere')).toBe('/404');
    expect(sentCalls.filter((call) => call.path === '/user/info')).toHaveLength(1);
  });

  test('is fetched with its token in the body and in the header', async () => {
    const { admit, sentCalls } = await newPage({ '/config': config, '/user/info': info(['member']) });
    await admit('/order/list');
    const { body, headers } = sentCalls.find((call) => call.path === '/user/info') ?? {};
    expect([body, headers?.get('x-token')]).toEqual([{ token: 'tok' }, 'tok']);
  });

  test('is refetched after the same user logs in again in another tab', async () => {
    const { admit, sentCalls } = await newPage({ '/config': config, '/user/info': info(['member']) });
    await admit('/order/list');
    logInElsewhere('ada');
    await admit('/order/list');
    expect(sentCalls.filter((call) => call.path === '/user/info').map((call) => call.headers.get('x-token'))).toEqual([
      'tok',
      'another',
    ]);
  });

  test('is not fetched for another user’s login in another tab; the page and that login both stay', async () => {
    const { admit, sentCalls } = await newPage({ '/config': config, '/user/info': info(['member']) });
    await admit('/order/list');
    logInElsewhere('mei');
    expect(await admit('/moneylog')).toBeUndefined();
    expect(sentCalls.map((call) => call.headers.get('x-token'))).not.toContain('another');
    expect(browserToken()).toBe('another');
    expect(await toastTexts()).toEqual([]);
  });

  test('leads to the login without a request when another tab ended it', async () => {
    const { admit, sentCalls } = await newPage({ '/config': config, '/user/info': info(['member']) });
    await admit('/order/list');
    storeToken('', new Date(0));
    expect(await admit('/order/list')).toBe(LOGIN);
    expect(sentCalls.filter((call) => call.path === '/user/info')).toHaveLength(1);
  });

  test.each([
    ['is empty', envelope({}), '请求失败，请重新登录.'],
    ['is nothing', envelope(undefined), '请求失败，请重新登录.'],
    ['has no roles', info([]), '获取权限列表失败!'],
    ['has ended', { code: 50008, msg: '你已被登出，请重新登录。' }, '你已被登出，请重新登录。'],
    ['is refused', { code: 0, msg: '未找到', error: 'not_found' }, '未找到'],
    ['is refused without a word', { code: 0, msg: '', error: 'not_found' }, 'Has Error'],
    ['is out of reach', new TypeError('offline'), '无法连接服务器，请检查网络后重试。'],
  ])('that %s shows an error, forgets the token and leads to the login', async (_, answer, message) => {
    const { admit } = await newPage({ '/config': config, '/user/info': answer });
    expect(await admit('/order/list')).toBe(LOGIN);
    expect(browserToken()).toBeUndefined();
    expect(await toastTexts()).toEqual([message]);
  });
});

describe('a user who must choose a password', () => {
  const chosen = (mustChangePassword: boolean) =>
    envelope({ roles: ['member'], userinfo: { username: 'ada', mustChangePassword } });

  test('is led to the form from every address, after a reload too', async () => {
    const { admit } = await newPage({ '/config': config, '/user/info': chosen(true) });
    expect(await admit('/order/list')).toBe('/first-password?redirect=%2Forder%2Flist');
    expect(await admit('/user/password')).toBe('/first-password?redirect=%2Fuser%2Fpassword');
    expect(await admit('/first-password')).toBeUndefined();
  });

  test('is led on once it is chosen', async () => {
    const { admit } = await newPage({ '/config': config, '/user/info': chosen(false) });
    expect(await admit('/order/list')).toBeUndefined();
    expect(await admit('/first-password?redirect=%2Fmoneylog')).toBe('/moneylog');
  });
});

test('an agent has further screens, which no other user has', async () => {
  const asAgent = await newPage({ '/config': config, '/user/info': info(['agency']) });
  expect(await asAgent.admit('/agent/adduser')).toBeUndefined();
  expect(await asAgent.admit('/agent')).toBe('/404');
  const asMember = await newPage({ '/config': config, '/user/info': info(['member']) });
  expect(await asMember.admit('/agent/adduser')).toBe('/404');
});

test('a request that is aborted because the page unloads does not end the login', async () => {
  const { admit } = await newPage({ '/config': config, '/user/info': new TypeError('aborted') });
  window.dispatchEvent(new Event('pagehide'));
  expect(await admit('/order/list')).toBeUndefined();
  expect(browserToken()).toBe('tok');
  expect(await toastTexts()).toEqual([]);
  window.dispatchEvent(new Event('pageshow'));
  expect(await admit('/order/list')).toBe(LOGIN);
});

test('a failure for the previous session does not end a login that came meanwhile', async () => {
  const first = Promise.withResolvers<unknown>();
  const answers = [first.promise, info(['member'])];
  const { admit } = await newPage({ '/config': config, '/user/info': () => answers.shift() });
  const admitted = admit('/order/list');
  storeToken('another', new Date(Date.now() + 60_000));
  first.resolve(info([]));
  expect(await admitted).toBeUndefined();
  expect(browserToken()).toBe('another');
  expect(await toastTexts()).toEqual([]);
});

test('typed input is kept for its user after a failure, also after that user’s next login in the tab', async () => {
  const answers = [info(['member']), new TypeError('offline')];
  const { admit } = await newPage({ '/config': config, '/user/info': () => answers.shift() });
  const typed = await import('#foundation/console/form/saved-input.ts');
  typed.setInputSeal(() => ({ seal: (text) => text, open: (sealed) => sealed }));
  await admit('/order/list');
  typed.setInputOwner('ada', 'key');
  typed.registerInput('rows', () => ['6222']);
  logInElsewhere('ada');
  expect(await admit('/order/list')).toBe(LOGIN);
  typed.setInputOwner('ada', 'key');
  expect(typed.savedInput('rows')).toEqual(['6222']);
});

describe('the configuration', () => {
  test.each([
    ['can’t be read', { code: 0, msg: 'x' }, '获取配置失败，请联系业务人员！'],
    ['is out of reach', new TypeError('offline'), '获取配置失败，请联系业务人员！'],
    ['is missing', envelope(undefined), '读取系统配置错误'],
    ['is empty', envelope({}), '获取配置为空'],
  ])('that %s shows an error and leads to the login', async (_, answer, message) => {
    const { admit } = await newPage({ '/config': answer, '/user/info': info(['member']) });
    expect(await admit('/order/list')).toBe(LOGIN);
    expect(browserToken()).toBeUndefined();
    expect(await toastTexts()).toEqual([message]);
  });

  test('is revalidated by its ETag before each page, without delaying the page', async () => {
    const first = Response.json(config, { headers: { etag: 'W/"one"' } });
    const renewed = Promise.withResolvers<Response>();
    const answers = [
      first,
      renewed.promise,
      new Response(null, { status: 304 }),
      Response.json({ code: 0, msg: 'not now' }),
    ];
    const { admit, sentCalls, platform } = await newPage({
      '/config': () => answers.shift(),
      '/user/info': info(['member']),
    });
    const tags = () =>
      sentCalls.filter(({ path }) => path === '/config').map(({ headers }) => headers.get('if-none-match'));
    const name = async () => (await platform()).name;
    await admit('/order/list');
    expect(tags()).toEqual([null]);

    // The page is admitted while the request is pending. The answer counts when it arrives.
    expect(await admit('/moneylog')).toBeUndefined();
    expect([tags(), await name()]).toEqual([[null, 'W/"one"'], 'Bank']);
    renewed.resolve(
      Response.json(envelope({ name: 'Harbour', registrationOpen: false }), { headers: { etag: 'W/"two"' } }),
    );
    await vi.waitFor(async () => expect(await name()).toBe('Harbour'));

    await admit('/order/list');
    expect(tags().at(-1)).toBe('W/"two"');
    await vi.waitFor(async () => {
      await admit('/moneylog');
      expect(answers).toEqual([]);
    });
    expect(tags().at(-1)).toBe('W/"two"');
    // A failed revalidation is not shown and changes nothing.
    expect([await name(), await toastTexts(), browserToken()]).toEqual(['Harbour', [], 'tok']);
  });

  test('that came with the page serves the first page, and its ETag revalidates it for the next', async () => {
    document.body.innerHTML = `<script type="application/json" data-etag='W/"page"' id="config">${JSON.stringify(config.data)}</script>`;
    try {
      const { admit, sentCalls } = await newPage({
        '/config': new Response(null, { status: 304 }),
        '/user/info': info(['member']),
      });
      await admit('/order/list');
      expect(sentCalls.filter(({ path }) => path === '/config')).toEqual([]);
      await admit('/moneylog');
      expect(
        sentCalls.filter(({ path }) => path === '/config').map(({ headers }) => headers.get('if-none-match')),
      ).toEqual(['W/"page"']);
    } finally {
      document.body.innerHTML = '';
    }
  });

  test('is not needed to open the login page', async () => {
    storeToken('', new Date(0));
    const { admit } = await newPage({ '/config': new TypeError('offline') });
    expect(await admit('/login')).toBeUndefined();
    expect(await admit('/order/list')).toBe(LOGIN);
  });
});
