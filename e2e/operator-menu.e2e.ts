/**
 * The operators' menu in four languages: its groups, on a wide page and on a phone, by keyboard and for screen readers.
 * And the colours of the operators' screens in dark mode.
 */
import { afterEach, expect, test } from 'vitest';
import { DEMO_PASSWORD, demoOperator } from '#database/demo/people.ts';
import { operatorTitles } from '#features/operations/screen-titles.ts';
import { type Language, languages } from '#foundation/core/words.ts';
import { settingWords } from '#features/operations/setting-words.ts';
import { barriers } from './axe-for-tests.ts';
import { untilIdle } from './idle-for-tests.ts';
import { demoShopNo, demoStage } from './demo-stage-for-tests.ts';
import { type Account, frameWords, menuOf, openGroups, type Visitor } from './visitor-for-tests.ts';

const stage = demoStage();
const operator: Account = { account: demoOperator, password: DEMO_PASSWORD };
const groups = ['people', 'money', 'setup', 'oversight'] as const;

let visitor: Visitor;
afterEach(async () => {
  const faults = visitor.faults();
  await visitor.close();
  expect(faults).toEqual([]);
});

async function open(language: Language, width: number): Promise<void> {
  visitor = await stage.visit({ language, width, storageState: await stage.loggedIn(operator) });
  await visitor.page.goto(stage.baseUrl);
  await visitor.page
    .getByRole('heading', { name: visitor.translate(operatorTitles, 'overview'), exact: true, level: 1 })
    .waitFor();
}

const titled = (name: keyof typeof operatorTitles) => visitor.translate(operatorTitles, name);
const group = (name: keyof typeof operatorTitles) =>
  menuOf(visitor).getByRole('button', { name: titled(name), exact: true });
const entry = (name: keyof typeof operatorTitles) =>
  menuOf(visitor).getByRole('link', { name: titled(name), exact: true });
const isOpen = (name: keyof typeof operatorTitles) => group(name).getAttribute('aria-expanded');

/** The entries whose text is cut or takes more than two lines. */
const CUT = `[...document.querySelectorAll('nav a, nav button')].flatMap((entry) => {
  const label = entry.querySelector('span');
  return label && (label.scrollWidth > label.clientWidth || label.clientHeight > 40) ? [entry.textContent] : [];
})`;

test.each(languages)(
  'in %s there are four groups, a group opens by keyboard, and no entry is cut',
  async (language) => {
    await open(language, 1440);
    const { page } = visitor;
    const names = await menuOf(visitor).getByRole('button').allTextContents();
    expect(names.slice(0, -1)).toEqual(groups.map(titled));
    expect(await Promise.all(groups.map(isOpen))).toEqual(['true', 'true', 'false', 'false']);
    expect(await entry('rates').count()).toBe(0);
    await group('setup').focus();
    await page.keyboard.press('Enter');
    await entry('rates').waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: titled('channels'), exact: true, level: 1 }).waitFor();
    await openGroups(visitor);
    expect(await menuOf(visitor).evaluate(CUT)).toEqual([]);
    expect(await barriers(visitor, { where: `menu in ${language}`, within: 'aside' })).toEqual([]);
  },
);

test('a closed group says how much waits in it, to screen readers too', async () => {
  await open('en', 1440);
  const waits = group('people');
  await waits.click();
  await expect.poll(() => waits.locator('[data-count]').getAttribute('data-count')).toBe('2');
  const description = (await waits.getAttribute('aria-describedby')) ?? '';
  expect(await visitor.page.locator(`[id="${description}"]`).textContent()).toBe('2 items need attention');
  await waits.click();
  expect(await waits.locator('[data-count]').count()).toBe(0);
  expect(await waits.getAttribute('aria-describedby')).toBeNull();
});

test.each(['zh', 'th'] as const)('on a phone in %s the groups are in the drawer', async (language) => {
  await open(language, 390);
  const { page, translate } = visitor;
  await page.getByRole('button', { name: translate(frameWords, 'menu_open') }).click();
  await group('oversight').click();
  await entry('audit').waitFor();
  expect(await barriers(visitor, { where: `drawer in ${language}`, within: '[role="dialog"]' })).toEqual([]);
  await entry('audit').click();
  await page.getByRole('heading', { name: titled('audit'), exact: true, level: 1 }).waitFor();
});

test.each([1440, 390])(
  'in dark mode at %i px the colours of the operators’ screens have enough contrast',
  async (width) => {
    visitor = await stage.visit({ width, dark: true, storageState: await stage.loggedIn(operator) });
    const { page, translate } = visitor;
    const found: string[] = [];
    const look = async (path: string) => {
      await page.goto(`${stage.baseUrl}/#/operator/${path}`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await untilIdle(page);
      found.push(...(await barriers(visitor, { where: path, colours: true })));
    };
    await look('overview');
    // On a phone the button of the filters counts those that are set.
    await look('orders?status=success');
    await look(`member?number=${demoShopNo}`);
    await look('reconciliation?part=differences');
    await look('books');
    await look('settings?part=holidays');
    const adding = page.getByRole('group', { name: translate(settingWords, 'add_day') });
    await adding.getByRole('button').first().click();
    await page.getByRole('dialog').getByRole('table').waitFor();
    found.push(
      ...(await barriers(visitor, { where: 'the calendar of a day', within: '[role="dialog"]', colours: true })),
    );
    found.push(...(await barriers(visitor, { where: 'the calendar of a day', within: '[role="dialog"]' })));
    expect(found).toEqual([]);
  },
);
