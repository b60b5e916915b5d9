/** A printed list, as the browser lays it out for the printer: what is printed, what is not, and nothing cut off. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { demoStage } from './demo-stage-for-tests.ts';
import { accountButton, openOrder, rowOf, type Visitor, type VisitorOptions } from './visitor-for-tests.ts';

const stage = demoStage();

let visitors: Visitor[] = [];
beforeEach(() => {
  visitors = [];
});
afterEach(async () => {
  for (const visitor of visitors) {
    expect(visitor.faults()).toEqual([]);
    await visitor.close();
  }
});

async function openAt(address: string, options: Omit<VisitorOptions, 'baseUrl'> = {}): Promise<Visitor> {
  const visitor = await stage.visit({ storageState: await stage.loggedIn(), ...options });
  visitors.push(visitor);
  await visitor.page.goto(`${stage.baseUrl}/#${address}`);
  return visitor;
}

/** The width of A4 landscape without its margins, in CSS pixels. */
const PAPER_PX = 1047;

async function toPaper({ page }: Visitor): Promise<void> {
  await page.setViewportSize({ width: PAPER_PX, height: 718 });
  await page.emulateMedia({ media: 'print' });
  await page.locator('[data-print-head]').filter({ visible: true }).first().waitFor();
}

const headers = ({ page }: Visitor) => page.locator('thead th').filter({ visible: true }).allTextContents();
/** Cells whose text exceeds their edge, or that exceed the paper's. */
const cutCells = ({ page }: Visitor) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('[data-print="list"] :is(th, td)')].flatMap((cell) => {
    if (cell.offsetWidth === 0) return [];
    const text = document.createRange();
    text.selectNodeContents(cell);
    const [box, inside] = [cell.getBoundingClientRect(), text.getBoundingClientRect()];
    const isCut = inside.right > box.right + 1 || inside.left < box.left - 1 || box.right > ${PAPER_PX} + 1 || getComputedStyle(cell).overflow !== 'visible';
    return isCut ? [cell.textContent] : [];
  })`);
const sheetsOf = async ({ page }: Visitor): Promise<{ count: number; landscape: boolean }> => {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const [, width = 0, height = 0] = /\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/.exec(pdf)?.map(Number) ?? [];
  return { count: [...pdf.matchAll(/\/Type\s*\/Page\b/g)].length, landscape: width > height };
};

test('the order list prints its owner, filter, totals, row range and every column and row, and nothing else', async () => {
  const visitor = await openAt('/order/list?limit=100&status=success', { dark: true });
  const { page } = visitor;
  await rowOf(visitor, /LM0/).first().waitFor();
  const total = Number(
    (
      await page
        .getByRole('status')
        .filter({ hasText: /orders/ })
        .first()
        .textContent()
    )
      ?.match(/([\d,]+) orders/)?.[1]
      ?.replace(',', ''),
  );
  const onScreen = (await headers(visitor)).filter((each) => each.trim() !== 'Open');
  await toPaper(visitor);

  for (const seen of [
    page.getByRole('heading', { level: 1 }),
    page.getByText('Lantern Market · Member no. 20000001'),
    page.getByText(/^Printed \d+ Nov.* \(GMT/),
    page.getByText('Payment success').first(),
    page.getByText(`Rows 1–100 of ${total.toLocaleString('en')}`),
    page.getByText(/^Amount¥/).first(),
  ])
    await seen.waitFor();
  // No navigation and no controls.
  for (const gone of [
    page.getByRole('navigation', { name: 'Menu' }),
    accountButton(visitor),
    page.getByRole('navigation', { name: 'Pages' }),
    page.getByRole('button', { name: 'Refresh' }),
    page.getByRole('button', { name: /^Copy / }),
    page.getByRole('searchbox'),
  ])
    expect(await gone.filter({ visible: true }).count()).toBe(0);
  expect(await headers(visitor)).toEqual(onScreen);
  expect(await page.locator('tbody tr').filter({ visible: true }).count()).toBe(100);
  expect(await cutCells(visitor)).toEqual([]);
  expect(await page.evaluate(`getComputedStyle(document.querySelector('thead')).display`)).toBe('table-header-group');
  // Dark text on white paper, whatever the screen's colour scheme.
  expect(await page.evaluate(`getComputedStyle(document.body).backgroundColor`)).toBe('rgb(255, 255, 255)');
  expect(await page.evaluate(`document.documentElement.dataset.mantineColorScheme`)).toBe('light');

  await page.evaluate(`window.transitions = 0; addEventListener('transitionrun', () => (window.transitions += 1))`);
  await page.emulateMedia({ media: null });
  await page.locator('[data-print-head]').first().waitFor({ state: 'detached' });
  expect(await page.evaluate(`document.documentElement.dataset.mantineColorScheme`)).toBe('dark');
  // This visitor wants less motion. Thousands of transitions, however short, would keep the page busy for seconds.
  expect(await page.evaluate(`window.transitions`)).toBe(0);
  await accountButton(visitor).waitFor();
  const sheets = await sheetsOf(visitor);
  expect(sheets.landscape).toBe(true);
  // All hundred rows, although the screen renders only those in view.
  expect(sheets.count).toBeGreaterThan(2);
});

test.each([
  '/order/list',
  '/moneylog',
  '/order/reconciliation',
  '/repay/index',
  '/repay/index?tab=batches',
  '/channel/list',
  '/user/logs',
])('%s prints without a column cut off', async (address) => {
  const visitor = await openAt(address);
  await visitor.page.locator('tbody tr[data-index]').first().waitFor();
  const onScreen = (await headers(visitor)).filter((each) => each.trim() !== 'Open');
  await toPaper(visitor);
  // Columns that have no room on the screen are printed too.
  expect(await headers(visitor)).toEqual(expect.arrayContaining(onScreen));
  expect(await cutCells(visitor)).toEqual([]);
});

test('from a phone the list is also printed as a table, with its filters', async () => {
  const visitor = await openAt('/order/list?status=success', { width: 390, language: 'th' });
  const { page } = visitor;
  await rowOf(visitor, /LM0/).first().waitFor();
  expect(await page.locator('table').count()).toBe(0);
  await toPaper(visitor);
  expect((await headers(visitor)).length).toBeGreaterThan(8);
  expect(await page.locator('[role="search"] [data-set]').filter({ visible: true }).count()).toBe(1);
  expect(await cutCells(visitor)).toEqual([]);
});

test('with a row’s details open, the details are printed and the list is not', async () => {
  const visitor = await openAt('/order/list');
  await rowOf(visitor, /LM0/).first().waitFor();
  const drawer = await openOrder(visitor);
  await toPaper(visitor);
  expect(await visitor.page.locator('#content').isVisible()).toBe(false);
  expect(await drawer.isVisible()).toBe(true);
  expect(await drawer.locator('[data-print-head]').isVisible()).toBe(true);
  const box = await drawer.evaluate((element) => ({
    overflow: element.ownerDocument.defaultView?.getComputedStyle(element).overflowY,
    hidden: element.scrollHeight - element.clientHeight,
  }));
  expect(box).toEqual({ overflow: 'visible', hidden: 0 });
});
