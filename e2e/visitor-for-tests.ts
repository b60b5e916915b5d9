/**
 * A user with a browser context: language, width, light or dark. Collects all faults that the browser reports (console
 * errors, content security policy violations, 5xx responses), so that a journey can end with "and nothing went wrong".
 */
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { type Language, locales, type Words, words, type PhraseValues } from '#foundation/core/words.ts';
import { disbursementTitles } from '#features/disbursements/screen-titles.ts';
import { orderScreenWords } from '#features/orders/screen-words.ts';
import { userScreenWords } from '#features/accounts/screen-words.ts';

/** Phrases of the frame, repeated here because the console's words cannot be imported on the server side. */
export const frameWords = words({
  tools: ['Tools', '工具', 'Herramientas', 'เครื่องมือ'],
  menu: ['Menu', '菜单', 'Menú', 'เมนู'],
  menu_open: ['Open menu', '打开菜单', 'Abrir el menú', 'เปิดเมนู'],
  menu_close: ['Close menu', '关闭菜单', 'Cerrar el menú', 'ปิดเมนู'],
  breadcrumb: ['You are here', '当前位置', 'Está aquí', 'คุณอยู่ที่นี่'],
  skip: ['Skip to content', '跳到内容', 'Saltar al contenido', 'ข้ามไปยังเนื้อหา'],
  account_menu: ['Account of {name}', '{name} 的账户', 'Cuenta de {name}', 'บัญชีของ {name}'],
  open_row: ['Open {row}', '查看 {row}', 'Abrir {row}', 'เปิด {row}'],
  not_found_title: ['Page not found', '未找到页面', 'No se ha encontrado la página', 'ไม่พบหน้านี้'],
  not_allowed_title: [
    'You don’t have access to this page',
    '您的账户无权访问此页面',
    'Su cuenta no tiene acceso a esta página',
    'บัญชีของคุณเปิดหน้านี้ไม่ได้',
  ],
  go_home: ['Go to Home', '返回首页', 'Ir al inicio', 'ไปหน้าแรก'],
  logged_out_title: ['Confirm logout', '确定登出', 'Confirmar cierre de sesión', 'ยืนยันการออกจากระบบ'],
  other_login_title: [
    'Another account is logged in',
    '已登录其他账户',
    'Se ha iniciado sesión con otra cuenta',
    'มีบัญชีอื่นเข้าสู่ระบบอยู่',
  ],
  reload_as: ['Reload as {other}', '以 {other} 重新加载', 'Recargar como {other}', 'โหลดใหม่เป็น {other}'],
  log_in_again_as: [
    'Log in as {own} again',
    '以 {own} 重新登录',
    'Volver a iniciar sesión como {own}',
    'เข้าสู่ระบบเป็น {own} อีกครั้ง',
  ],
  log_in_again: ['Log in again', '重新登录', 'Volver a iniciar sesión', 'เข้าสู่ระบบอีกครั้ง'],
  search: ['Search', '搜索', 'Buscar', 'ค้นหา'],
  settings: ['Settings', '界面设置', 'Ajustes', 'การตั้งค่า'],
  cancel: ['Cancel', '取消', 'Cancelar', 'ยกเลิก'],
  retry: ['Try again', '重试', 'Reintentar', 'ลองใหม่'],
  log_out: ['Log out', '退出登录', 'Cerrar sesión', 'ออกจากระบบ'],
});

export interface VisitorOptions {
  /** Address of the console, for which the language cookie is set. */
  baseUrl: string;
  language?: Language;
  /** In pixels; below 640 the console shows cards. Default 1440. */
  width?: number;
  dark?: boolean;
  /** True: without the reduced motion preference. */
  moving?: boolean;
  /** With a touch screen. */
  touch?: boolean;
  /** State of another visitor: the same session in another browser. */
  storageState?: BrowserContextOptions['storageState'];
}

/** Formats phrases and amounts in one language. */
export interface Localization {
  readonly language: Language;
  /** Returns a phrase in the visitor's language. */
  translate<Table extends Words>(table: Table, name: keyof Table & string, values?: PhraseValues): string;
  /** Formats a wire amount as the console does. */
  money(amount: string): string;
}

export interface Visitor extends Localization {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly narrow: boolean;
  /** Returns the faults since the last call. */
  faults(): string[];
  close(): Promise<void>;
}

export async function visit(
  browser: Browser,
  { baseUrl, language = 'en', width = 1440, dark = false, moving = false, touch = false, storageState }: VisitorOptions,
): Promise<Visitor> {
  const context = await browser.newContext({
    viewport: { width, height: width < 640 ? 844 : 900 },
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: moving ? 'no-preference' : 'reduce',
    locale: locales[language],
    hasTouch: touch,
    ...(storageState === undefined ? {} : { storageState }),
  });
  context.setDefaultTimeout(40_000);
  await context.addCookies([{ name: 'language', value: language, url: baseUrl }]);
  await context.addInitScript(
    `addEventListener('securitypolicyviolation', (event) => console.error('policy broken: ' + event.violatedDirective + ' ' + event.blockedURI))`,
  );
  const found: string[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') found.push(`${message.location().url}: ${message.text()}`);
  });
  context.on('weberror', (error) => found.push(error.error().stack ?? error.error().message));
  context.on('response', (response) => {
    if (response.status() >= 500) found.push(`${response.status()} ${response.url()}`);
  });
  return {
    context,
    page: await context.newPage(),
    narrow: width < 640,
    ...localizationOf(language),
    faults: () => found.splice(0),
    close: () => context.close(),
  };
}

