/** An operator works through the queue of certifications: rejects, approves and revokes, with keys, on two widths. */
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD, demoOperator } from '#database/demo/people.ts';
import { certificationQueueTitles } from '#features/certifications/operator-titles.ts';
import { certificationQueueWords } from '#features/certifications/operator-words.ts';
import { certificationRemarks } from '#features/certifications/review-remarks.ts';
import { certificationWords } from '#features/certifications/screen-words.ts';
import type { Language } from '#foundation/core/words.ts';
import { barriers } from './axe-for-tests.ts';
import { asOperator } from './certify-for-tests.ts';
import { demoStage } from './demo-stage-for-tests.ts';
import { createOperator } from './operators-for-tests.ts';
import { type Account, frameWords, openScreen, rowOf, type Visitor } from './visitor-for-tests.ts';

const stage = demoStage();
const newcomer: Account = { account: 'demo_new', password: DEMO_PASSWORD };
const operator: Account = { account: demoOperator, password: DEMO_PASSWORD };
const other: Account = { account: 'mei_reviews', password: DEMO_PASSWORD };
const NEWCOMER_NO = '20000003';

beforeAll(() => createOperator(stage, other));

async function photo(background: string): Promise<Buffer> {
  return sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

/** The new member submits a certification, by calls. */
async function submit(idNumber: string): Promise<void> {
  const context = await stage.browser.newContext({ storageState: await stage.loggedIn(newcomer) });
  const token = (await context.cookies()).find(({ name }) => name === 'Admin-Token')?.value ?? '';
  const headers = { 'X-Token': token };
  const upload = async (background: string): Promise<string> => {
    const file = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await photo(background) };
    const reply = await context.request.post(`${stage.baseUrl}/api/user/upload`, { headers, multipart: { file } });
    return ((await reply.json()) as { data: { id: string } }).data.id;
  };
  const data = {
    name: '张三Acme',
    idNumber,
    industry: 'Retail',
    website: 'https://shop.example.com',
    photoFront: await upload('#7a8fa6'),
    photoBack: await upload('#a67a8f'),
  };
  const reply = await context.request.post(`${stage.baseUrl}/api/user/auth`, { headers, data });
  expect(await reply.json()).toMatchObject({ code: 1 });
  await context.close();
}

async function remarkOfNewcomer(language: Language): Promise<string> {
  const visitor = await stage.visit({ language, storageState: await stage.loggedIn(newcomer) });
  await visitor.page.goto(`${stage.baseUrl}/#/user/auth`);
  const remark = visitor.page.locator('blockquote');
  await remark.waitFor();
  const text = await remark.innerText();
  await visitor.close();
  return text;
}

test.each<[Language, number]>([
  ['en', 1440],
  ['es', 390],
])('certifications in %s at %i px: one is rejected, sent again, approved and revoked', async (language, width) => {
  await submit('11010519491231002X');
  const visitor = await stage.visit({ language, width, storageState: await stage.loggedIn(operator) });
  const { page } = visitor;
  const t = (name: keyof typeof certificationQueueWords, values?: Record<string, string>) =>
    visitor.translate(certificationQueueWords, name, values);
  const own = (name: keyof typeof certificationWords) => visitor.translate(certificationWords, name);
  await page.goto(stage.baseUrl);
  await openScreen(visitor, visitor.translate(certificationQueueTitles, 'certifications'));
  const row = rowOf(visitor, NEWCOMER_NO);

  // Another operator has it open.
  await asOperator(
    stage,
    async (call) => {
      const { data } = await call('/operator/certification/list', { memberNo: NEWCOMER_NO });
      expect(await call('/operator/certification/claim', { id: data?.list[0]?.id })).toMatchObject({ code: 1 });
    },
    other,
  );
  const drawer = await openFirst(visitor);
  await drawer.getByText(t('looking', { name: other.account })).waitFor();
  await drawer.getByRole('button', { name: t('take_over') }).click();
  await drawer.getByText(t('taken_from', { name: other.account })).waitFor();
  await drawer.getByText('11010519491231002X', { exact: true }).waitFor();
  await drawer.getByText(t('check_fits'), { exact: true }).waitFor();
  const front = drawer.getByRole('img', { name: own('photo_front') });
  await expect.poll(() => front.evaluate((img) => (img as unknown as { naturalWidth: number }).naturalWidth)).toBe(900);
  await drawer.getByRole('button', { name: t('photo_of', { photo: own('photo_front'), act: t('zoom_in') }) }).click();
  await drawer.getByRole('button', { name: t('photo_of', { photo: own('photo_front'), act: t('rotate') }) }).click();
  expect(await barriers(visitor, { where: `a certification under review, ${width} px` })).toEqual([]);

  await drawer.getByRole('button', { name: t('approve') }).waitFor();
  await page.keyboard.press('r');
  await drawer.getByText(visitor.translate(certificationRemarks, 'photo_unclear')).click();
  await drawer.getByLabel(t('own_words')).fill('The back');
  expect(await barriers(visitor, { where: `rejecting a certification, ${width} px` })).toEqual([]);
  await drawer.getByRole('button', { name: t('reject'), exact: true }).click();
  await page.getByText(t('rejected_toast')).waitFor();
  await row.waitFor({ state: 'detached' });
  expect(await remarkOfNewcomer('zh')).toBe(`${certificationRemarks.photo_unclear.zh}\nThe back`);

  await submit('11010519491231002X');
  await page.reload();
  const again = await openFirst(visitor);
  await again.getByRole('button', { name: t('approve') }).waitFor();
  await page.keyboard.press('a');
  await again.getByRole('button', { name: t('approve'), exact: true }).click();
  await page.getByText(t('approved_toast')).waitFor();
  await row.waitFor({ state: 'detached' });

  await page.getByRole('radio', { name: own('status_approved') }).click();
  const approved = await openFirst(visitor);
  await approved.getByRole('button', { name: t('revoke') }).click();
  await approved.getByLabel(t('own_words')).fill('Sold');
  await approved.getByRole('button', { name: t('revoke'), exact: true }).click();
  await page.getByText(t('revoked_toast')).waitFor();
  expect(await remarkOfNewcomer('en')).toBe('Sold');
  expect(await barriers(visitor, { where: `the list of certifications, ${width} px` })).toEqual([]);
  expect(visitor.faults()).toEqual([]);
  await visitor.close();
});

/** Opens the row of the new member. */
async function openFirst(visitor: Visitor) {
  const { page } = visitor;
  await page.getByRole('button', { name: visitor.translate(frameWords, 'open_row', { row: NEWCOMER_NO }) }).click();
  const drawer = page.getByRole('dialog', { name: visitor.translate(certificationQueueWords, 'certification') });
  await drawer.waitFor();
  return drawer;
}
