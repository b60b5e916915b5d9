/**
 * An owner invites an operator, who joins by the link, and whose power ends when the owner takes the role away. With two
 * owners the link waits for the second one.
 */
import { expect, test } from 'vitest';
import { DEMO_PASSWORD, demoOperator } from '#database/demo/people.ts';
import { hindranceWords } from '#features/approvals/hindrance-words.ts';
import { userTexts } from '#features/accounts/words.ts';
import { certificationQueueTitles } from '#features/certifications/operator-titles.ts';
import { operatorTitles } from '#features/operations/screen-titles.ts';
import { joinWords } from '#features/staff/join-words.ts';
import { roleWords } from '#features/staff/role-words.ts';
import { staffWords } from '#features/staff/screen-words.ts';
import { joinTexts } from '#features/staff/join-error-words.ts';
import { barriers } from './axe-for-tests.ts';
import { demoStage } from './demo-stage-for-tests.ts';
import { createOperator } from './operators-for-tests.ts';
import {
  type Account,
  accountButton,
  fillLogin,
  logIn,
  menuOf,
  openScreen,
  rowOf,
  type Visitor,
} from './visitor-for-tests.ts';

const stage = demoStage();
const owner: Account = { account: demoOperator, password: DEMO_PASSWORD };
const second: Account = { account: 'owner2', password: DEMO_PASSWORD };

async function openStaff(account: Account, how: { language: 'en' | 'zh'; width: number }): Promise<Visitor> {
  const visitor = await stage.visit(how);
  await logIn(visitor, stage.baseUrl, account);
  await openScreen(visitor, visitor.translate(staffWords, 'staff'));
  return visitor;
}

const dialogOf = ({ page }: Visitor) => page.getByRole('dialog').last();

/** Fills in why, and sends the open dialog. */
async function send(visitor: Visitor, act: string, why: string, reason: string): Promise<void> {
  const dialog = dialogOf(visitor);
  await dialog.getByLabel(why).fill(reason);
  await dialog.getByRole('button', { name: act, exact: true }).click();
}

/** Returns the link, which is shown once. */
async function inviteAs(visitor: Visitor, role: 'risk' | 'owner'): Promise<string> {
  const { page, translate } = visitor;
  await page.getByRole('button', { name: translate(staffWords, 'invite'), exact: true }).click();
  await dialogOf(visitor)
    .getByRole('checkbox', { name: translate(roleWords, `role_${role}`), exact: true })
    .check();
  expect(await barriers(visitor, { where: 'invite' })).toEqual([]);
  await send(visitor, translate(staffWords, 'make_link'), translate(staffWords, 'invite_reason'), 'Ana, risk desk');
  const link = dialogOf(visitor).locator('code');
  await link.waitFor();
  const href = await link.innerText();
  await page.getByRole('button', { name: translate(staffWords, 'done'), exact: true }).click();
  return `${stage.baseUrl}/${new URL(href).hash}`;
}

async function join({ page, translate }: Visitor, link: string, username: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel(translate(staffWords, 'username'), { exact: true }).fill(username);
  await page.getByLabel(translate(joinWords, 'join_password'), { exact: true }).fill(DEMO_PASSWORD);
  await page.getByLabel(translate(joinWords, 'join_repeat'), { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: translate(joinWords, 'join_act') }).click();
}

