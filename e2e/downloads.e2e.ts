/**
 * Files that take longer and files that come by themselves: a long list becomes a download that is left, found again and
 * taken, another is cancelled; a schedule is made and removed; a member's own records are compared with what we have.
 */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { downloadTitles } from '#features/downloads/screen-titles.ts';
import { downloadWords, scheduleWords } from '#features/downloads/screen-words.ts';
import { filterText } from '#features/downloads/filter-words.ts';
import { exportScreenWords } from '#features/exports/screen-words.ts';
import { orderTitles } from '#features/orders/screen-titles.ts';
import { recordResultWords } from '#features/record-checks/result-words.ts';
import { recordCheckWords } from '#features/record-checks/screen-words.ts';
import { statementTitles } from '#features/statements/screen-titles.ts';
import { addDays, dayOf } from '#foundation/core/time-zone.ts';
import type { Language } from '#foundation/core/words.ts';
import { brokenBooks, inApp } from './app-for-tests.ts';
import { barriers } from './axe-for-tests.ts';
import { demoShopNo, demoStage } from './demo-stage-for-tests.ts';
import { openScreen, openTools, rowOf, type Visitor } from './visitor-for-tests.ts';

const stage = demoStage();
const sizes: readonly [Language, number][] = [
  ['en', 1440],
  ['th', 390],
];

let visitor: Visitor | undefined;
afterEach(async () => {
  const faults = visitor?.faults();
  await visitor?.close();
  visitor = undefined;
  expect(faults).toEqual([]);
  expect(await brokenBooks(stage.server)).toEqual([]);
});

/** From how many rows on a file is written by a job. */
const LONG = 5;

beforeAll(async () => {
  await inApp(stage.server, ({ db, platform }) =>
    db.transaction((tx) => platform.setSettings(tx, { exportJobFrom: LONG })),
  );
});

async function enter(language: Language, width: number, title: string): Promise<Visitor> {
  visitor = await stage.visit({ language, width, storageState: await stage.loggedIn() });
  await visitor.page.goto(`${stage.baseUrl}/#/dashboard`);
  await openScreen(visitor, title);
  return visitor;
}

const titleIn = (language: Language, phrase: Readonly<Record<Language, string>>) => phrase[language];

/** Nothing is wider than the page. */
const overhang = ({ page }: Visitor) =>
  page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');

async function countOrders(): Promise<number> {
  const [counted] = await inApp(stage.server, ({ rows }) =>
    rows<{ count: bigint }>('select count(*) as count from orders where member_no = $1', [demoShopNo]),
  );
  return Number(counted?.count);
}

/** Opens the export's menu. */
async function openExport(here: Visitor): Promise<void> {
  await openTools(here);
  await here.page.getByRole('button', { name: here.translate(exportScreenWords, 'export'), exact: true }).click();
}

/** Chooses one of some tabs, whose radio button lies over its text. */
const choose = (within: Page | Locator, name: string): Promise<void> =>
  within.getByRole('radio', { name, exact: true }).click({ force: true });

/** Shows all values and acts of a row, which a narrow page has below its two lines. */
async function unfold({ narrow }: Visitor, row: Locator): Promise<Locator> {
  if (narrow) await row.getByRole('button', { expanded: false }).click();
  return row;
}

/** A file of the shop's user that no job writes, so that it waits for as long as the test. */
function addWaitingFile(name: string): Promise<unknown> {
  return inApp(stage.server, ({ rows }) =>
    rows(
      `insert into downloads (download_id, user_id, member_no, kind, name, format, content_type, language, filter, as_of,
         state, created_at)
       select gen_random_uuid(), user_id, member_no, 'order', $2, 'csv', 'text/csv', 'en', '{}', now(), 'waiting',
         now() + interval '1 hour'
       from users where username = $1`,
      ['demo_shop', name],
    ),
  );
}

