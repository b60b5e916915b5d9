/**
 * The order list in each interface size, on desktop, at 200 % zoom and on a phone: targets are large enough, nothing is
 * cut off, and keyboard navigation keeps rows visible below the header.
 */
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { orderScreenWords } from '#features/orders/screen-words.ts';
import { demoStage } from './demo-stage-for-tests.ts';
import { openOrder, rowOf, type Visitor } from './visitor-for-tests.ts';

const sizes = ['medium', 'small', 'mini'] as const;

const stage = demoStage();

// 720 px is a 1440 px desktop at 200 % zoom.
test.each([
  { width: 1440, targetPx: 24 },
  { width: 720, targetPx: 24 },
  { width: 390, targetPx: 40 },
])(
  'at $width px every control of the list is at least $targetPx px in every size, and nothing is cut off',
  async ({ width, targetPx }) => {
    const visitor = await ordersAt(width);
    const { page, translate } = visitor;
    const filters = page.getByRole('search');
    if (visitor.narrow) await filters.getByRole('button', { expanded: false }).first().click();
    const heights: number[] = [];
    for (const size of sizes) {
      await page.locator('html').evaluate((root, chosen) => root.setAttribute('data-size', chosen), size);
      for (const part of [
        filters,
        page.getByRole(visitor.narrow ? 'list' : 'table', { name: translate(orderScreenWords, 'orders') }),
        page.getByRole('navigation', { name: 'Pages' }),
      ])
        expect([size, await tooSmall(part, targetPx)]).toEqual([size, []]);
      expect([size, await cutOff(page)]).toEqual([size, []]);
      heights.push(
        await rowOf(visitor, /LM0/)
          .first()
          .evaluate((row) => row.getBoundingClientRect().height),
      );
      await openOrder(visitor);
      expect([size, await cutOff(page)]).toEqual([size, []]);
      expect([
        size,
        await tooSmall(page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }), targetPx),
      ]).toEqual([size, []]);
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    expect(heights).toEqual([...heights].sort((a, b) => b - a));
    expect(new Set(heights).size).toBe(sizes.length);
    expect(visitor.faults()).toEqual([]);
    await visitor.close();
  },
);

test('the keyboard moves through the rows: each is visible below the header, and the list does not scroll sideways', async () => {
  const visitor = await ordersAt(720);
  const { page, translate } = visitor;
  const box = page.getByRole('region', { name: translate(orderScreenWords, 'orders') });
  const rows = box.locator('tbody tr');
  const focusedIndex = async () =>
    Number(await box.locator('tr', { has: page.locator(':focus') }).getAttribute('data-index'));
  /** Rows that are styled like the focused one. */
  const marked = () =>
    page.evaluate<string[]>(
      `[...document.querySelectorAll('tbody tr')].filter((row) => getComputedStyle(row.cells[1]).boxShadow !== 'none').map((row) => row.dataset.index)`,
    );
  const last = (await rows.count()) - 1;
  expect(last).toBeGreaterThan(10);
  await box.focus();
  for (const [key, expected] of [
    ['ArrowDown', 0],
    ['j', 1],
    ['End', last],
    ['k', last - 1],
    ['Home', 0],
  ] as const) {
    await page.keyboard.press(key);
    expect([key, await focusedIndex()]).toEqual([key, expected]);
    expect([key, await isVisible(rows.nth(expected))]).toEqual([key, true]);
    expect(await box.evaluate((element) => element.scrollLeft)).toBe(0);
    await expect.poll(async () => [key, await marked()]).toEqual([key, [String(expected)]]);
  }
  // The pointer marks no row.
  await page.keyboard.press('Shift+Tab');
  await expect.poll(marked).toEqual([]);
  await rows.nth(2).hover();
  await page.mouse.down();
  await expect.poll(marked).toEqual([]);
  await page.mouse.up();
  await page.getByRole('dialog', { name: translate(orderScreenWords, 'order') }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  await box.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: translate(orderScreenWords, 'order') }).waitFor();
  await visitor.close();
});

