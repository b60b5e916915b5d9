/** A member adds, changes and removes bank cards for withdrawals, on desktop in English and on a phone in Thai. */
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { DEMO_PASSWORD, DEMO_PAY_PASSWORD } from '#database/demo/people.ts';
import { bankName } from '#features/cards/banks.ts';
import { beneficiaryTexts } from '#features/cards/beneficiary-words.ts';
import { cardTitles } from '#features/cards/screen-titles.ts';
import { cardScreenWords } from '#features/cards/screen-words.ts';
import { accountTitles } from '#features/accounts/account-titles.ts';
import type { Language } from '#foundation/core/words.ts';
import { barriers, setAppearance } from './axe-for-tests.ts';
import { demoStage } from './demo-stage-for-tests.ts';
import { openScreen, rowOf, unfold, type Visitor } from './visitor-for-tests.ts';

const stage = demoStage();

test.each<[Language, number]>([
  ['en', 1440],
  ['th', 390],
])(
  'cards in %s at %i px: a wrong digit is reported, then a card is added, changed and removed',
  async (language, width) => {
    const agent = { account: 'demo_agent', password: DEMO_PASSWORD };
    const visitor = await stage.visit({ language, width, storageState: await stage.loggedIn(agent) });
    const { page } = visitor;
    const translate = (name: keyof typeof cardScreenWords, values?: Record<string, string>): string =>
      visitor.translate(cardScreenWords, name, values);
    await page.goto(stage.baseUrl);
    await openScreen(visitor, visitor.translate(cardTitles, 'cards'));
    await page.getByText(translate('empty_title'), { exact: true }).waitFor();

    await page.getByRole('button', { name: translate('add') }).click();
    const adding = page.getByRole('dialog', { name: translate('add') });
    await adding.getByLabel(translate('holder')).fill('张三');
    await adding.getByRole('combobox', { name: translate('bank') }).fill('工行');
    await page.getByRole('option', { name: bankName('ICBC', language) }).click();
    await adding.getByLabel(translate('card_number')).fill('6222 0210 0111 6245 703');
    await enterPayPassword(visitor, adding);
    await adding.getByRole('button', { name: translate('add') }).click();
    await adding.getByText(visitor.translate(beneficiaryTexts, 'card_number_check')).waitFor();
    expect(await barriers(visitor, { where: `the form of a card, ${width} px` })).toEqual([]);
    await adding.getByLabel(translate('card_number')).fill('6222 0210 0111 6245 702');
    await adding.getByRole('button', { name: translate('add') }).click();
    await adding.waitFor({ state: 'detached' });
    const row = rowOf(visitor, '622202****5702');
    await row.getByText('张三', { exact: true }).waitFor();
    expect(await barriers(visitor, { where: `the list of cards, ${width} px` })).toEqual([]);

    await unfold(visitor, row);
    await page.getByRole('button', { name: translate('edit_card', { card: '622202****5702' }) }).click();
    const editing = page.getByRole('dialog', { name: translate('edit_title') });
    await editing.getByLabel(translate('holder')).fill('张三丰');
    await enterPayPassword(visitor, editing);
    await editing.getByRole('button', { name: translate('save') }).click();
    await editing.waitFor({ state: 'detached' });
    await row.getByText('张三丰', { exact: true }).waitFor();

    await unfold(visitor, row);
    await page.getByRole('button', { name: translate('remove_card', { card: '622202****5702' }) }).click();
    const removing = page.getByRole('dialog', { name: translate('remove_title') });
    await enterPayPassword(visitor, removing);
    // The filled red button is readable.
    for (const dark of [true, false]) {
      await setAppearance(visitor, width, dark);
      expect(await barriers(visitor, { where: 'removing a card', within: '[role=dialog]', colours: true })).toEqual([]);
    }
    await removing.getByRole('button', { name: translate('remove'), exact: true }).click();
    await page.getByText(translate('empty_title'), { exact: true }).waitFor();
    expect(visitor.faults()).toEqual([]);
    await visitor.close();
  },
);

async function enterPayPassword({ translate }: Visitor, dialog: Locator): Promise<void> {
  await dialog.getByLabel(translate(accountTitles, 'pay_password'), { exact: true }).fill(DEMO_PAY_PASSWORD);
}
