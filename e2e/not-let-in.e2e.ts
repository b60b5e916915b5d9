/**
 * A session that cannot be loaded: the error text is exactly the specification's (written out here), the token is
 * removed, and the login keeps the way back.
 */
import type { Route } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Language, languages } from '#foundation/core/words.ts';
import { expectAddress } from './navbar-for-tests.ts';
import { demoStage } from './demo-stage-for-tests.ts';
import { rowOf, type Visitor } from './visitor-for-tests.ts';

const stage = demoStage();

let visitor: Visitor;
beforeEach(async () => {
  visitor = await stage.visit();
});
afterEach(async () => {
  await visitor.close();
});

const INFO = '**/api/user/info';
const CONFIG = '**/api/config';
type Answer = (route: Route) => Promise<void>;
const json =
  (answer: object): Answer =>
  (route) =>
    route.fulfill({ json: answer });
const aborted: Answer = (route) => route.abort();
const broken: Answer = (route) => route.fulfill({ status: 500, body: '' });
/** The page as the server sends it when it has no configuration to write into it. */
const bare: Answer = async (route) => {
  const response = await route.fetch();
  const body = (await response.text()).replace(/<script[^>]* id="config">.*?<\/script>/s, '');
  await route.fulfill({ response, body });
};

type Texts = Record<Language, string>;
const texts = (en: string, zh: string, es: string, th: string): Texts => ({ en, zh, es, th });
const same = (text: string): Texts => texts(text, text, text, text);

const expectedTexts = {
  infoEmpty: texts(
    'The request failed. Please log in again.',
    '请求失败，请重新登录.',
    'La petición ha fallado. Vuelva a iniciar sesión.',
    'คำขอล้มเหลว โปรดเข้าสู่ระบบอีกครั้ง',
  ),
  rolesEmpty: texts(
    'Your permissions couldn’t be loaded!',
    '获取权限列表失败!',
    '¡No se pudieron cargar sus permisos!',
    'โหลดรายการสิทธิ์ไม่สำเร็จ!',
  ),
  configFailed: texts(
    'The settings couldn’t be loaded. Please contact customer support.',
    '获取配置失败，请联系业务人员！',
    'No se pudo cargar la configuración. Contacte con atención al cliente.',
    'โหลดการตั้งค่าไม่สำเร็จ โปรดติดต่อฝ่ายบริการลูกค้า',
  ),
  configMissing: texts(
    'The system settings couldn’t be read',
    '读取系统配置错误',
    'No se pudo leer la configuración del sistema',
    'อ่านการตั้งค่าระบบไม่ได้',
  ),
  configEmpty: texts(
    'The system settings are empty',
    '获取配置为空',
    'La configuración del sistema está vacía',
    'การตั้งค่าระบบว่างเปล่า',
  ),
  unreachable: texts(
    'We couldn’t reach the server. Check your connection and try again.',
    '无法连接服务器，请检查网络后重试。',
    'No se pudo conectar con el servidor. Compruebe su conexión e inténtelo de nuevo.',
    'เชื่อมต่อเซิร์ฟเวอร์ไม่ได้ โปรดตรวจสอบอินเทอร์เน็ตแล้วลองใหม่อีกครั้ง',
  ),
  serverFailed: texts(
    'Something went wrong on our side. Please try again in a moment.',
    '服务器出现问题，请稍后重试。',
    'Se ha producido un error de nuestro lado. Inténtelo de nuevo en un momento.',
    'ระบบของเราขัดข้อง โปรดลองใหม่ในอีกสักครู่',
  ),
};

