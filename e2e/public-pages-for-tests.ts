/** Visits the pages that no menu links to: those before the login, and those reached from other pages or by mistake. */
import { generateSync } from 'otplib';
import { expect } from 'vitest';
import { DEMO_PASSWORD } from '#database/demo/people.ts';
import { batchTitles } from '#features/batches/screen-titles.ts';
import { resetTitles } from '#features/accounts/reset-titles.ts';
import { userScreenWords } from '#features/accounts/screen-words.ts';
import { joinWords } from '#features/staff/join-words.ts';
import { inApp, setPlatform } from './app-for-tests.ts';
import { untilIdle } from './idle-for-tests.ts';
import { demoShopNo, type Stage } from './demo-stage-for-tests.ts';
import { type Account, fillLogin, frameWords, type Visitor } from './visitor-for-tests.ts';

/** A user whose login takes two steps after `bindAuthenticator`. */
export const guarded: Account = { account: 'demo_agent2', password: DEMO_PASSWORD };

export type Look = (where: string) => Promise<void>;

/** Uses the calls that the screen makes; call it once per stage. */
export async function bindAuthenticator(stage: Pick<Stage, 'browser' | 'baseUrl' | 'loggedIn'>): Promise<void> {
  const context = await stage.browser.newContext({ storageState: await stage.loggedIn(guarded) });
  const token = (await context.cookies()).find(({ name }) => name === 'Admin-Token')?.value ?? '';
  const request = async (path: string, data: object): Promise<{ code: number; data?: { secret: string } }> =>
    (await context.request.post(`${stage.baseUrl}/api${path}`, { data, headers: { 'X-Token': token } })).json();
  const secret = (await request('/user/getGoogleQrcode', {})).data?.secret ?? '';
  expect(
    await request('/user/bindGoogleQrcode', { secret, code: generateSync({ strategy: 'totp', secret }) }),
  ).toMatchObject({ code: 1 });
  await context.close();
}

/** Visits every page before the login; ends at the empty login. Call `bindAuthenticator` first. */
export async function visitPublicPages(
  visitor: Visitor,
  { baseUrl }: Stage,
  look: Look = async () => undefined,
): Promise<void> {
  const { page, translate } = visitor;
  const openAndLook = async (path: string, title: string): Promise<void> => {
    await page.goto(`${baseUrl}/#${path}`);
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    await untilIdle(page);
    await look(path);
  };
  await openAndLook('/register', translate(userScreenWords, 'register_title'));
  await openAndLook('/reset-password', translate(resetTitles, 'reset_title'));
  await openAndLook(`/reset-password?token=${'x'.repeat(43)}`, translate(resetTitles, 'reset_title'));
  await openAndLook('/join', translate(joinWords, 'join_heading'));
  await openAndLook(`/join?token=${'x'.repeat(43)}`, translate(joinWords, 'join_heading'));
  // Redirects by itself.
  await page.goto(`${baseUrl}/#/auth-redirect?redirect=%2Fmoneylog`);
  await page.waitForURL((url) => url.hash === '#/login?redirect=%2Fmoneylog');
  await openAndLook('/login', translate(userScreenWords, 'login_title', { name: 'Countinghouse' }));
  await fillLogin(visitor, guarded);
  await page.getByRole('heading', { name: translate(userScreenWords, 'second_step_title'), level: 1 }).waitFor();
  await page.getByLabel(translate(userScreenWords, 'second_step_code'), { exact: true }).waitFor();
  await untilIdle(page);
  await look('second step');
  await page.getByRole('button', { name: translate(userScreenWords, 'other_account') }).click();
  await page.getByLabel(translate(userScreenWords, 'account')).waitFor();
}

/**
 * The page goes to the login after two seconds. This prevents that on pages opened from now on, so that the page can be
 * checked.
 */
export async function stayAtClosedRegistration({ page }: Pick<Visitor, 'page'>): Promise<void> {
  await page.addInitScript(
    `const set = setTimeout; globalThis.setTimeout = (work, ms, ...more) => (ms === 2000 ? 0 : set(work, ms, ...more));`,
  );
}

/** Closes registration meanwhile; each visitor is at the registration page, at rest. */
export async function withRegistrationClosed(
  stage: Stage,
  visitors: readonly Visitor[],
  look: (visitor: Visitor) => Promise<void>,
): Promise<void> {
  await setPlatform(stage.server, { registrationOpen: false });
  try {
    for (const visitor of visitors) {
      await stayAtClosedRegistration(visitor);
      await visitor.page.goto('about:blank');
      await visitor.page.goto(`${stage.baseUrl}/#/register`);
      await visitor.page
        .getByRole('heading', { name: visitor.translate(userScreenWords, 'closed_title'), level: 1 })
        .waitFor();
      await untilIdle(visitor.page);
      await look(visitor);
    }
  } finally {
    await setPlatform(stage.server, { registrationOpen: true });
  }
}

/** Visits the pages behind the login, as the demo's shop, logged in. */
export async function visitPagesOutsideMenu(
  { page, translate }: Visitor,
  { baseUrl, server }: Stage,
  look: Look = async () => undefined,
): Promise<void> {
  const batchNo = await inApp(server, async ({ rows }) => {
    const [batch] = await rows<{ no: bigint }>(
      'select batch_no as no from batches where member_no = $1 order by batch_no desc limit 1',
      [demoShopNo],
    );
    if (!batch) throw new Error('the demo has no batch');
    return batch.no;
  });
  for (const [path, title] of [
    ['/404', translate(frameWords, 'not_found_title')],
    ['/401', translate(frameWords, 'not_allowed_title')],
    [`/repay/batch?no=${batchNo}`, translate(batchTitles, 'batch')],
  ] as const) {
    await page.goto(`${baseUrl}/#${path}`);
    await page.getByRole('heading', { name: title, exact: true, level: 1 }).waitFor();
    if (path.includes('?')) await page.getByRole('main').getByText('刘洋').first().waitFor();
    await untilIdle(page);
    await look(path);
  }
}
