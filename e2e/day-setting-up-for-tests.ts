/** What operators do before the first payment: each as a person does it, in a browser. */
import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { operatorChannelWords } from '#features/operations/channel-words.ts';
import { operatorRoutingWords } from '#features/operations/routing-words.ts';
import { operatorTitles } from '#features/operations/screen-titles.ts';
import { settingWords } from '#features/operations/setting-words.ts';
import { operatorUpstreamWords } from '#features/operations/upstream-words.ts';
import { joinWords } from '#features/staff/join-words.ts';
import { roleWords } from '#features/staff/role-words.ts';
import { staffWords } from '#features/staff/screen-words.ts';
import { PASSWORD } from './day-people-for-tests.ts';
import { openScreen, type Visitor } from './visitor-for-tests.ts';

type SettingPhrase = Extract<keyof typeof settingWords, `name_${string}`>;

/** On the page of settings. `fill` fills in the form of this setting. */
export async function changeSetting(
  { page, translate }: Visitor,
  name: SettingPhrase,
  fill: (dialog: Locator) => Promise<void>,
  act: 'save' | 'propose' = 'save',
): Promise<void> {
  const title = translate(settingWords, 'change_of', { name: translate(settingWords, name) });
  await page.getByRole('button', { name: title, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: title, exact: true });
  await fill(dialog);
  await dialog.getByLabel(translate(settingWords, 'reason'), { exact: true }).fill('first day');
  await dialog.getByRole('button', { name: translate(settingWords, act), exact: true }).click();
  // What is wrong stays in it.
  await dialog.waitFor({ state: 'detached' });
}

/** A setting that is one text. */
export async function typeSetting(
  visitor: Visitor,
  name: SettingPhrase,
  value: string,
  act: 'save' | 'propose' = 'save',
): Promise<void> {
  await changeSetting(
    visitor,
    name,
    (dialog) => dialog.getByRole('textbox', { name: visitor.translate(settingWords, name), exact: true }).fill(value),
    act,
  );
}

/** Makes the first of next year a holiday. */
export async function addHoliday({ page, translate }: Visitor): Promise<void> {
  const t = (name: keyof typeof settingWords, values = {}) => translate(settingWords, name, values);
  await page.getByRole('radio', { name: t('part_holidays') }).click({ force: true });
  const year = String(new Date().getUTCFullYear() + 1);
  await page.getByLabel(t('year'), { exact: true }).selectOption(year);
  const adding = page.getByRole('group', { name: t('add_day') });
  await adding.getByLabel(t('day'), { exact: true }).fill(`${year}-01-01`);
  await adding.getByLabel(t('day_name'), { exact: true }).fill('New Year');
  await adding.getByRole('button', { name: t('add_day') }).click();
  await page.getByRole('button', { name: t('review_save') }).click();
  const dialog = page.getByRole('dialog', { name: t('holidays_of', { year }) });
  await dialog.getByLabel(t('reason'), { exact: true }).fill('first day');
  await dialog.getByRole('button', { name: t('save'), exact: true }).click();
  await page.getByText(t('calendar_saved')).waitFor();
}

type Role = 'finance' | 'risk' | 'support' | 'engineer';

/** Returns the link for the one who is invited. */
export async function invite(owner: Visitor, baseUrl: string, roles: readonly Role[]): Promise<string> {
  const { page, translate } = owner;
  const t = (name: keyof typeof staffWords) => translate(staffWords, name);
  await page.getByRole('button', { name: t('invite'), exact: true }).click();
  const dialog = page.getByRole('dialog').last();
  for (const role of roles)
    await dialog.getByRole('checkbox', { name: translate(roleWords, `role_${role}`), exact: true }).check();
  await dialog.getByLabel(t('invite_reason')).fill('starts today');
  await dialog.getByRole('button', { name: t('make_link'), exact: true }).click();
  const link = page.getByRole('dialog').last().locator('code');
  await link.waitFor();
  const { hash } = new URL(await link.innerText());
  await page.getByRole('button', { name: t('done'), exact: true }).click();
  return `${baseUrl}/${hash}`;
}

/** Joins by the link; the login page follows. */
export async function join({ page, translate }: Visitor, link: string, username: string): Promise<void> {
  await page.goto(link);
  await page.getByLabel(translate(staffWords, 'username'), { exact: true }).fill(username);
  await page.getByLabel(translate(joinWords, 'join_password'), { exact: true }).fill(PASSWORD);
  await page.getByLabel(translate(joinWords, 'join_repeat'), { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: translate(joinWords, 'join_act') }).click();
  await page.getByText(translate(joinWords, 'joined')).waitFor();
}