test.each(sizes)(
  'a long list, in %s at %i px: its file is made while the person is away, found, taken, and another cancelled',
  async (language, width) => {
    const here = await enter(language, width, titleIn(language, orderTitles.orders));
    const { page, translate } = here;
    const before = await countOrders();
    await openExport(here);
    await page.getByRole('menuitem', { name: translate(exportScreenWords, 'export_csv') }).click();
    const told = page.getByRole('dialog', { name: translate(exportScreenWords, 'background_title') });
    await told.waitFor();
    expect(await barriers(here, { where: 'a file in the background' })).toEqual([]);
    await told.getByRole('button', { name: translate(exportScreenWords, 'background_stay') }).click();

    const waiting = `waiting-${language}.csv`;
    await addWaitingFile(waiting);
    await page.goto('about:blank');
    await page.goto(`${stage.baseUrl}/#/dashboard`);
    await openScreen(here, translate(downloadTitles, 'downloads'));
    const ready = await unfold(here, rowOf(here, /orders_until-\d{4}-\d{2}-\d{2}\.csv/).first());
    const [prefix = ''] = translate(exportScreenWords, 'download_name', { name: '\n' }).split('\n');
    const take = ready.getByRole('button', { name: new RegExp(`^${prefix}orders_until-`) });
    await take.waitFor();
    expect(await barriers(here, { where: 'downloads' })).toEqual([]);
    expect(await overhang(here)).toBe(0);
    const [download] = await Promise.all([page.waitForEvent('download'), take.click()]);
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    // The demo's shop goes on selling meanwhile.
    expect(lines.length - 1).toBeGreaterThanOrEqual(before);
    expect(lines.length - 1).toBeLessThanOrEqual(await countOrders());

    const row = await unfold(here, rowOf(here, waiting));
    await row.getByRole('button', { name: translate(downloadWords, 'cancel_name', { name: waiting }) }).click();
    await page
      .getByRole('dialog', { name: translate(downloadWords, 'cancel_title') })
      .getByRole('button', { name: translate(downloadWords, 'cancel_act') })
      .click();
    // On a phone also among the values below the two lines.
    await row.getByText(translate(downloadWords, 'state_cancelled'), { exact: true }).first().waitFor();
  },
);

test.each(sizes)('a schedule is made and removed, in %s at %i px', async (language, width) => {
  const here = await enter(language, width, titleIn(language, downloadTitles.downloads));
  const { page, translate } = here;
  await choose(page, translate(downloadWords, 'schedules'));
  await page.getByRole('button', { name: translate(scheduleWords, 'add') }).click();
  const form = page.getByRole('form', { name: translate(scheduleWords, 'add') });
  await form.getByLabel(translate(scheduleWords, 'what')).selectOption('moneylog');
  await choose(form, translate(scheduleWords, 'every_week'));
  await form.getByLabel(translate(scheduleWords, 'at'), { exact: true }).fill('06:15');
  expect(await barriers(here, { where: 'the form of a schedule' })).toEqual([]);
  await form.getByRole('button', { name: translate(scheduleWords, 'save') }).click();
  const row = rowOf(here, translate(scheduleWords, 'runs_week', { at: '06:15' }));
  await unfold(here, row);
  await row.waitFor();
  expect(await overhang(here)).toBe(0);
  await row.getByRole('button', { name: translate(scheduleWords, 'remove') }).click();
  await page
    .getByRole('dialog', { name: translate(scheduleWords, 'remove_title') })
    .getByRole('button', { name: translate(scheduleWords, 'remove'), exact: true })
    .click();
  await page.getByText(translate(scheduleWords, 'none'), { exact: true }).waitFor();
});

interface PaidOrder {
  number: string;
  amount: bigint;
  status: string;
}

/** The pay-ins that were paid on the day before today, in the platform's calendar, by plain SQL. */
async function paidYesterday(): Promise<{ day: string; orders: PaidOrder[] }> {
  const { data } = (await (await fetch(`${stage.baseUrl}/api/config`)).json()) as { data: { timeZone: string } };
  const day = addDays(dayOf(new Date(), data.timeZone), -1);
  const orders = await inApp(stage.server, ({ rows }) =>
    rows<PaidOrder>(
      `select order_no as number, amount, status from orders
       where member_no = $1 and kind = 'payin' and (paid_at at time zone $2)::date = $3::date order by paid_at`,
      [demoShopNo, data.timeZone, day],
    ),
  );
  return { day, orders };
}