const cases: readonly [string, string, Answer, Texts][] = [
  ['a user answer without data', INFO, json({ code: 1, data: null }), expectedTexts.infoEmpty],
  ['a user answer without a user', INFO, json({ code: 1, data: { roles: ['member'] } }), expectedTexts.infoEmpty],
  [
    'a user without roles',
    INFO,
    json({ code: 1, data: { userinfo: { username: 'x' }, roles: [] } }),
    expectedTexts.rolesEmpty,
  ],
  ['a refusal with a message', INFO, json({ code: 0, msg: 'This account rests' }), same('This account rests')],
  ['a refusal without a message', INFO, json({ code: 0, msg: '' }), same('Has Error')],
  ['an unreachable server', INFO, aborted, expectedTexts.unreachable],
  ['a server error', INFO, broken, expectedTexts.serverFailed],
  ['a missing configuration', CONFIG, json({ code: 1 }), expectedTexts.configMissing],
  ['an empty configuration', CONFIG, json({ code: 1, data: {} }), expectedTexts.configEmpty],
  ['a refused configuration', CONFIG, json({ code: 0, msg: 'no' }), expectedTexts.configFailed],
  ['an unreachable configuration', CONFIG, aborted, expectedTexts.configFailed],
];

const token = async () => (await visitor.context.cookies()).find(({ name }) => name === 'Admin-Token');
const alert = (text: string) => visitor.page.getByRole('alert').getByText(text, { exact: true });
/** No faults, except those that the browser logs for the answers that the test withheld. */
const expectNoOtherFaults = (kept: boolean): void => {
  const others = visitor.faults().filter((fault) => !kept || !/Failed to load resource|^500 /.test(fault));
  expect(others).toEqual([]);
};

/** Opens a page in a fresh document, logged in. */
async function openLoggedIn(path: string, language: Language): Promise<void> {
  await visitor.page.goto('about:blank');
  await visitor.context.addCookies((await stage.loggedIn()).cookies);
  await visitor.context.addCookies([{ name: 'language', value: language, url: stage.baseUrl }]);
  await visitor.page.goto(`${stage.baseUrl}/#${path}`);
}

/**
 * Each text is tested in Chinese, English and one of the other two languages; only in Chinese if an earlier case has
 * the same text.
 */
const languagesOf = (index: number): Language[] => {
  const isNew = cases.findIndex(([, , , each]) => each.zh === cases[index]?.[3].zh) === index;
  return languages.filter((language, at) => language === 'zh' || (isNew && (at < 2 || (index + at) % 2 === 0)));
};

test.each(cases.map((row, index) => [...row, languagesOf(index)] as const))(
  '%s shows its exact text and leads to the login without a token, which keeps the way back',
  async (_, path, answer, expected, tested) => {
    const { page } = visitor;
    await page.route(path, answer);
    if (path === CONFIG) await page.route(`${stage.baseUrl}/`, bare);
    for (const language of tested) {
      await openLoggedIn('/moneylog', language);
      await alert(expected[language]).waitFor();
      expect(await page.getByRole('alert').count()).toBe(1);
      await expectAddress(page, '/login?redirect=%2Fmoneylog');
      expect(await token()).toBeUndefined();
      await page.locator('input[autocomplete="current-password"]').waitFor();
    }
    expectNoOtherFaults(answer === aborted || answer === broken);
  },
);

test('a visitor sees the error of a missing configuration, and stays at the login', async () => {
  const { page, context } = visitor;
  await page.route(CONFIG, aborted);
  await page.route(`${stage.baseUrl}/`, bare);
  await context.addCookies([{ name: 'language', value: 'zh', url: stage.baseUrl }]);
  await page.goto(`${stage.baseUrl}/#/login`);
  await alert('获取配置失败，请联系业务人员！').waitFor();
  await expectAddress(page, '/login');
  expectNoOtherFaults(true);
});

test('a failed navigation within the page also ends at the login, without the token', async () => {
  const { page, context } = visitor;
  await openLoggedIn('/order/list', 'en');
  await rowOf(visitor, /LM0/).first().waitFor();
  // The same user logged in in another window: the next navigation refetches the roles.
  await page.route(INFO, json({ code: 0, msg: '' }));
  await page.evaluate(`localStorage.setItem('login', JSON.stringify({ mark: 'of-another-w', username: 'demo_shop' }))`);
  await context.addCookies([{ name: 'Admin-Token', value: 'of-another-window', url: stage.baseUrl }]);
  await page.getByRole('link', { name: 'Money log', exact: true }).click();
  await alert('Has Error').waitFor();
  await expectAddress(page, '/login?redirect=%2Fmoneylog');
  expect(await token()).toBeUndefined();
  expectNoOtherFaults(false);
});