/** Adds an upstream, tests and opens it. `fill` fills in its connector's own settings. */
export async function openUpstream(
  visitor: Visitor,
  { name, connector }: { name: string; connector: string },
  fill: (field: (setting: string) => Locator) => Promise<void>,
): Promise<void> {
  const { page, translate } = visitor;
  const t = (phrase: keyof typeof operatorUpstreamWords, values = {}) =>
    translate(operatorUpstreamWords, phrase, values);
  await openScreen(visitor, translate(operatorTitles, 'upstreams'));
  await page.getByRole('button', { name: t('add'), exact: true }).click();
  const adding = page.getByRole('dialog', { name: t('add'), exact: true });
  await adding.getByLabel(t('name'), { exact: true }).fill(name);
  await adding.getByLabel(t('connector'), { exact: true }).selectOption(connector);
  await fill((setting) =>
    adding.getByLabel(t(`setting_${setting}` as keyof typeof operatorUpstreamWords), { exact: true }),
  );
  await adding.getByLabel(t('reason'), { exact: true }).fill('first day');
  await adding.getByRole('button', { name: t('add'), exact: true }).click();
  const drawer = page.getByRole('dialog').filter({ hasText: t('notify_url') });
  await drawer.getByRole('button', { name: t('test'), exact: true }).click();
  await page.getByText(/^It answered in/).waitFor();
  await drawer.getByRole('button', { name: t('resume'), exact: true }).click();
  const opening = page.getByRole('dialog', { name: t('resume_of', { name }) });
  await opening.getByLabel(t('reason'), { exact: true }).fill('tested');
  await opening.getByRole('button', { name: t('resume'), exact: true }).click();
  await drawer.getByRole('button', { name: t('pause'), exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
}

export async function addChannel(visitor: Visitor, { code, name }: { code: string; name: string }): Promise<void> {
  const { page, translate } = visitor;
  const t = (phrase: keyof typeof operatorChannelWords) => translate(operatorChannelWords, phrase);
  await openScreen(visitor, translate(operatorTitles, 'channels'));
  await page.getByRole('button', { name: t('add'), exact: true }).click();
  const adding = page.getByRole('dialog', { name: t('add'), exact: true });
  const fill = (label: keyof typeof operatorChannelWords, value: string) =>
    adding.getByLabel(t(label), { exact: true }).fill(value);
  await fill('code', code);
  for (const label of ['name_en', 'name_zh', 'name_es', 'name_th'] as const) await fill(label, name);
  await adding.getByLabel(t('recharge_label'), { exact: true }).selectOption({ label: t('yes') });
  await fill('least', '1');
  await fill('most', '5000');
  await fill('percent', '1.2');
  await fill('reason', 'first day');
  await adding.getByRole('button', { name: t('add'), exact: true }).click();
  const drawer = page.getByRole('dialog').filter({ hasText: t('affected') });
  await drawer.getByText(t('no_route')).waitFor();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
}

/** Opens the routes. */
export async function openRoutes({ page, translate }: Visitor, baseUrl: string): Promise<void> {
  await page.goto(`${baseUrl}/#/operator/upstreams?part=routes`);
  await page.getByRole('heading', { name: translate(operatorRoutingWords, 'payouts') }).waitFor();
}

/** Keeps the routes of a channel, or of payouts, in the draft: these upstreams, in this order. */
export async function draftRoutes(
  { page, translate }: Visitor,
  what: string,
  upstreams: readonly { name: string; cost?: string }[],
): Promise<void> {
  const t = (phrase: keyof typeof operatorRoutingWords, values = {}) => translate(operatorRoutingWords, phrase, values);
  const panel = page.locator('section').filter({ has: page.getByRole('heading', { name: what }) });
  await panel.getByRole('button', { name: t('edit'), exact: true }).click();
  const dialog = page.getByRole('dialog', { name: t('edit_of', { name: what }) });
  for (const [index, { name, cost }] of upstreams.entries()) {
    const route = dialog.getByRole('group', { name });
    await route.getByLabel(t('use'), { exact: true }).selectOption({ label: t('use_open') });
    await route.getByLabel(t('position'), { exact: true }).fill(String(index + 1));
    if (cost !== undefined) await route.getByLabel(t('cost_percent'), { exact: true }).fill(cost);
  }
  await dialog.getByRole('button', { name: t('save_draft'), exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

export async function publishRoutes({ page, translate }: Visitor, version: number): Promise<void> {
  const t = (phrase: keyof typeof operatorRoutingWords, values = {}) => translate(operatorRoutingWords, phrase, values);
  const draft = page.getByRole('region', { name: t('draft'), exact: true });
  await draft.getByRole('button', { name: t('publish'), exact: true }).click();
  const dialog = page.getByRole('dialog', { name: t('publish'), exact: true });
  await dialog.getByLabel(t('reason'), { exact: true }).fill('first day');
  await dialog.getByRole('button', { name: t('publish'), exact: true }).click();
  await page.getByText(t('version_now', { version: String(version) }), { exact: true }).waitFor();
  expect(await draft.count()).toBe(0);
}

/** A time zone in which it is about noon, so that no day ends meanwhile. */
export function zoneAtNoon(): string {
  const ahead = 12 - new Date().getUTCHours();
  return ahead === 0 ? 'Etc/GMT' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
}