test('scrolled sideways, a row’s first column and its open button stay visible, wherever the pointer is', async () => {
  const visitor = await ordersAt(720);
  const { page, translate } = visitor;
  const box = page.getByRole('region', { name: translate(orderScreenWords, 'orders') });
  // Only what the user asks for is wider than the page.
  await page.getByRole('button', { name: /^Columns/ }).click();
  const columns = ['Type', 'System number', 'Paid', 'Fee', 'Obtained', 'Created'];
  // One that is ticked can push out another that was not.
  for (const column of [...columns, ...columns])
    await page.getByRole('checkbox', { name: column, exact: true }).check();
  await page.keyboard.press('Escape');
  const row = box.locator('tbody tr').nth(3);
  const leftOf = async (part: Locator): Promise<number> => (await part.boundingBox())?.x ?? Number.NaN;
  const [first, second] = [row.locator('td').first(), row.locator('td').nth(1)];
  const before = { first: await leftOf(first), second: await leftOf(second) };
  await box.hover();
  await page.mouse.wheel(120, 0);
  await expect.poll(() => leftOf(second)).toBe(before.second - 120);
  expect(await leftOf(first)).toBe(before.first);
  await page.mouse.move(5, 5);
  expect([await leftOf(first), await leftOf(second)]).toEqual([before.first, before.second - 120]);
  expect(await isVisible(row.locator('td').last())).toBe(true);
  await visitor.close();
});

/** Opens the order list as the demo's shop. */
async function ordersAt(width: number): Promise<Visitor> {
  const visitor = await stage.visit({ width, storageState: await stage.loggedIn() });
  await visitor.page.goto(`${stage.baseUrl}/#/order/list`);
  await rowOf(visitor, /LM0/).first().waitFor();
  return visitor;
}

/** Returns the controls in this part of the page that are narrower or lower than this. */
function tooSmall(part: Locator, pixels: number): Promise<string[]> {
  return part.evaluate(
    (root, minPx) =>
      [root, ...root.querySelectorAll('*')]
        .filter((element) => element.matches('button, select, input:not([type="hidden"]), [role="option"]'))
        .map((element) => ({ element, box: element.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 0 && Math.min(box.width, box.height) < minPx)
        .map(({ element, box }) => `${element.outerHTML.slice(0, 120)} is ${box.width} × ${box.height}`),
    pixels,
  );
}

/** Returns the elements that reach beyond the window and are not inside a scrolling box. */
function cutOff(page: Page): Promise<string[]> {
  return page.locator('html').evaluate((root) => {
    const page = root.ownerDocument;
    const width = page.defaultView?.innerWidth ?? 0;
    const scrolls = (element: typeof root): boolean => {
      for (
        let ancestor = element.parentElement;
        ancestor !== null && ancestor !== page.body;
        ancestor = ancestor.parentElement
      )
        if (['auto', 'scroll'].includes(page.defaultView?.getComputedStyle(ancestor).overflowX ?? '')) return true;
      return false;
    };
    const found = [...root.querySelectorAll<typeof root>('#root *, [role="dialog"] *')]
      .filter((element) => {
        const box = element.getBoundingClientRect();
        return box.width > 0 && box.height > 0 && (box.right > width + 1 || box.left < -1) && !scrolls(element);
      })
      .map((element) => element.outerHTML.slice(0, 120));
    return root.scrollWidth > width ? [...found, `the page is ${root.scrollWidth} wide`] : found;
  });
}

/** Whether the row is below the table's header and inside its box. */
function isVisible(row: Locator): Promise<boolean> {
  return row.evaluate((element) => {
    const box = element.getBoundingClientRect();
    const ancestor = element.closest('[role="region"]')?.getBoundingClientRect();
    const head = element.closest('table')?.querySelector('thead')?.getBoundingClientRect();
    return (
      ancestor !== undefined && head !== undefined && box.top >= head.bottom - 1 && box.bottom <= ancestor.bottom + 1
    );
  });
}
