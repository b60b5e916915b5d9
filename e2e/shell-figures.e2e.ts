/**
 * Figures of the specification in the frame: no animation at 992 px, the last remaining tab, relative times, and k, M
 * and G.
 */
import { afterEach, describe, expect, test } from 'vitest';
import { DEMO_PASSWORD, demoOperator } from '#database/demo/people.ts';
import { ledgerScreenWords } from '#features/ledger/screen-words.ts';
import { locales } from '#foundation/core/words.ts';
import { inApp } from './app-for-tests.ts';
import { watchMotion } from './page-clocks-for-tests.ts';
import { expectAddress } from './navbar-for-tests.ts';
import { untilIdle } from './idle-for-tests.ts';
import { demoShop, demoStage } from './demo-stage-for-tests.ts';
import {
  accountButton,
  frameWords,
  openScreen,
  type Account,
  type Visitor,
  type VisitorOptions,
} from './visitor-for-tests.ts';

const stage = demoStage();
const operator: Account = { account: demoOperator, password: DEMO_PASSWORD };

let visitor: Visitor;
afterEach(async () => {
  const faults = visitor.faults();
  await visitor.close();
  expect(faults).toEqual([]);
});

interface OpenOptions extends Omit<VisitorOptions, 'baseUrl' | 'storageState'> {
  as?: Account;
  /** Runs in the page before its own scripts. */
  script?: string;
}

async function open(path: string, { as = demoShop, script, ...options }: OpenOptions = {}): Promise<void> {
  visitor = await stage.visit({ ...options, storageState: await stage.loggedIn(as) });
  if (script !== undefined) await visitor.page.addInitScript(script);
  await visitor.page.goto(`${stage.baseUrl}/#${path}`);
  await accountButton(visitor).waitFor();
}

describe('below 992 px, without reduced motion', () => {
  const button = (name: 'menu_open' | 'menu_close') =>
    visitor.page.getByRole('button', { name: visitor.translate(frameWords, name) });
  /** The parts of the page that have moved since the last call. */
  const moved = async (): Promise<string[]> => {
    await untilIdle(visitor.page);
    // An animation that ends between two frames reads as finished before its end event arrives, and would be counted
    // again. So this waits for two frames.
    await visitor.page.evaluate(
      'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))',
    );
    const found = await visitor.page.evaluate<Record<string, number>>('{ const found = movedMs; movedMs = {}; found }');
    return Object.entries(found).flatMap(([part, ms]) => (ms > 10 ? [part] : []));
  };

  test('the sidebar disappears without animation; its drawer opens with one, and navigation closes it without', async () => {
    await open('/order/list', { width: 1200, moving: true, script: watchMotion });
    const { page, translate } = visitor;
    // Checks that the watch notices an animation.
    await button('menu_close').click();
    await expect.poll(moved).toContain('aside');
    await button('menu_open').click();
    await expect.poll(moved).toContain('aside');
    const heading = page.getByRole('heading', { level: 1 });
    expect((await heading.boundingBox())?.x).toBeGreaterThan(210);

    await page.setViewportSize({ width: 991, height: 900 });
    await page.locator('aside').waitFor({ state: 'detached' });
    expect(await moved()).toEqual([]);
    expect((await heading.boundingBox())?.x).toBeLessThan(100);

    await button('menu_open').click();
    const drawer = page.getByRole('dialog', { name: translate(frameWords, 'menu') });
    await drawer.waitFor();
    await expect.poll(moved).toContain('dialog');
    await drawer.getByRole('link', { name: translate(ledgerScreenWords, 'money_log'), exact: true }).click();
    await page.getByRole('heading', { name: translate(ledgerScreenWords, 'money_log'), level: 1 }).waitFor();
    await drawer.waitFor({ state: 'detached' });
    expect(await moved()).not.toContain('dialog');
    await button('menu_open').waitFor();
  });
});

describe('closing the active tab', () => {
  const tabs = () => visitor.page.getByRole('navigation', { name: 'Open pages' });
  const titles = () => tabs().getByRole('link').allTextContents();
  const close = (title: string) =>
    tabs()
      .getByRole('button', { name: `Close ${title}`, exact: true })
      .click();
  const heading = (title: string) => visitor.page.getByRole('heading', { name: title, level: 1 }).waitFor();
  const script = `localStorage.setItem('settings', '{"tagsView":true}')`;

  test('opens the last remaining tab, not its neighbour', async () => {
    await open('/order/list', { script });
    for (const title of ['Money log', 'Bank cards', 'Channel list']) await openScreen(visitor, title);
    await tabs().getByRole('link', { name: 'Orders', exact: true }).click();
    await heading('Orders');
    await expect.poll(titles).toEqual(['Home', 'Orders', 'Money log', 'Bank cards', 'Channel list']);
    await close('Orders');
    await expectAddress(visitor.page, '/channel/list');
    await heading('Channel list');
    await tabs().getByRole('link', { name: 'Bank cards', exact: true }).click();
    await heading('Bank cards');
    await visitor.page.keyboard.press('Delete');
    await expectAddress(visitor.page, '/channel/list');
    await expect.poll(titles).toEqual(['Home', 'Money log', 'Channel list']);
  });

  test('opens the start page if no other remains, which cannot be closed', async () => {
    await open('/user/logs', { as: operator, script });
    await expect.poll(titles).toEqual(['Overview', 'Operation log']);
    await close('Operation log');
    await expectAddress(visitor.page, '/operator/overview');
    await heading('Overview');
    await expect.poll(titles).toEqual(['Overview']);
    expect(await tabs().getByRole('button').count()).toBe(0);
    await tabs().getByRole('link', { name: 'Overview', exact: true }).press('Delete');
    await expectAddress(visitor.page, '/operator/overview');
    await expect.poll(titles).toEqual(['Overview']);
  });
});

