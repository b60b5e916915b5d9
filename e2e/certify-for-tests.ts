/** Certification as journeys pass through it, and the operator who decides about it. */
import sharp from 'sharp';
import { expect } from 'vitest';
import { DEMO_PASSWORD, demoOperator } from '#database/demo/people.ts';
import { certificationTitles } from '#features/certifications/screen-titles.ts';
import { certificationWords } from '#features/certifications/screen-words.ts';
import { fileScreenWords } from '#features/files/screen-words.ts';
import type { Stage } from './stage-for-tests.ts';
import { type Account, openScreen, type Visitor } from './visitor-for-tests.ts';

type Answer = { code: number; data?: { id: string; list: { id: string }[] } };

const operatorOfDemo: Account = { account: demoOperator, password: DEMO_PASSWORD };

/** Asks operators' calls, with a browser's own session. */
export async function asOperator(
  stage: Stage,
  work: (ask: (path: string, data: object) => Promise<Answer>) => Promise<void>,
  account: Account = operatorOfDemo,
): Promise<void> {
  const context = await stage.browser.newContext({ storageState: await stage.loggedIn(account) });
  const token = (await context.cookies()).find(({ name }) => name === 'Admin-Token')?.value ?? '';
  await work(async (path, data) =>
    (await context.request.post(`${stage.baseUrl}/api${path}`, { data, headers: { 'X-Token': token } })).json(),
  );
  await context.close();
}

/** A picture of one colour, into the field of that name. */
export async function uploadPicture({ page, say }: Visitor, label: string, background: string): Promise<void> {
  const buffer = await sharp({ create: { width: 400, height: 300, channels: 3, background } })
    .png()
    .toBuffer();
  const field = page.getByRole('group', { name: label, exact: true });
  await field.locator('input[type=file]').setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer });
  await field.getByText(say(fileScreenWords, 'uploaded')).waitFor();
}

/** Fills the form, is approved, and sees it. Nobody else's certification may be waiting. */
export async function certify(stage: Stage, visitor: Visitor, idNumber: string): Promise<void> {
  const { page, say } = visitor;
  const said = (name: keyof typeof certificationWords) => say(certificationWords, name);
  await openScreen(visitor, say(certificationTitles, 'certification'));
  await page.getByLabel(said('name'), { exact: true }).fill('张三Acme');
  await page.getByLabel(said('id_number')).fill(idNumber);
  await page.getByLabel(said('industry')).fill('Retail');
  await uploadPicture(visitor, said('photo_front'), '#7a8fa6');
  await uploadPicture(visitor, said('photo_back'), '#a67a8f');
  await page.getByRole('button', { name: said('submit') }).click();
  await page.getByRole('heading', { name: said('pending_title') }).waitFor();
  await asOperator(stage, async (ask) => {
    const { data } = await ask('/operator/certification/list', { status: 'pending' });
    const waiting = data?.list.map(({ id }) => id) ?? [];
    expect(waiting).toHaveLength(1);
    expect(
      await ask('/operator/certification/decide', { id: waiting[0], status: 'approved', reviewRemark: '' }),
    ).toMatchObject({ code: 1 });
  });
  await page.reload();
  await page.getByRole('heading', { name: said('approved_title') }).waitFor();
}
