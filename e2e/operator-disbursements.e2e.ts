/**
 * Operators and the withdrawals and payouts of all members: what needs a person is found by its tab, one is read and acted
 * on, several are acted on at once, and the results stay at their address.
 */
import { afterEach, expect, test } from 'vitest';
import { handPaymentWords } from '#features/operations/hand-payment-words.ts';
import { operatorDisbursementWords } from '#features/operations/disbursement-words.ts';
import { operatorTitles } from '#features/operations/screen-titles.ts';
import { operatorDisbursementTexts } from '#features/operations/words.ts';
import type { PhraseValues } from '#foundation/core/words.ts';
import { brokenBooks } from './app-for-tests.ts';
import { barriers } from './axe-for-tests.ts';
import { operatorJourney } from './operators-for-tests.ts';

const { stage, enter } = operatorJourney('disbursements', operatorDisbursementWords);
afterEach(async () => expect(await brokenBooks(stage.server)).toEqual([]));

test('one is paid by hand: a file for the bank is saved, and the bank’s result is uploaded, as a table or a status report', async () => {
  const { page, translate } = await enter('en', 1440, '?attention=failed');
  const h = (name: keyof typeof handPaymentWords, values?: PhraseValues) => translate(handPaymentWords, name, values);
  const row = page.getByRole('table').locator('tbody tr[data-index]').first();
  await row.getByRole('checkbox').check();
  await page.getByRole('button', { name: `${h('act')} (1)` }).click();
  const dialog = page.getByRole('dialog', { name: h('title', { count: 1 }) });
  await dialog.getByLabel(h('upstream')).selectOption({ index: 1 });
  await dialog.getByLabel(h('payer_name')).fill('Countinghouse Ltd');
  await dialog.getByLabel(h('payer_account')).fill('110022003300');
  await dialog.getByLabel(h('reason')).fill('the upstream is down');
  expect(await barriers({ page }, { where: 'paying by hand' })).toEqual([]);
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: h('make') }).click();
  expect((await saved).suggestedFilename()).toMatch(/^bank_[\d-]{10}_[\da-f]{8}\.csv$/);
  const drawer = page.getByRole('dialog').filter({ has: page.getByText(h('state_taken'), { exact: true }) });
  const number = (await drawer.getByRole('link').first().textContent()) ?? '';
  expect(number).toMatch(/^\d{19}$/);
  expect(page.url()).toContain('bankFile=');
  expect(await barriers({ page }, { where: 'bank file' })).toEqual([]);
  await drawer.getByRole('button', { name: h('upload') }).click();
  const table = (result: string) => ({
    name: 'result.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`Number,Result,Bank’s reference,Reason\n${number},${result},BANK-9,\n`),
  });
  await drawer.locator('input[type="file"]').setInputFiles(table('perhaps'));
  await drawer.getByText(h('row_result', { line: 2 })).waitFor();
  await drawer.locator('input[type="file"]').setInputFiles(table('Paid'));
  await drawer.getByText(h('results_sum', { paid: 1, failed: 0 })).waitFor();
  const fileId = /bankFile=([\da-f-]{36})/.exec(page.url())?.[1] ?? '';
  const report = (status: string, id = fileId) => ({
    name: 'report.xml',
    mimeType: 'application/xml',
    buffer: Buffer.from(
      `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt>
        <GrpHdr><MsgId>STS-1</MsgId></GrpHdr>
        <OrgnlGrpInfAndSts><OrgnlMsgId>${id.replaceAll('-', '')}</OrgnlMsgId></OrgnlGrpInfAndSts>
        <OrgnlPmtInfAndSts><TxInfAndSts><OrgnlEndToEndId>${number}</OrgnlEndToEndId><TxSts>${status}</TxSts>
          <StsRsnInf><Rsn><Cd>AC04</Cd></Rsn><AddtlInf>Account closed</AddtlInf></StsRsnInf></TxInfAndSts></OrgnlPmtInfAndSts>
      </CstmrPmtStsRpt></Document>`,
    ),
  });
  const otherId = '00000000-0000-4000-8000-000000000000';
  await drawer.locator('input[type="file"]').setInputFiles(report('ACSC', otherId));
  await drawer.getByText(h('report_of_other_file', { line: 3, text: otherId.replaceAll('-', '') })).waitFor();
  await drawer.locator('input[type="file"]').setInputFiles(report('RJCT'));
  await drawer.getByText('AC04 Account closed').waitFor();
  await drawer.locator('input[type="file"]').setInputFiles(report('ACSP'));
  await drawer.getByText(h('said_open'), { exact: true }).waitFor();
  expect(await barriers({ page }, { where: 'bank report' })).toEqual([]);
  await drawer.locator('input[type="file"]').setInputFiles(report('ACSC'));
  await drawer.getByText(h('said_open'), { exact: true }).waitFor({ state: 'detached' });
  await drawer.getByText(h('results_sum', { paid: 1, failed: 0 })).waitFor();
  await drawer.getByRole('button', { name: h('apply') }).click();
  await page.getByText(h('applied_told')).waitFor();
  const done = page
    .getByText(h('state_paid'), { exact: true })
    .or(page.getByText(h('state_proposed'), { exact: true }));
  await done.first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: h('files') }).click();
  await page
    .getByText(h('counted', { count: 1 }))
    .first()
    .waitFor();
});