/** For a visitor who switches the language: `{ ...visitor, ...localizationOf('th') }`. */
export function localizationOf(language: Language): Localization {
  return {
    language,
    translate: (table, name, values) => {
      const phrase = table[name];
      if (!phrase) throw new Error(`no phrase named ${name}`);
      return formatPhrase(phrase, language, values);
    },
    money: (amount) => moneyText(amount, language),
  };
}

export interface Account {
  account: string;
  password: string;
}

/** Fills in and submits the open login page; the page solves the captcha. */
export async function fillLogin({ page, translate }: Visitor, { account, password }: Account): Promise<void> {
  await page.getByLabel(translate(userScreenWords, 'account')).fill(account);
  await page.getByLabel(translate(userScreenWords, 'password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: translate(userScreenWords, 'login'), exact: true }).click();
}

/** Logs in from the start page, and waits for the frame. */
export async function logIn(visitor: Visitor, baseUrl: string, account: Account): Promise<void> {
  await visitor.page.goto(baseUrl);
  await fillLogin(visitor, account);
  await accountButton(visitor).waitFor();
}

/** The account button in the navbar, shown after login. */
export function accountButton({ page, translate }: Visitor): Locator {
  const [prefix = '', suffix = ''] = translate(frameWords, 'account_menu', { name: '\n' }).split('\n');
  return page.getByRole('button', { name: new RegExp(`^${escaped(prefix)}.+${escaped(suffix)}$`) });
}

/** Opens the settings panel from the account's menu, and waits for it. */
export async function openSettings(visitor: Visitor): Promise<Locator> {
  const { page, translate } = visitor;
  await accountButton(visitor).click();
  await page.getByRole('menuitem', { name: translate(frameWords, 'settings') }).click();
  const panel = page.getByRole('dialog', { name: translate(frameWords, 'settings') });
  await panel.waitFor();
  return panel;
}

/** Opens a screen from the menu, which is behind its button on a narrow page. Waits for the new screen's heading. */
export async function openScreen(visitor: Visitor, title: string): Promise<void> {
  const { page, translate, narrow } = visitor;
  if (narrow) await page.getByRole('button', { name: translate(frameWords, 'menu_open') }).click();
  const entry = menuOf(visitor).getByRole('link', { name: title, exact: true });
  await menuOf(visitor).waitFor();
  if ((await entry.count()) === 0) await openGroups(visitor);
  await entry.click();
  await page.getByRole('heading', { name: headingOf(visitor, title), exact: true, level: 1 }).waitFor();
}

/** The specification's title of the payouts' page is not its heading. */
function headingOf({ translate }: Localization, title: string): string {
  return title === translate(disbursementTitles, 'repay') ? translate(disbursementTitles, 'payouts') : title;
}

export function menuOf({ page, translate }: Visitor): Locator {
  return page.getByRole('navigation', { name: translate(frameWords, 'menu') });
}

/** Opens every closed group of the menu. */
export async function openGroups(visitor: Visitor): Promise<void> {
  const closed = menuOf(visitor).getByRole('button', { expanded: false });
  for (let left = await closed.count(); left > 0; left = await closed.count()) await closed.first().click();
}

/** Shows the tools of a list, which a narrow page has behind one button. */
export async function openTools({ page, translate, narrow }: Visitor): Promise<void> {
  if (narrow) await page.getByRole('button', { name: translate(frameWords, 'tools'), expanded: false }).click();
}

/** A row of a list, or its two lines on a narrow page. */
export function rowOf({ page, narrow }: Visitor, text: string | RegExp): Locator {
  return page.getByRole(narrow ? 'listitem' : 'row').filter({ hasText: text });
}

/** Unfolds a row without details of its own, which shows the rest of its columns on a narrow page. */
export async function unfold({ narrow }: Visitor, row: Locator): Promise<void> {
  if (narrow) await row.getByRole('button', { expanded: false }).click();
}

/** Opens the first order in the list, in any language, and waits for its timeline. */
export async function openOrder(visitor: Visitor): Promise<Locator> {
  const { page, translate } = visitor;
  const [prefix = ''] = translate(frameWords, 'open_row', { row: '\n' }).split('\n');
  await rowOf(visitor, /LM0/)
    .getByRole('button', { name: new RegExp(`^${escaped(prefix)}`) })
    .first()
    .click();
  const drawer = page.getByRole('dialog', { name: translate(orderScreenWords, 'order') });
  await drawer.getByText(translate(orderScreenWords, 'timeline'), { exact: true }).waitFor();
  return drawer;
}

function moneyText(amount: string, language: Language): string {
  return new Intl.NumberFormat(locales[language], {
    style: 'currency',
    currency: 'CNY',
    currencyDisplay: 'narrowSymbol',
    useGrouping: 'always',
  })
    .format(amount as Intl.StringNumericLiteral)
    .replace('-', '−');
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
