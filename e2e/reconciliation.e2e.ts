/**
 * The member's statement: a month is read, one of its days opened, each figure of the day clicked and compared with the sum
 * of the rows that it opens, a figure followed to an order, and the files downloaded and compared with the page.
 */
import { readFile } from 'node:fs/promises';
import type { Locator } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { exportScreenWords } from '#features/exports/screen-words.ts';
import { ledgerScreenWords } from '#features/ledger/screen-words.ts';
import { orderScreenWords } from '#features/orders/screen-words.ts';
import { statementWords } from '#features/statements/screen-words.ts';
import type { Language } from '#foundation/core/words.ts';
import { brokenBooks, inApp } from './app-for-tests.ts';
import { barriers } from './axe-for-tests.ts';
import { demoShopNo, demoStage } from './demo-stage-for-tests.ts';
import { frameWords, openScreen, type Visitor } from './visitor-for-tests.ts';

const stage = demoStage();
const PATH = '/order/reconciliation';

let visitor: Visitor | undefined;
afterEach(async () => {
  const faults = visitor?.faults();
  await visitor?.close();
  visitor = undefined;
  expect(faults).toEqual([]);
  expect(await brokenBooks(stage.server)).toEqual([]);
});

async function enter(language: Language, width: number): Promise<Visitor> {
  visitor = await stage.visit({ language, width, storageState: await stage.loggedIn() });
  await visitor.page.goto(`${stage.baseUrl}/#/dashboard`);
  await openScreen(visitor, visitor.translate(statementWords, 'statement'));
  return visitor;
}

/** The day before today, in the platform's time zone, whose entries are of the most types; the latest of several such days. */
async function richestDay(): Promise<string> {
  const { data } = (await (await fetch(`${stage.baseUrl}/api/config`)).json()) as { data: { timeZone: string } };
  const [found] = await inApp(stage.server, ({ rows }) =>
    rows<{ day: string }>(
      `select to_char(created_at at time zone $2, 'YYYY-MM-DD') as day from audit.money_log
       where member_no = $1 and (created_at at time zone $2)::date < (now() at time zone $2)::date
       group by 1 order by count(distinct kind) desc, 1 desc limit 1`,
      [demoShopNo, data.timeZone],
    ),
  );
  return found?.day ?? '';
}

const flow = ({ page, translate }: Visitor): Locator =>
  page.getByRole('list', { name: translate(statementWords, 'flow') });

/** The rows that show all their values when they are pressed, on a phone. */
const unfolding = ({ page }: Visitor): Locator => page.locator('#content li > button[aria-expanded]');

interface ShownFigure {
  /** Among all links on the page. */
  index: number;
  href: string;
  text: string | null;
  /** The row that must be unfolded for it. */
  row?: number;
}

/** Nothing is wider than the page. */
const overhang = ({ page }: Visitor) =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

/** Without its sign: the place of a figure says whether it came in or went out. */
const magnitude = (text: string | null): string => (text ?? '').replaceAll(/[^\d.,]/g, '');

/** The sum above the rows, once they have arrived. */
async function sumOfRows({ page, translate }: Visitor): Promise<string> {
  const label = page
    .getByText(translate(statementWords, 'sum_of_rows'), { exact: true })
    .or(page.getByText(translate(statementWords, 'balance_after_rows'), { exact: true }));
  const sum = label.locator('xpath=following-sibling::dd[1]');
  await expect.poll(() => sum.textContent()).toMatch(/\d/);
  return magnitude(await sum.textContent());
}