test('what waits for review is found by its tab, read, and several are frozen and unfrozen at once', async () => {
  const { page, translate, t } = await enter('en', 1440);
  await page.getByRole('radio', { name: t('tab_review') }).click();
  const rows = page.getByRole('table').locator('tbody tr[data-index]');
  await rows.first().waitFor();
  expect(await barriers({ page }, { where: 'list' })).toEqual([]);

  await rows.first().locator('[data-open-row]').click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('heading', { name: t('standing') }).waitFor();
  await drawer.getByRole('heading', { name: t('exchanges') }).waitFor();
  await drawer.getByRole('button', { name: t('act_submit') }).waitFor();
  expect(await barriers({ page }, { where: 'details' })).toEqual([]);
  await page.keyboard.press('Escape');

  // All that are in progress, at once.
  await page.goto(`${stage.baseUrl}/#/operator/disbursements?status=applying`);
  await rows.nth(1).waitFor();
  const count = await rows.count();
  await page.getByRole('button', { name: t('select_shown', { count }) }).click();
  await page.getByRole('button', { name: `${t('act_freeze')} (${count})` }).click();
  const dialog = page.getByRole('dialog', { name: t('title_freeze', { count }) });
  await dialog.getByRole('button', { name: t('act_freeze') }).click();
  await dialog.getByText(translate(operatorDisbursementTexts, 'reason_needed')).waitFor();
  await dialog.getByLabel(t('reason')).fill('looked at by two');
  expect(await barriers({ page }, { where: 'form' })).toEqual([]);
  await dialog.getByRole('button', { name: t('act_freeze') }).click();
  await page.getByText(t('outcome_count', { count, outcome: t('outcome_done') })).waitFor();
  expect(page.url()).toContain('bulk=');
  expect(await barriers({ page }, { where: 'results' })).toEqual([]);
  await page.reload();
  await page.getByText(t('outcome_count', { count, outcome: t('outcome_done') })).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('radio', { name: t('tab_frozen') }).click();
  await expect.poll(() => rows.count()).toBeGreaterThanOrEqual(count);
});

test('on a phone, one is opened and cancelled with a reason', async () => {
  const { page, translate, t } = await enter('es', 390, '?attention=frozen');
  const list = page.getByRole('list', { name: translate(operatorTitles, 'disbursements') });
  await list.getByRole('button').first().waitFor();
  expect(await barriers({ page }, { where: 'phone list' })).toEqual([]);
  // The demo's own: a newer one can be the payout of unknown result, which can't be cancelled.
  await list.getByRole('button').last().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('button', { name: t('act_cancel') }).click();
  const dialog = page.getByRole('dialog', { name: t('title_cancel', { count: 1 }) });
  await dialog.getByLabel(t('reason')).fill('cuenta cerrada');
  expect(await barriers({ page }, { where: 'phone form' })).toEqual([]);
  await dialog.getByRole('button', { name: t('act_cancel') }).click();
  await page
    .getByText(t('done_told'))
    .or(page.getByText(t('proposed_told')))
    .first()
    .waitFor();
  await page.keyboard.press('Escape');
});
