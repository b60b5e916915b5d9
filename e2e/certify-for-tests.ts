/** Helpers for certification in journeys, and for the operator who decides it. */
import sharp from 'sharp';
import { expect } from 'vitest';
import { DEMO_PASSWORD, demoOperator } from '#database/demo/people.ts';
import { certificationTitles } from '#features/certifications/screen-titles.ts';
import { certificationWords } from '#features/certifications/screen-words.ts';
import { fileScreenWords } from '#features/files/screen-words.ts';
import type { Stage } from './demo-stage-for-tests.ts';
import { type Account, openScreen, type Visitor } from './visitor-for-tests.ts';

type Answer = { code: number; msg: string; data?: { id: string; list: { id: string; name: string }[] } };

const CERTIFIED_NAME = '张三Acme';

const operatorOfDemo: Account = { account: demoOperator, password: DEMO_PASSWORD };

/** Makes operator calls with a logged-in browser session. */
export async function asOperator(
  stage: Stage,
  work: (asOperatorCall: (path: string, data: object) => Promise<Answer>) => Promise<void>,
  account: Account = operatorOfDemo,
): Promise<void> {
  const context = await stage.browser.newContext({ storageState: await stage.loggedIn(account) });
  const token = (await context.cookies()).find(({ name }) => name === 'Admin-Token')?.value ?? '';
  await work(async (path, data) =>
    (await context.request.post(`${stage.baseUrl}/api${path}`, { data, headers: { 'X-Token': token } })).json(),
  );
  await context.close();
}

/** Uploads a picture of one colour into the field with this label. */
export async function uploadPicture({ page, translate }: Visitor, label: string, background: string): Promise<void> {
  const buffer = await sharp({ create: { width: 400, height: 300, channels: 3, background } })
    .png()
    .toBuffer();
  const field = page.getByRole('group', { name: label, exact: true });
  await field.locator('input[type=file]').setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer });
  await field.getByText(translate(fileScreenWords, 'uploaded')).waitFor();
}

/** Fills in and sends the visitor's certification. */
export async function sendCertification(visitor: Visitor, idNumber: string): Promise<void> {
  const { page, translate } = visitor;
  const textOf = (name: keyof typeof certificationWords) => translate(certificationWords, name);
  await openScreen(visitor, translate(certificationTitles, 'certification'));
  await page.getByLabel(textOf('name'), { exact: true }).fill(CERTIFIED_NAME);
  await page.getByLabel(textOf('id_number')).fill(idNumber);
  await page.getByLabel(textOf('industry')).fill('Retail');
  await uploadPicture(visitor, textOf('photo_front'), '#7a8fa6');
  await uploadPicture(visitor, textOf('photo_back'), '#a67a8f');
  await page.getByRole('button', { name: textOf('submit') }).click();
  await page.getByRole('heading', { name: textOf('pending_title') }).waitFor();
}

/** Certifies the visitor and waits for the approval. No other certification of the same name must be pending. */
export async function certify(stage: Stage, visitor: Visitor, idNumber: string): Promise<void> {
  const { page, translate } = visitor;
  await sendCertification(visitor, idNumber);
  await asOperator(stage, async (asOperatorCall) => {
    const { data } = await asOperatorCall('/operator/certification/list', { status: 'pending' });
    const waiting = data?.list.flatMap(({ id, name }) => (name === CERTIFIED_NAME ? [id] : [])) ?? [];
    expect(waiting).toHaveLength(1);
    expect(
      await asOperatorCall('/operator/certification/decide', { id: waiting[0], status: 'approved', reviewRemark: '' }),
    ).toMatchObject({ code: 1 });
  });
  await page.reload();
  await page.getByRole('heading', { name: translate(certificationWords, 'approved_title') }).waitFor();
}