describe.each([
  { language: 'en', width: 1440 },
  { language: 'th', width: 390 },
] as const)('in $language at $width pixels', ({ language, width }) => {
  test('a month leads to a day, and each figure of the day to rows whose sum it is', { timeout: 240_000 }, async () => {
    const own = await enter(language, width);
    const { page, translate, narrow } = own;
    const day = await richestDay();
    await page.goto(`${stage.baseUrl}/#${PATH}?month=${day.slice(0, 7)}`);
    await flow(own).getByRole('link').first().waitFor();
    await page.getByRole('img', { name: /¥/ }).waitFor();
    expect(await overhang(own)).toBe(0);
    expect(await barriers(own, { where: 'a month of the statement' })).toEqual([]);

    const dayText = await page.evaluate<string>(
      `new Intl.DateTimeFormat(navigator.language, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date('${day}'))`,
    );
    await page
      .getByRole(narrow ? 'listitem' : 'row')
      .filter({ hasText: dayText })
      .getByRole('button', { name: translate(frameWords, 'open_row', { row: dayText }) })
      .click();
    await page.getByRole('heading', { name: dayText, exact: true, level: 2 }).waitFor();
    await page.getByText(translate(statementWords, 'proof'), { exact: true }).waitFor();
    expect(await overhang(own)).toBe(0);
    expect(await barriers(own, { where: 'a day of the statement' })).toEqual([]);

    const address = page.url();
    const links = page.locator(`main a[href*="rows="], #content a[href*="rows="]`);
    const read = () =>
      links.evaluateAll((all) =>
        all.map((link, index) => ({ index, href: link.getAttribute('href') ?? '', text: link.textContent })),
      );
    const shown = await read();
    const figures: ShownFigure[] = [...shown];
    // On a phone those of a channel or a type are below its row when that is unfolded.
    for (let row = 0; row < (await unfolding(own).count()); row += 1) {
      await unfolding(own).nth(row).click();
      figures.push(...(await read()).slice(shown.length).map((figure) => ({ ...figure, row })));
      await unfolding(own).nth(row).click();
    }
    // Fourteen figures of the flow, and those of at least one channel and two types.
    expect(figures.length).toBeGreaterThan(22);
    for (const { index, row, href, text } of figures) {
      await page.goto(address);
      await links.nth(shown.length - 1).waitFor();
      if (row !== undefined) await unfolding(own).nth(row).click();
      await links.nth(index).click();
      const sum = await sumOfRows(own);
      const isCount = !(text ?? '').includes('¥');
      const counted = await page.getByRole('status').filter({ hasText: /\d/ }).first().textContent();
      // A count is compared with the number of rows, an amount with their sum.
      expect([href, isCount ? magnitude(/[\d,]+/.exec(counted ?? '')?.[0] ?? '') : sum]).toEqual([
        href,
        magnitude(text),
      ]);
    }
    await page.goto(`${address}&rows=collections`);
    await sumOfRows(own);
    expect(await overhang(own)).toBe(0);
    expect(await barriers(own, { where: 'the rows behind a figure' })).toEqual([]);
  });

  test('a figure is followed to an order', async () => {
    const own = await enter(language, width);
    const { page, translate, narrow } = own;
    await flow(own).locator('a[href$="rows=collections"]').click();
    await sumOfRows(own);
    if (narrow) await unfolding(own).first().click();
    await page.locator('a[href*="/order/list?open="]').first().click();
    const drawer = page.getByRole('dialog', { name: translate(orderScreenWords, 'order') });
    await drawer.getByText(translate(orderScreenWords, 'timeline'), { exact: true }).waitFor();
    await page.goBack();
    await page
      .getByRole('heading', { name: translate(statementWords, 'collections'), exact: true, level: 2 })
      .waitFor();
    expect(await overhang(own)).toBe(0);
  });
});

test('the statement and its entries are downloaded, and the files have the figures of the page', async () => {
  const own = await enter('en', 1440);
  const { page, money } = own;
  await flow(own).getByRole('link').first().waitFor();
  const closing = (await flow(own).locator('a[href$="rows=closing"]').textContent()) ?? '';

  const download = async (): Promise<string> => {
    await page.getByRole('button', { name: own.translate(exportScreenWords, 'export'), exact: true }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: own.translate(exportScreenWords, 'export_csv') }).click(),
    ]);
    return readFile(await file.path(), 'utf8');
  };
  const lines = (await download()).trim().split(/\r?\n/);
  const [head = '', last = ''] = [lines[0], lines.at(-1)];
  // Only names of columns have commas in quotes.
  const columns = head.replaceAll(/"[^"]*"/g, '').split(',');
  expect(money(last.split(',')[columns.indexOf('Closing')] ?? '')).toBe(closing);

  await page.getByRole('link', { name: own.translate(statementWords, 'all_entries') }).click();
  await sumOfRows(own);
  const bar = await page.getByRole('status').first().textContent();
  const entries = (await download()).trim().split(/\r?\n/);
  expect(bar).toMatch(new RegExp(`^${own.translate(ledgerScreenWords, 'counted', { count: entries.length - 1 })}`));
  expect(entries[0]).toContain(own.translate(ledgerScreenWords, 'system_no'));
});