const inUnits = (minor: bigint) => (Number(minor) / 100).toFixed(2);

test.each(sizes)(
  'own records with planted differences, in %s at %i px: exactly these are found, and taken as a file',
  async (language, width) => {
    const { day, orders } = await paidYesterday();
    const paid = orders.filter(({ status }) => status === 'success');
    const [missing, changed, twice] = paid;
    if (!missing || !changed || !twice) throw new Error('the demo has too few paid orders');
    const lineOf = ({ number, amount, status }: PaidOrder) =>
      `${number},${inUnits(amount)},${status === 'reversed' ? 'reversed' : 'paid'}`;
    const lines = orders
      .filter((order) => order !== missing)
      .map((order) => lineOf(order === changed ? { ...order, amount: order.amount + 100n } : order));
    const text = ['Beleg,Amount,Status', ...lines, lineOf(twice), 'NOT-OURS-1,12.00,paid'].join('\n');

    const here = await enter(language, width, titleIn(language, statementTitles.statement));
    const { page, translate } = here;
    await page.getByRole('button', { name: translate(recordCheckWords, 'title'), exact: true }).click();
    const form = page.getByRole('form', { name: translate(recordCheckWords, 'title') });
    await form
      .locator('input[type=file]')
      .setInputFiles({ name: 'mine.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    for (const bound of ['from', 'to'] as const)
      await form.getByLabel(translate(recordCheckWords, bound), { exact: true }).fill(day);
    await form.getByLabel(translate(recordCheckWords, 'column_number')).selectOption('Beleg');
    expect(await barriers(here, { where: 'a comparison' })).toEqual([]);
    await form.getByRole('button', { name: translate(recordCheckWords, 'compare'), exact: true }).click();
    await page.waitForURL(/check=/);
    for (const [kind, number] of [
      ['amount_differs', changed.number],
      ['duplicate_there', twice.number],
      ['missing_here', 'NOT-OURS-1'],
      ['missing_there', missing.number],
    ] as const) {
      await choose(
        page,
        translate(recordCheckWords, 'kind_count', { kind: translate(recordResultWords, kind), count: 1 }),
      );
      await rowOf(here, number).waitFor();
    }
    await choose(page, translate(recordCheckWords, 'all', { count: 4 }));
    expect(await barriers(here, { where: 'differences' })).toEqual([]);
    expect(await overhang(here)).toBe(0);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: translate(recordCheckWords, 'differences_file') }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`differences-${day}-${day}.xlsx`);
  },
);

test.each(sizes)('a list is scheduled with its filter, in %s at %i px', async (language, width) => {
  const here = await enter(language, width, titleIn(language, orderTitles.orders));
  const { page, translate } = here;
  await page.goto('about:blank');
  await page.goto(`${stage.baseUrl}/#/order/list?status=success`);
  await openExport(here);
  await page.getByRole('menuitem', { name: translate(exportScreenWords, 'schedule') }).click();
  const form = page.getByRole('form', { name: translate(scheduleWords, 'add') });
  const filter = filterText({ status: 'success' }, { language, timeZone: 'Asia/Shanghai' });
  await form.getByText(filter, { exact: true }).waitFor();
  expect(await barriers(here, { where: 'the form of a schedule of a list' })).toEqual([]);
  await form.getByRole('button', { name: translate(scheduleWords, 'save') }).click();
  const made = page.getByRole('list', { name: translate(scheduleWords, 'list') }).getByRole('listitem');
  await unfold(here, made);
  await rowOf(here, filter).waitFor();
  expect(page.url()).not.toContain('add=');
  expect(await overhang(here)).toBe(0);
  await inApp(stage.server, ({ rows }) => rows('delete from schedules'));
});
