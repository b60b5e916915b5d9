/**
 * A new account's whole setup: registration, avatar, payment password, phone, authenticator and certification. Then it
 * is entered from a second browser, which the first is notified of and signed out by; and with a recovery code.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateSync } from 'otplib';
import { expect, test } from 'vitest';
import { auditActions } from '#features/audit-actions.ts';
import { logTitles } from '#features/audit/log-titles.ts';
import { exportScreenWords } from '#features/exports/screen-words.ts';
import { factorScreenWords } from '#features/factors/screen-words.ts';
import { noticeScreenWords } from '#features/notices/screen-words.ts';
import { noticeTexts } from '#features/notice-kinds.ts';
import { profileTitles } from '#features/profiles/screen-titles.ts';
import { profileWords } from '#features/profiles/screen-words.ts';
import { accountTitles } from '#features/accounts/account-titles.ts';
import { accountWords } from '#features/accounts/account-words.ts';
import { logWords } from '#features/sessions/screen-words.ts';
import { userScreenWords } from '#features/accounts/screen-words.ts';
import { userTexts } from '#features/accounts/words.ts';
import type { Language } from '#foundation/core/words.ts';
import { certify, uploadPicture } from './certify-for-tests.ts';
import { inApp } from './app-for-tests.ts';
import { demoStage } from './demo-stage-for-tests.ts';
import {
  accountButton,
  fillLogin,
  frameWords,
  openScreen,
  openTools,
  rowOf,
  unfold,
  type Visitor,
} from './visitor-for-tests.ts';

const stage = demoStage();
const LOGIN_PASSWORD = 'Fresh1234';

interface Newcomer {
  username: string;
  /** The number of the registration, and the one bound in its place. */
  mobile: string;
  newMobile: string;
  idNumber: string;
}

test.each<{ language: Language; width: number; newcomer: Newcomer }>([
  {
    language: 'en',
    width: 1440,
    newcomer: {
      username: 'journey_en',
      mobile: '13911110001',
      newMobile: '13911110002',
      idNumber: '11010519491231002X',
    },
  },
  {
    language: 'th',
    width: 390,
    newcomer: {
      username: 'journey_th',
      mobile: '13911110003',
      newMobile: '13911110004',
      idNumber: '110101199003076632',
    },
  },
])(
  'an account is registered, set up, certified, entered from another browser and taken back ($language, $width px)',
  async ({ language, width, newcomer }) => {
    const first = await stage.visit({ language, width });
    await register(first, newcomer);
    await setAvatar(first);
    await setPayPassword(first, newcomer);
    await changePhone(first, newcomer);
    const { secret, recoveryCodes } = await bindAuthenticator(first, newcomer);
    await certify(stage, first, newcomer.idNumber);

    const second = await stage.visit({ language, width });
    // The time step that bound the app is used up; the server also accepts the next one.
    await logInWithCode(
      second,
      newcomer,
      generateSync({ strategy: 'totp', secret, epoch: Math.floor(Date.now() / 1000) + 30 }),
    );
    await accountButton(second).waitFor();
    await expectNewDeviceNotice(first);
    await exportLog(second);
    await signOutOtherSession(second);
    await confirmSignedOut(first);

    await logInWithCode(first, newcomer, recoveryCodes[0] ?? '');
    await accountButton(first).waitFor();
    const third = await stage.visit({ language, width });
    await logInWithCode(third, newcomer, recoveryCodes[0] ?? '');
    await third.page.getByText(third.translate(userTexts, 'second_step_wrong')).first().waitFor();
    for (const visitor of [first, second, third]) {
      expect(visitor.faults()).toEqual([]);
      await visitor.close();
    }
  },
);

async function register({ page, translate }: Visitor, { username, mobile }: Newcomer): Promise<void> {
  const fill = (name: keyof typeof userScreenWords, value: string) =>
    page.getByLabel(translate(userScreenWords, name), { exact: true }).fill(value);
  await page.goto(`${stage.baseUrl}/#/register`);
  await fill('username', username);
  await fill('mobile', mobile);
  await page.getByRole('button', { name: translate(userScreenWords, 'send_code') }).click();
  await page.getByText(translate(userScreenWords, 'code_sent', { mobile })).waitFor();
  await fill('sms_code', await codeFor(mobile, 'register'));
  await fill('password', LOGIN_PASSWORD);
  await fill('confirm_password', LOGIN_PASSWORD);
  await page.getByRole('button', { name: translate(userScreenWords, 'register'), exact: true }).click();
  await page.waitForURL((url) => url.hash === '#/dashboard');
}

async function setAvatar(visitor: Visitor): Promise<void> {
  const { page, translate } = visitor;
  await openScreen(visitor, translate(profileTitles, 'profile'));
  await uploadPicture(visitor, translate(profileWords, 'avatar'), '#3060a0');
  await page.getByLabel(translate(profileWords, 'nickname')).fill('Morning Tea');
  await page.getByRole('button', { name: translate(profileWords, 'save') }).click();
  await page.getByText(translate(profileWords, 'saved')).waitFor();
  await accountButton(visitor).locator('img').waitFor();
}

/** The registration's number is bound, so its code is required too. */
async function setPayPassword(visitor: Visitor, { mobile }: Newcomer): Promise<void> {
  const { page, translate } = visitor;
  const fill = (name: keyof typeof accountWords, value: string) =>
    page.getByLabel(translate(accountWords, name), { exact: true }).fill(value);
  await openScreen(visitor, translate(accountTitles, 'pay_password'));
  await fill('login_password', LOGIN_PASSWORD);
  await fill('new_pay_password', '135790');
  await fill('repeat_pay_password', '135790');
  await takeCode(visitor, mobile, 'verify');
  await page.getByRole('button', { name: translate(accountWords, 'set_pay_password'), exact: true }).click();
  await page.getByText(translate(accountWords, 'pay_password_set')).waitFor();
}

