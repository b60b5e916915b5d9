/**
 * Nobody is let in: what is said then, word for word as the specification quotes it and written out here; the token is
 * gone, the login knows the way back.
 */
import type { Route } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Language, languages } from '#foundation/core/words.ts';
import { expectAddress } from './navbar-for-tests.ts';
import { stageOfDemo } from './stage-for-tests.ts';
import { rowOf, type Visitor } from './visitor-for-tests.ts';

const stage = stageOfDemo();

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
const nothing: Answer = (route) => route.abort();
const broken: Answer = (route) => route.fulfill({ status: 500, body: '' });
/** As the server sends the page while it has no configuration to write into it. */
const bare: Answer = async (route) => {
  const response = await route.fetch();
  const body = (await response.text()).replace(/<script[^>]* id="config">.*?<\/script>/s, '');
  await route.fulfill({ response, body });
};

type Texts = Record<Language, string>;
const texts = (en: string, zh: string, es: string, th: string): Texts => ({ en, zh, es, th });
const same = (text: string): Texts => texts(text, text, text, text);

const said = {
  infoEmpty: texts(
    'The request failed. Please log in again.',
    '请求失败，请重新登录.',
    'La petición ha fallado. Vuelva a iniciar sesión.',
    'คำขอล้มเหลว โปรดเข้าสู่ระบบอีกครั้ง',
  ),
  rolesEmpty: texts(
    'Your permissions could not be loaded!',
    '获取权限列表失败!',
    '¡No se pudieron cargar sus permisos!',
    'โหลดรายการสิทธิ์ไม่สำเร็จ!',
  ),
  configFailed: texts(
    'The settings could not be loaded. Please contact your business manager.',
    '获取配置失败，请联系业务人员！',
    'No se pudo cargar la configuración. Contacte con su gestor comercial.',
    'โหลดการตั้งค่าไม่สำเร็จ โปรดติดต่อเจ้าหน้าที่',
  ),
  configMissing: texts(
    'The system settings could not be read',
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
    'The server could not be reached. Check your connection and try again.',
    '无法连接服务器，请检查网络后重试',
    'No se pudo conectar con el servidor. Compruebe su conexión e inténtelo de nuevo.',
    'เชื่อมต่อเซิร์ฟเวอร์ไม่ได้ โปรดตรวจสอบอินเทอร์เน็ตแล้วลองใหม่',
  ),
  serverFailed: texts(
    'Something went wrong on our side. Please try again in a moment.',
    '服务器出现问题，请稍后重试',
    'Algo ha fallado por nuestra parte. Inténtelo de nuevo en un momento.',
    'ระบบของเราขัดข้อง โปรดลองใหม่อีกครั้ง',
  ),
};

const cases: readonly [string, string, Answer, Texts][] = [
  ['who is told to nobody', INFO, json({ code: 1, data: null }), said.infoEmpty],
  ['whom the answer does not name', INFO, json({ code: 1, data: { roles: ['member'] } }), said.infoEmpty],
  ['who may do nothing', INFO, json({ code: 1, data: { userinfo: { username: 'x' }, roles: [] } }), said.rolesEmpty],
  ['whom the server refuses', INFO, json({ code: 0, msg: 'This account rests' }), same('This account rests')],
  ['whom the server refuses without a word', INFO, json({ code: 0, msg: '' }), same('Has Error')],
  ['whom nobody can ask for', INFO, nothing, said.unreachable],
  ['while the server is broken', INFO, broken, said.serverFailed],
  ['while there is no configuration', CONFIG, json({ code: 1 }), said.configMissing],
  ['while the configuration is empty', CONFIG, json({ code: 1, data: {} }), said.configEmpty],
  ['while the configuration is refused', CONFIG, json({ code: 0, msg: 'no' }), said.configFailed],
  ['while nobody can ask for the configuration', CONFIG, nothing, said.configFailed],
];

const token = async () => (await visitor.context.cookies()).find(({ name }) => name === 'Admin-Token');
const alert = (text: string) => visitor.page.getByRole('alert').getByText(text, { exact: true });
/** The browser's own words about an answer that was kept from it, and nothing else. */
const expectOnlyKept = (kept: boolean): void => {
  const others = visitor.faults().filter((fault) => !kept || !/Failed to load resource|^500 /.test(fault));
  expect(others).toEqual([]);
};

/** Logged in, by a page that is loaded anew. */
async function enter(path: string, language: Language): Promise<void> {
  await visitor.page.goto('about:blank');
  await visitor.context.addCookies((await stage.loggedIn()).cookies);
  await visitor.context.addCookies([{ name: 'language', value: language, url: stage.baseUrl }]);
  await visitor.page.goto(`${stage.baseUrl}/#${path}`);
}

/**
 * Each text in Chinese and English, and one of the two others; in Chinese alone when it is the text of a case before.
 */
const spoken = (index: number): Language[] => {
  const isNew = cases.findIndex(([, , , each]) => each.zh === cases[index]?.[3].zh) === index;
  return languages.filter((language, at) => language === 'zh' || (isNew && (at < 2 || (index + at) % 2 === 0)));
};

test.each(cases.map((row, index) => [...row, spoken(index)] as const))(
  '%s hears why, word for word, and is a stranger at the login, which knows the way back',
  async (_, path, answer, expected, heard) => {
    const { page } = visitor;
    await page.route(path, answer);
    if (path === CONFIG) await page.route(`${stage.baseUrl}/`, bare);
    for (const language of heard) {
      await enter('/moneylog', language);
      await alert(expected[language]).waitFor();
      expect(await page.getByRole('alert').count()).toBe(1);
      await expectAddress(page, '/login?redirect=%2Fmoneylog');
      expect(await token()).toBeUndefined();
      await page.locator('input[autocomplete="current-password"]').waitFor();
    }
    expectOnlyKept(answer === nothing || answer === broken);
  },
);

test('a stranger hears of a configuration that does not come, and stays at the login', async () => {
  const { page, context } = visitor;
  await page.route(CONFIG, nothing);
  await page.route(`${stage.baseUrl}/`, bare);
  await context.addCookies([{ name: 'language', value: 'zh', url: stage.baseUrl }]);
  await page.goto(`${stage.baseUrl}/#/login`);
  await alert('获取配置失败，请联系业务人员！').waitFor();
  await expectAddress(page, '/login');
  expectOnlyKept(true);
});

test('a move within the page that fails ends as well at the login, without the token', async () => {
  const { page, context } = visitor;
  await enter('/order/list', 'en');
  await rowOf(visitor, /LM0/).first().waitFor();
  // The same person logged in by another window: the next move asks what they may do.
  await page.route(INFO, json({ code: 0, msg: '' }));
  await page.evaluate(`localStorage.setItem('login', JSON.stringify({ mark: 'of-another-w', username: 'demo_shop' }))`);
  await context.addCookies([{ name: 'Admin-Token', value: 'of-another-window', url: stage.baseUrl }]);
  await page.getByRole('link', { name: 'Money log', exact: true }).click();
  await alert('Has Error').waitFor();
  await expectAddress(page, '/login?redirect=%2Fmoneylog');
  expect(await token()).toBeUndefined();
  expectOnlyKept(false);
});