describe('relative times', () => {
  const seconds = { minute: 60, hour: 3_600, day: 86_400 };
  const rows: readonly [number, Record<'zh' | 'en', string>][] = [
    [0, { zh: '刚刚', en: 'just now' }],
    [29, { zh: '刚刚', en: 'just now' }],
    [30, { zh: '1分钟前', en: '1 minute ago' }],
    [seconds.hour - 1, { zh: '59分钟前', en: '59 minutes ago' }],
    [seconds.hour, { zh: '1小时前', en: '1 hour ago' }],
    [seconds.day - 1, { zh: '23小时前', en: '23 hours ago' }],
    [seconds.day, { zh: '1天前', en: '1 day ago' }],
    [2 * seconds.day - 1, { zh: '1天前', en: '1 day ago' }],
  ];

  test.each([
    ['zh', 'demo_new', /^消息/],
    ['en', 'demo_agent2', /^Notices/],
  ] as const)('the bell shows relative times up to two days, then dates: %s', async (language, account, bell) => {
    const now = new Date();
    const agos = [...rows.map(([ago]) => ago), 2 * seconds.day];
    await inApp(stage.server, async ({ db, notices, rows: read }) => {
      const [user] = await read<{ userId: bigint }>('select user_id as "userId" from users where username = $1', [
        account,
      ]);
      if (!user) throw new Error(`no user ${account}`);
      // Two of a kind in a row would be shown as one.
      for (const [index, ago] of agos.toReversed().entries())
        await db.transaction((tx) =>
          notices.add(tx, {
            userId: user.userId,
            kind: index % 2 === 0 ? 'password_changed' : 'phone_bound',
            at: new Date(now.getTime() - ago * 1_000),
          }),
        );
    });
    await open('/user/password', { as: { account, password: DEMO_PASSWORD }, language });
    const { page } = visitor;
    await page.clock.setFixedTime(now);
    await page.getByRole('banner').getByRole('button', { name: bell }).click();
    const times = page.getByRole('dialog').locator('time');
    await expect.poll(() => times.count()).toBe(agos.length);
    const { timeZone } = (
      (await (await page.request.get(`${stage.baseUrl}/api/config`)).json()) as { data: { timeZone: string } }
    ).data;
    const date = new Intl.DateTimeFormat(locales[language], {
      dateStyle: 'medium',
      timeStyle: 'medium',
      timeZone,
      hourCycle: 'h23',
    }).format(now.getTime() - 2 * seconds.day * 1_000);
    expect(await times.allTextContents()).toEqual([...rows.map(([, texts]) => texts[language]), date]);
  });
});

test('the axes of the chart are in k, M and G', async () => {
  await open('/order/list', {
    // Text drawn on a canvas is in no element.
    script: `globalThis.drawn = [];
      const { fillText } = CanvasRenderingContext2D.prototype;
      CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
        drawn.push(text);
        return fillText.call(this, text, ...place);
      };`,
  });
  const { page } = visitor;
  const drawn = () => page.evaluate<string[]>('drawn');
  for (const [factor, suffix] of [
    [1, 'k'],
    [1_000, 'M'],
    [1_000_000, 'G'],
  ] as const) {
    await page.unroute('**/api/dashboard/overview');
    await page.route('**/api/dashboard/overview', async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { data: { points: { amount: string; orders: number }[] } };
      // Four thousand on the best day, and as many orders each day.
      const points = answer.data.points.map((point, index) => ({
        ...point,
        amount: `${(index % 2 === 0 ? 4_000 : 1_500) * factor}.00`,
        orders: 4_000 * factor,
        before: null,
      }));
      await route.fulfill({ response, json: { ...answer, data: { ...answer.data, points } } });
    });
    await page.goto(`${stage.baseUrl}/#/dashboard`);
    await page.reload();
    await expect.poll(drawn).toEqual(expect.arrayContaining([`2${suffix}`, `4${suffix}`]));
    expect((await drawn()).filter((text) => /\d[.,]?\d{3}/.test(text))).toEqual([]);
  }
});
