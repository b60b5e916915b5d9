/** The operators' rates: a member's rate is changed with a reason, never below what the upstream costs, and read on a phone. */
import { expect, test } from 'vitest';
import { DEMO_PASSWORD } from '#database/demo/people.ts';
import { approvalScreenWords } from '#features/operations/approval-words.ts';
import { rateBulkWords } from '#features/operations/rate-bulk-words.ts';
import { operatorRateWords } from '#features/operations/rate-words.ts';
import { barriers } from './axe-for-tests.ts';
import { demoShopNo } from './demo-stage-for-tests.ts';
import { operatorJourney } from './operators-for-tests.ts';
import { frameWords, rowOf } from './visitor-for-tests.ts';

const { stage, enter } = operatorJourney('rates', operatorRateWords);

test('a member’s rate is changed, not below cost, and its history shows it', async () => {
  const { visitor, page, t: say } = await enter('en', 1440, `?q=${demoShopNo}`);
  await rowOf(visitor, demoShopNo).waitFor();
  expect(await barriers(visitor, { where: 'operators’ rates' })).toEqual([]);
  await rowOf(visitor, demoShopNo).click();
  const drawer = page.getByRole('dialog').first();
  await drawer.getByText(say('default_rate')).first().waitFor();
  expect(await barriers(visitor, { where: 'a member’s rates' })).toEqual([]);
  await drawer
    .getByRole('button', { name: say('edit'), exact: true })
    .first()
    .click();
  const dialog = page.getByRole('dialog').last();
  await dialog.getByLabel(say('percent'), { exact: true }).fill('0');
  await dialog.getByLabel(say('fixed'), { exact: true }).fill('0');
  await dialog.getByLabel(say('reason'), { exact: true }).fill('agreed');
  await dialog.getByRole('button', { name: say('save'), exact: true }).click();
  await dialog.getByText(/below/).waitFor();
  await dialog.getByLabel(say('percent'), { exact: true }).fill('2.5');
  await dialog.getByRole('button', { name: say('save'), exact: true }).click();
  // The drawer behind it stays.
  await expect.poll(() => page.getByRole('dialog').count()).toBe(1);
  await drawer
    .getByRole('button', { name: say('history'), exact: true })
    .first()
    .click();
  await drawer.getByText('agreed').waitFor();
});

test('the list fits a phone, in another language', async () => {
  const { visitor, page } = await enter('th', 390);
  await page.getByRole('main').getByRole('listitem').first().waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  expect(await barriers(visitor, { where: 'operators’ rates on a phone' })).toEqual([]);
});

test('many rates are changed by a filter and by a file, each with its result', async () => {
  const { visitor, page, translate } = await enter('en', 1440, `?q=${demoShopNo}`);
  const say = (name: keyof typeof rateBulkWords, values = {}) => translate(rateBulkWords, name, values);
  await rowOf(visitor, demoShopNo).waitFor();
  await page.getByRole('button', { name: say('edit_many'), exact: true }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel(say('add_percent')).fill('0.5');
  expect(await barriers(visitor, { where: 'many rates' })).toEqual([]);
  await drawer.getByRole('button', { name: say('look'), exact: true }).click();
  await drawer.getByText(say('would_change', { count: 1 })).waitFor();
  expect(await barriers(visitor, { where: 'many rates, checked' })).toEqual([]);
  await drawer.getByLabel(say('reason'), { exact: true }).fill('raised together');
  await drawer.getByRole('button', { name: say('set_count', { count: 1 }), exact: true }).click();
  await drawer.getByText(say('outcome_count', { outcome: say('outcome_set'), count: 1 })).waitFor();
  expect(await barriers(visitor, { where: 'many rates, set' })).toEqual([]);
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });

  const code = await firstChannel();
  await page.getByRole('button', { name: say('import'), exact: true }).click();
  await drawer.locator('input[type=file]').setInputFiles({
    name: 'rates.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      `Member number,Channel code,Percent,Fixed part,Min fee,Max fee\r\n${demoShopNo},${code},3.25,0,,\r\n${demoShopNo},nowhere,1,0,,\r\n`,
    ),
  });
  await drawer.getByRole('button', { name: say('look'), exact: true }).click();
  await drawer.getByText(say('would_change', { count: 1 })).waitFor();
  await drawer.getByText(/^Row 3, Channel code: /).waitFor();
  expect(await barriers(visitor, { where: 'a file of rates' })).toEqual([]);
  await drawer.getByLabel(say('reason'), { exact: true }).fill('by file');
  await drawer.getByRole('button', { name: say('set_count', { count: 1 }), exact: true }).click();
  await drawer.getByText(say('outcome_count', { outcome: say('outcome_set'), count: 1 })).waitFor();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  await rowOf(visitor, demoShopNo).getByText('3.25%').first().waitFor();

  /** The code of a channel, from the list's own answer. */
  async function firstChannel(): Promise<string> {
    const answered = page.waitForResponse((answer) => answer.url().endsWith('/operator/rate/list'));
    await page.reload();
    const { data } = (await (await answered).json()) as { data: { extend: { channels: { code: string }[] } } };
    return data.extend.channels[0]?.code ?? '';
  }
});

test('a rate below cost is proposed on a phone, and another operator sees what it costs and confirms it', async () => {
  // A merchant without an agent above it.
  const shopNo = '20000004';
  const { visitor, page, t: say } = await enter('es', 390, `?q=${shopNo}`);
  await rowOf(visitor, shopNo).click();
  await page
    .getByRole('dialog')
    .first()
    .getByRole('button', { name: say('edit'), exact: true })
    .first()
    .click();
  const dialog = page.getByRole('dialog').last();
  await dialog.getByLabel(say('percent'), { exact: true }).fill('0');
  await dialog.getByLabel(say('fixed'), { exact: true }).fill('0');
  await dialog.getByLabel(say('reason'), { exact: true }).fill('a large shop');
  await dialog.getByRole('button', { name: say('save'), exact: true }).click();
  await page.getByText(say('proposed')).waitFor();

  const other = await stage.visit({
    width: 1440,
    storageState: await stage.loggedIn({ account: 'operator2', password: DEMO_PASSWORD }),
  });
  const t = (name: keyof typeof approvalScreenWords) => other.translate(approvalScreenWords, name);
  await other.page.goto(`${stage.baseUrl}/#/operator/approvals?kind=rate&memberNo=${shopNo}`);
  const row = other.translate(frameWords, 'open_row', { row: `${t('act_set_rate')} ${shopNo}` });
  await rowOf(other, shopNo).getByRole('button', { name: row }).click();
  const drawer = other.page.getByRole('dialog', { name: t('proposal') });
  await drawer.getByText(t('what_margin')).waitFor();
  await drawer.getByText('a large shop', { exact: true }).waitFor();
  expect(await barriers(other, { where: 'the proposal of a rate below cost' })).toEqual([]);
  await drawer.getByRole('button', { name: t('confirm') }).click();
  await drawer.getByRole('button', { name: t('confirm'), exact: true }).click();
  await other.page.getByText(t('confirmed_toast')).waitFor();
  expect(other.faults()).toEqual([]);
  await other.close();
});
