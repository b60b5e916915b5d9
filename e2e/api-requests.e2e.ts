/** A developer looks up why requests were refused: on a desktop in English, on a phone in Chinese. */
import { expect, test } from 'vitest';
import { logScreenWords } from '#features/gateway/log-screen-words.ts';
import { signingMistakeTexts } from '#features/gateway/signing-mistake-words.ts';
import type { Language } from '#foundation/core/words.ts';
import { barriers } from './axe-for-tests.ts';
import { shopStage } from './demo-stage-for-tests.ts';
import { frameWords, rowOf } from './visitor-for-tests.ts';

const stage = shopStage();

test.each<[Language, number]>([
  ['en', 1440],
  ['zh', 390],
])(
  'in %s at %i px: an error of the day leads to its requests, and one of them to its cause',
  async (language, width) => {
    await stage.shop.client('HMAC-SHA256').balance();
    const visitor = await stage.visit({ language, width, storageState: await stage.loggedIn() });
    const { page } = visitor;
    const translate = (name: keyof typeof logScreenWords, values?: Record<string, string>): string =>
      visitor.translate(logScreenWords, name, values);
    await page.goto(`${stage.baseUrl}/#/channel/api?tab=requests`);
    await page.getByRole('heading', { name: translate('errors') }).waitFor();
    await rowOf(visitor, '/balance').first().waitFor();
    expect(await barriers(visitor, { where: `the requests, ${width} px` })).toEqual([]);

    await page.getByRole('button', { name: /bad_signature.*\/balance|\/balance.*bad_signature/ }).click();
    await page.waitForURL(/result=bad_signature/);
    // Until the list is filtered, its first request of the balance is the one that was served.
    await page
      .getByRole(visitor.narrow ? 'list' : 'region', { name: translate('requests'), exact: true })
      .getByRole(visitor.narrow ? 'listitem' : 'row')
      .filter({ hasText: '/balance' })
      .filter({ hasNotText: 'bad_signature' })
      .first()
      .waitFor({ state: 'detached' });
    await page.getByText('bad_signature', { exact: true }).nth(1).waitFor();
    await page
      .getByRole('button', { name: visitor.translate(frameWords, 'open_row', { row: '/balance' }), exact: true })
      .first()
      .click();
    const drawer = page.getByRole('dialog', { name: translate('request') });
    await drawer.getByText(visitor.translate(signingMistakeTexts, 'key_with_newline')).waitFor();
    await drawer.getByLabel(translate('signed_text')).first().waitFor();
    expect(await barriers(visitor, { where: `one request, ${width} px` })).toEqual([]);
    expect(visitor.faults()).toEqual([]);
    await visitor.close();
  },
);