async function changePhone(visitor: Visitor, { mobile, newMobile }: Newcomer): Promise<void> {
  const { page, translate } = visitor;
  await openScreen(visitor, translate(accountTitles, 'bind_phone'));
  await takeCode(visitor, mobile, 'clearmobilebind');
  await page.getByRole('button', { name: translate(accountWords, 'clear_phone'), exact: true }).click();
  await page.getByLabel(translate(accountWords, 'mobile'), { exact: true }).fill(newMobile);
  await takeCode(visitor, newMobile, 'bindphone');
  await page.getByRole('button', { name: translate(accountWords, 'bind_phone'), exact: true }).click();
  await page.getByText(translate(accountWords, 'phone_is_bound')).waitFor();
}

async function bindAuthenticator(
  visitor: Visitor,
  { newMobile }: Newcomer,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { page, translate } = visitor;
  await openScreen(visitor, translate(accountTitles, 'bind_google'));
  const secret = ((await page.locator('main code').textContent()) ?? '').replaceAll(' ', '');
  await takeCode(visitor, newMobile, 'verify');
  await page
    .getByLabel(translate(factorScreenWords, 'google_code'), { exact: true })
    .fill(generateSync({ strategy: 'totp', secret }));
  await page.getByRole('button', { name: translate(accountWords, 'bind_google'), exact: true }).click();
  const codes = page.getByRole('list', { name: translate(factorScreenWords, 'recovery_codes') }).getByRole('listitem');
  await codes.first().waitFor();
  const recoveryCodes = await codes.allTextContents();
  expect(recoveryCodes).toHaveLength(10);
  await page.getByRole('button', { name: translate(factorScreenWords, 'recovery_kept') }).click();
  await page.getByText(translate(accountWords, 'google_is_bound')).waitFor();
  return { secret, recoveryCodes };
}

/** Logs in with the password and then a code. */
async function logInWithCode(visitor: Visitor, { username }: Newcomer, code: string): Promise<void> {
  const { page, translate } = visitor;
  await page.goto(stage.baseUrl);
  await fillLogin(visitor, { account: username, password: LOGIN_PASSWORD });
  await page.getByLabel(translate(userScreenWords, 'second_step_code'), { exact: true }).fill(code);
  await page.getByRole('button', { name: translate(userScreenWords, 'confirm'), exact: true }).click();
}

/** The bell shows the notice without a reload. */
async function expectNewDeviceNotice({ page, translate }: Visitor): Promise<void> {
  const bell = translate(noticeScreenWords, 'notices');
  await page.getByRole('banner').getByRole('button', { name: bell }).click();
  const [prefix = ''] = translate(noticeTexts, 'new_device', { device: '\n', ip: '\n' }).split('\n');
  await page.getByText(prefix.trim()).first().waitFor();
  await page.keyboard.press('Escape');
}

/** Downloads the log; its first row is the login that has just happened. */
async function exportLog(visitor: Visitor): Promise<void> {
  const { page, translate } = visitor;
  await openScreen(visitor, translate(logTitles, 'operation_log'));
  await openTools(visitor);
  await page.getByRole('button', { name: translate(exportScreenWords, 'export'), exact: true }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: translate(exportScreenWords, 'export_csv') }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^operation-log_until-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n');
  expect(lines[1]).toContain(`,${translate(auditActions, 'login')},,127.0.0.1,`);
}

async function signOutOtherSession(visitor: Visitor): Promise<void> {
  const { page, translate } = visitor;
  await page.getByRole('radio', { name: translate(logWords, 'sessions') }).click({ force: true });
  const others = rowOf(visitor, /127\.0\.0\.1/).filter({ hasNotText: translate(logWords, 'this_session') });
  await unfold(visitor, others.first());
  const other = others.getByRole('button', { name: translate(logWords, 'sign_out') });
  await other.first().click();
  const dialog = page.getByRole('dialog', { name: translate(logWords, 'sign_out_title') });
  await dialog.getByRole('button', { name: translate(logWords, 'sign_out'), exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => other.count()).toBe(0);
}

/** The page reports by itself that it is signed out. */
async function confirmSignedOut({ page, translate }: Visitor): Promise<void> {
  const dialog = page.getByRole('dialog', { name: translate(frameWords, 'logged_out_title') });
  await dialog.getByRole('button', { name: translate(frameWords, 'log_in_again') }).click();
  await page.waitForURL((url) => url.hash.startsWith('#/login'));
}

/** Requests a code for the number and types it. */
async function takeCode({ page, translate }: Visitor, mobile: string, event: string): Promise<void> {
  await allowNextCode();
  const field = page.getByLabel(translate(userScreenWords, 'sms_code'), { exact: true });
  await page.getByRole('button', { name: translate(userScreenWords, 'send_code') }).click();
  await expect.poll(() => codeFor(mobile, event)).not.toBe('');
  await field.fill(await codeFor(mobile, event));
}

/** A number can get one code a minute; this ends the minute at once. */
async function allowNextCode(): Promise<void> {
  await inApp(stage.server, ({ rows }) => rows("delete from attempt_windows where scope = 'sms_number_resend'"));
}

/** The newest code sent to this number for this purpose; empty if there is none. */
async function codeFor(mobile: string, event: string): Promise<string> {
  const messages = (await readFile(join(stage.server.dataDir, 'outbox.jsonl'), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { to: string; event: string; code: string });
  return messages.findLast((message) => message.to === mobile && message.event === event)?.code ?? '';
}
