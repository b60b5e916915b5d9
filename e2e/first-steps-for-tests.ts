/** What a member sets up before its first withdrawal. */
import { DEMO_PAY_PASSWORD } from '#database/demo/people.ts';
import { accountTitles } from '#features/accounts/account-titles.ts';
import { accountWords } from '#features/accounts/account-words.ts';
import { bankName } from '#features/cards/banks.ts';
import { cardTitles } from '#features/cards/screen-titles.ts';
import { cardScreenWords } from '#features/cards/screen-words.ts';
import { maskAccount } from '#features/cards/beneficiary.ts';
import { openScreen, rowOf, type Visitor } from './visitor-for-tests.ts';

/** Of an account without a second step. */
export async function setPayPassword(visitor: Visitor, loginPassword: string): Promise<void> {
  const { page, translate } = visitor;
  const fill = (name: keyof typeof accountWords, value: string) =>
    page.getByLabel(translate(accountWords, name), { exact: true }).fill(value);
  await openScreen(visitor, translate(accountTitles, 'pay_password'));
  await fill('login_password', loginPassword);
  await fill('new_pay_password', DEMO_PAY_PASSWORD);
  await fill('repeat_pay_password', DEMO_PAY_PASSWORD);
  await page.getByRole('button', { name: translate(accountWords, 'set_pay_password'), exact: true }).click();
  await page.getByText(translate(accountWords, 'pay_password_set')).waitFor();
}

/** Adds the first card, at ICBC. */
export async function addCard(visitor: Visitor, number: string): Promise<void> {
  const { page, translate, language } = visitor;
  const textOf = (name: keyof typeof cardScreenWords): string => translate(cardScreenWords, name);
  await openScreen(visitor, translate(cardTitles, 'cards'));
  await page.getByText(textOf('empty_title'), { exact: true }).waitFor();
  await page.getByRole('button', { name: textOf('add') }).click();
  const adding = page.getByRole('dialog', { name: textOf('add') });
  await adding.getByLabel(textOf('holder')).fill('张三');
  await adding.getByRole('combobox', { name: textOf('bank') }).fill('ICBC');
  await page.getByRole('option', { name: bankName('ICBC', language) }).click();
  await adding.getByLabel(textOf('card_number')).fill(number);
  await adding.getByLabel(translate(accountTitles, 'pay_password'), { exact: true }).fill(DEMO_PAY_PASSWORD);
  await adding.getByRole('button', { name: textOf('add') }).click();
  await adding.waitFor({ state: 'detached' });
  await rowOf(visitor, maskAccount(number.replaceAll(' ', ''))).waitFor();
}
