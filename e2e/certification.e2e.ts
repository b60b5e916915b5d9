/** A new member's certification is rejected, sent again and approved; and the avatar appears in the navbar. */
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '#database/demo/people.ts';
import { certificationTitles } from '#features/certifications/screen-titles.ts';
import { certificationWords } from '#features/certifications/screen-words.ts';
import { fileScreenWords } from '#features/files/screen-words.ts';
import { profileTitles } from '#features/profiles/screen-titles.ts';
import { profileWords } from '#features/profiles/screen-words.ts';
import { barriers, barriersInAll } from './axe-for-tests.ts';
import { asOperator } from './certify-for-tests.ts';
import { demoShop, demoStage } from './demo-stage-for-tests.ts';
import { type Account, openScreen, type Visitor } from './visitor-for-tests.ts';

const stage = demoStage();
const newcomer: Account = { account: 'demo_new', password: DEMO_PASSWORD };

let visitor: Visitor;
beforeEach(async () => {
  visitor = await openAs(newcomer);
});
afterEach(async () => {
  const faults = visitor.faults();
  await visitor.close();
  expect(faults).toEqual([]);
});

async function openAs(account: Account): Promise<Visitor> {
  const opened = await stage.visit({ storageState: await stage.loggedIn(account) });
  await opened.page.goto(stage.baseUrl);
  return opened;
}

interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A photo of a card, as a phone takes it. */
async function photo(name: string, background: string): Promise<ChosenFile> {
  const card = Buffer.from(
    '<svg width="560" height="350"><rect width="560" height="350" rx="24" fill="#f6f1e4"/><circle cx="430" cy="150" r="60" fill="#b9a98a"/></svg>',
  );
  const buffer = await sharp({ create: { width: 1200, height: 800, channels: 3, background } })
    .composite([{ input: card }])
    .jpeg()
    .toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
}

/** Chooses a file in the picture field with this label. */
async function choose({ page }: Visitor, label: string, file: ChosenFile): Promise<void> {
  await page.getByRole('group', { name: label, exact: true }).locator('input[type=file]').setInputFiles(file);
}

async function upload(visitor: Visitor, label: string, file: ChosenFile): Promise<void> {
  await choose(visitor, label, file);
  await visitor.page
    .getByRole('group', { name: label, exact: true })
    .getByText(visitor.translate(fileScreenWords, 'uploaded'))
    .waitFor();
}

/** Decides the waiting certification as an operator. */
function decide(status: string, reviewRemark: string): Promise<void> {
  return asOperator(stage, async (asOperatorCall) => {
    const { data } = await asOperatorCall('/operator/certification/list', { memberNo: '20000003' });
    expect(
      await asOperatorCall('/operator/certification/decide', { id: data?.list[0]?.id, status, reviewRemark }),
    ).toMatchObject({
      code: 1,
    });
  });
}

const textOf = (name: keyof typeof certificationWords): string => visitor.translate(certificationWords, name);

test('a certification is sent with photos, rejected with a remark, sent again and approved', async () => {
  const { page, translate } = visitor;
  await openScreen(visitor, translate(certificationTitles, 'certification'));
  await page.getByLabel(textOf('name'), { exact: true }).fill('张三Acme');
  await page.getByLabel(textOf('id_number')).fill('11010519491231002x');
  await page.getByLabel(textOf('industry')).fill('Retail');
  const front = textOf('photo_front');
  await choose(visitor, front, { name: 'big.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(1_048_577, 1) });
  await page.getByText('The file must be 1 MB or smaller').waitFor();
  await choose(visitor, front, { name: 'page.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('<html></html>') });
  await page.getByText('Choose a JPEG, PNG or WebP picture').waitFor();
  expect(await barriers(visitor, { where: 'form' })).toEqual([]);
  await upload(visitor, front, await photo('front.jpg', '#7a8fa6'));
  await upload(visitor, textOf('photo_back'), await photo('back.jpg', '#a67a8f'));
  await page.getByRole('button', { name: textOf('submit') }).click();
  await page.getByRole('heading', { name: textOf('pending_title') }).waitFor();
  await page.getByText('110************02X').waitFor();

  await decide('rejected', 'The back is blurred');
  await page.reload();
  await page.getByText('The back is blurred').waitFor();
  expect(await barriers(visitor, { where: 'rejected' })).toEqual([]);
  await page.getByRole('button', { name: textOf('send_again') }).click();
  await page.getByLabel(textOf('id_number')).fill('11010519491231002X');
  await upload(visitor, textOf('photo_back'), await photo('sharp.jpg', '#5f9a7a'));
  await page.getByRole('button', { name: textOf('submit') }).click();
  await page.getByRole('heading', { name: textOf('pending_title') }).waitFor();

  await decide('approved', '');
  await page.reload();
  await page.getByRole('heading', { name: textOf('approved_title') }).waitFor();
  const back = page.getByRole('img', { name: textOf('photo_back') });
  await back.waitFor();
  expect(await back.evaluate((img) => (img as unknown as { naturalWidth: number }).naturalWidth)).toBe(1200);
});

test('an avatar appears in the navbar at once, and after a reload', async () => {
  const { page, translate } = visitor;
  await openScreen(visitor, translate(profileTitles, 'profile'));
  await upload(visitor, translate(profileWords, 'avatar'), await photo('me.jpg', '#3060a0'));
  await page.getByLabel(translate(profileWords, 'nickname')).fill('New Shop');
  await page.getByRole('button', { name: translate(profileWords, 'save') }).click();
  const picture = page.getByRole('button', { name: 'Account of New Shop' }).locator('img');
  await picture.waitFor();
  await page.reload();
  await picture.waitFor();
  await expect.poll(() => page.evaluate('document.querySelector("header button img")?.naturalWidth')).toBe(256);
});

test('certified data stays on the screen, also for a shop certified by the platform, without accessibility violations', async () => {
  const { page, translate } = visitor;
  const openCertified = async (of: Visitor, photos: number): Promise<void> => {
    await openScreen(of, translate(certificationTitles, 'certification'));
    await of.page.getByRole('heading', { name: textOf('approved_title') }).waitFor();
    await expect.poll(() => of.page.getByRole('main').getByRole('img').count()).toBe(photos);
  };
  await openCertified(visitor, 2);
  expect(await barriersInAll(visitor, { where: 'certification' })).toEqual([]);
  await openScreen(visitor, translate(profileTitles, 'profile'));
  await page.getByLabel(translate(profileWords, 'nickname')).waitFor();
  expect(await barriersInAll(visitor, { where: 'profile' })).toEqual([]);

  // The shop's own screens are checked with all others, in 05.
  const shop = await openAs(demoShop);
  await openCertified(shop, 2);
  const main = shop.page.getByRole('main');
  for (const text of ['周海明', '330************031', '家居零售', 'https://shop.lantern.example', '线上销售灯具'])
    await main.getByText(text, { exact: true }).waitFor();
  for (const side of ['photo_front', 'photo_back'] as const) {
    const picture = main.getByRole('img', { name: textOf(side) });
    await expect
      .poll(() => picture.evaluate((img) => (img as unknown as { naturalWidth: number }).naturalWidth))
      .toBe(856);
  }
  expect(shop.faults()).toEqual([]);
  await shop.close();
});
