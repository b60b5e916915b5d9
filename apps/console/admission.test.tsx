/** What happens before a page is shown when the server does not answer as hoped: said, forgotten, and back to the login. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { addressIn } from '#foundation/console/address.ts';
import { chooseLanguage } from '#foundation/console/language.ts';
import { type AskedCall, answerCalls, type FakeAnswers } from '#foundation/console/test-render.tsx';
import { toasts } from '#foundation/console/toasts.ts';
import { keepToken, readToken } from '#foundation/console/token.ts';

const envelope = (data: unknown) => ({ code: 1, msg: '', time: 1, data });
const info = (roles: string[]) => envelope({ roles, userinfo: { username: 'ada' } });
const config = envelope({ name: 'Bank', registrationOpen: true });
const LOGIN = '/login?redirect=%2Forder%2Flist';

/** The configuration and the session are kept for the page's life: each test is a new page. */
async function newPage(answers: FakeAnswers): Promise<{ admit: (href: string) => Promise<string | undefined>; asked: AskedCall[] }> {
  vi.resetModules();
  const asked = answerCalls(answers);
  const { admit } = await import('./admission.ts');
  return { asked, admit: (href) => admit(addressIn(`#${href}`)) };
}
const told = async () => (await import('#foundation/console/toasts.ts')).toasts.get().map((toast) => toast.text);

beforeEach(() => {
  toasts.set([]);
  chooseLanguage('zh');
  keepToken('tok', new Date(Date.now() + 60_000));
});

describe('the session', () => {
  test('is asked for once, and the configuration too, however many pages are shown', async () => {
    const { admit, asked } = await newPage({ '/config': config, '/user/info': info(['member']) });
    expect(await admit('/order/list')).toBeUndefined();
    expect(await admit('/moneylog')).toBeUndefined();
    expect(await admit('/nowhere')).toBe('/404');
    expect(asked.map((call) => call.path).sort()).toEqual(['/config', '/user/info']);
  });

  test('is asked for with its token in the body and in the header', async () => {
    const { admit, asked } = await newPage({ '/config': config, '/user/info': info(['member']) });
    await admit('/order/list');
    const { body, headers } = asked.find((call) => call.path === '/user/info') ?? {};
    expect([body, headers?.get('x-token')]).toEqual([{ token: 'tok' }, 'tok']);
  });

  test('of a new token is asked for anew', async () => {
    const { admit, asked } = await newPage({ '/config': config, '/user/info': info(['member']) });
    await admit('/order/list');
    keepToken('another', new Date(Date.now() + 60_000));
    await admit('/order/list');
    expect(asked.filter((call) => call.path === '/user/info').map((call) => call.headers.get('x-token'))).toEqual(['tok', 'another']);
  });

  test.each([
    ['is empty', envelope({}), '请求失败，请重新登录.'],
    ['is nothing', envelope(undefined), '请求失败，请重新登录.'],
    ['has no roles', info([]), '获取权限列表失败!'],
    ['has ended', { code: 50008, msg: '你已被登出，请重新登录' }, '你已被登出，请重新登录'],
    ['is refused', { code: 0, msg: '未找到', error: 'not_found' }, '未找到'],
    ['is refused without a word', { code: 0, msg: '', error: 'not_found' }, 'Has Error'],
    ['is out of reach', new TypeError('offline'), '无法连接服务器，请检查网络后重试'],
  ])('that %s says so, forgets the token and ends at the login', async (_, answer, message) => {
    const { admit } = await newPage({ '/config': config, '/user/info': answer });
    expect(await admit('/order/list')).toBe(LOGIN);
    expect(readToken()).toBeUndefined();
    expect(await told()).toEqual([message]);
  });
});

test('what a page that is being left still asks for costs nobody the login', async () => {
  const { admit } = await newPage({ '/config': config, '/user/info': new TypeError('aborted') });
  window.dispatchEvent(new Event('pagehide'));
  expect(await admit('/order/list')).toBeUndefined();
  expect(readToken()).toBe('tok');
  expect(await told()).toEqual([]);
  window.dispatchEvent(new Event('pageshow'));
  expect(await admit('/order/list')).toBe(LOGIN);
});

test('what failed for the one before costs nobody the login that came meanwhile', async () => {
  const first = Promise.withResolvers<unknown>();
  const answers = [first.promise, info(['member'])];
  const { admit } = await newPage({ '/config': config, '/user/info': () => answers.shift() });
  const admitted = admit('/order/list');
  keepToken('another', new Date(Date.now() + 60_000));
  first.resolve(info([]));
  expect(await admitted).toBeUndefined();
  expect(readToken()).toBe('another');
  expect(await told()).toEqual([]);
});

describe('the configuration', () => {
  test.each([
    ['can’t be read', { code: 0, msg: 'x' }, '获取配置失败，请联系业务人员！'],
    ['is out of reach', new TypeError('offline'), '获取配置失败，请联系业务人员！'],
    ['is missing', envelope(undefined), '读取系统配置错误'],
    ['is empty', envelope({}), '获取配置为空'],
  ])('that %s says so', async (_, answer, message) => {
    const { admit } = await newPage({ '/config': answer, '/user/info': info(['member']) });
    expect(await admit('/order/list')).toBe(LOGIN);
    expect(readToken()).toBeUndefined();
    expect(await told()).toEqual([message]);
  });

  test('missing does not keep a stranger from the login page', async () => {
    keepToken('', new Date(0));
    const { admit } = await newPage({ '/config': new TypeError('offline') });
    expect(await admit('/login')).toBeUndefined();
    expect(await admit('/order/list')).toBe(LOGIN);
  });
});