test('one owner: a link makes an operator with its role, and a role that is taken away ends what it allowed', async () => {
  const boss = await openStaff(owner, { language: 'en', width: 1440 });
  const { page, translate } = boss;
  expect(await barriers(boss, { where: 'people' })).toEqual([]);
  const link = await inviteAs(boss, 'risk');

  const ana = await stage.visit({ language: 'en', width: 1440 });
  await join(ana, link, 'ana');
  await ana.page.getByText(translate(joinWords, 'joined')).waitFor();
  expect(new URL(ana.page.url()).hash).toBe('#/login');
  const late = await stage.visit({ language: 'en', width: 1440 });
  await join(late, link, 'bob');
  await late.page.getByText(translate(joinTexts, 'join_link_over')).first().waitFor();
  await fillLogin(ana, { account: 'ana', password: DEMO_PASSWORD });
  await ana.page.getByRole('heading', { name: translate(operatorTitles, 'overview'), level: 1 }).waitFor();
  expect(
    await menuOf(ana)
      .getByRole('link', { name: translate(staffWords, 'staff') })
      .count(),
  ).toBe(0);
  await menuOf(ana)
    .getByRole('link', { name: translate(certificationQueueTitles, 'certifications') })
    .waitFor();

  await page.reload();
  await rowOf(boss, 'ana').click();
  await page.getByRole('button', { name: translate(staffWords, 'change_roles') }).click();
  await dialogOf(boss)
    .getByRole('checkbox', { name: translate(roleWords, 'role_risk'), exact: true })
    .uncheck();
  await send(boss, translate(staffWords, 'change_roles'), translate(staffWords, 'reason'), 'left the desk');
  await page.getByText(translate(staffWords, 'roles_changed')).waitFor();
  // The open stream of the newcomer's page ends with the session.
  await ana.page.getByRole('dialog').waitFor();
  await fillLogin(await freshLogin(ana), { account: 'ana', password: DEMO_PASSWORD });
  await accountButton(ana).waitFor();
  expect(
    await menuOf(ana)
      .getByRole('link', { name: translate(certificationQueueTitles, 'certifications') })
      .count(),
  ).toBe(0);

  await page.goto(`${stage.baseUrl}/#/operator/staff?part=roles&open=new`);
  await page.getByRole('checkbox', { name: 'Cards: Act' }).check();
  expect(await barriers(boss, { where: 'new role' })).toEqual([]);
  await page.getByRole('button', { name: translate(staffWords, 'save_role') }).click();
  await dialogOf(boss).getByLabel(translate(staffWords, 'role_name')).fill('Card desk');
  await send(boss, translate(staffWords, 'save_role'), translate(staffWords, 'reason'), 'cards only');
  await rowOf(boss, 'Card desk').waitFor();
  for (const each of [boss, ana, late]) {
    expect(each.faults()).toEqual([]);
    await each.close();
  }
});

/** At the login, with nothing of the session that ended. */
async function freshLogin(visitor: Visitor): Promise<Visitor> {
  await visitor.context.clearCookies({ name: 'Admin-Token' });
  await visitor.page.goto('about:blank');
  await visitor.page.goto(`${stage.baseUrl}/#/login`);
  return visitor;
}

test('two owners, on a phone in Chinese: the link works once the second one has confirmed, and who joined reads what they can’t confirm yet', async () => {
  await createOperator(stage, second);
  const how = { language: 'zh', width: 390 } as const;
  const boss = await openStaff(owner, how);
  const { translate } = boss;
  await boss.page.getByText(translate(staffWords, 'two_owners', { owners: 2 })).waitFor();
  const link = await inviteAs(boss, 'owner');
  const guest = await stage.visit(how);
  await join(guest, link, 'carla');
  await guest.page.getByText(translate(joinTexts, 'join_link_over')).first().waitFor();

  const other = await openStaff(second, how);
  await other.page.getByRole('radio', { name: translate(staffWords, 'part_proposals') }).click({ force: true });
  const row = rowOf(other, translate(staffWords, 'act_invite'));
  await row.getByRole('button', { expanded: false }).click();
  await other.page.getByRole('button', { name: translate(staffWords, 'confirm'), exact: true }).click();
  expect(await barriers(other, { where: 'confirm' })).toEqual([]);
  await send(other, translate(staffWords, 'confirm'), translate(staffWords, 'remark'), '');
  await other.page.getByText(translate(staffWords, 'no_proposals')).waitFor();

  await join(guest, link, demoOperator);
  await guest.page.getByText(translate(userTexts, 'username_taken')).first().waitFor();
  await join(guest, link, 'carla');
  await guest.page.getByText(translate(joinWords, 'joined')).waitFor();

  // The new owner reads why this one is not theirs to confirm, instead of a button that is refused.
  await inviteAs(boss, 'risk');
  await fillLogin(guest, { account: 'carla', password: DEMO_PASSWORD });
  await accountButton(guest).waitFor();
  await openScreen(guest, translate(staffWords, 'staff'));
  await guest.page.getByRole('radio', { name: translate(staffWords, 'part_proposals') }).click({ force: true });
  await rowOf(guest, translate(staffWords, 'act_invite')).getByRole('button', { expanded: false }).click();
  await guest.page.getByText(translate(hindranceWords, 'confirm_after_granting')).waitFor();
  await guest.page.getByRole('button', { name: translate(staffWords, 'reject'), exact: true }).waitFor();
  expect(await guest.page.getByRole('button', { name: translate(staffWords, 'confirm'), exact: true }).count()).toBe(0);
  expect(await barriers(guest, { where: 'hindered' })).toEqual([]);
  for (const each of [boss, guest, other]) {
    expect(each.faults()).toEqual([]);
    await each.close();
  }
});
