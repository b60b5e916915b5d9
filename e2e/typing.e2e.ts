/**
 * Pasted and composed input in a real browser: pasted codes are read whole, searches are normalised, and text being
 * composed in an input method is not searched or submitted.
 */
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { demoStage } from './demo-stage-for-tests.ts';
import { rowOf, type Visitor } from './visitor-for-tests.ts';

const stage = demoStage();

let visitor: Visitor;
beforeEach(async () => {
  visitor = await stage.visit({ storageState: await stage.loggedIn() });
  await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: stage.baseUrl });
});
afterEach(async () => {
  const faults = visitor.faults();
  await visitor.close();
  expect(faults).toEqual([]);
});

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  await page.keyboard.press('Control+V');
}

test.each(['123 456', '123-456', '１２３４５６', '123456\u200b', '\u202d123 456\u202c'])(
  '%j pasted into a six-digit field gives all six digits',
  async (pasted) => {
    const { page } = visitor;
    await page.goto(`${stage.baseUrl}/#/user/paypassword`);
    for (const label of ['New payment password', 'Repeat new payment password']) {
      const field = page.getByLabel(label, { exact: true });
      await field.focus();
      await paste(page, pasted);
      expect(await field.inputValue()).toBe('123456');
    }
  },
);

test('a number pasted with spaces and marks finds its order, and an impossible one is rejected at the field', async () => {
  const { page } = visitor;
  await page.goto(`${stage.baseUrl}/#/order/list`);
  await rowOf(visitor, /LM0/).first().waitFor();
  const [orderNo = ''] = /LM\d+/.exec(await rowOf(visitor, /LM0/).first().innerText()) ?? [];
  const box = page.getByRole('searchbox');
  await box.focus();
  await paste(page, `\u202d${orderNo.slice(0, 4)} ${orderNo.slice(4)}\u202c`);
  await page.getByText(/^1 order$/).waitFor();
  await rowOf(visitor, orderNo).waitFor();

  await box.fill('订单#1');
  await page.getByText('The search wasn’t run').waitFor();
  expect(await box.getAttribute('aria-invalid')).toBe('true');
  expect(await page.locator(`#${await box.getAttribute('aria-describedby')}`).innerText()).toMatch(/letters, digits/);
  await page.getByRole('button', { name: 'Reset' }).first().click();
  await rowOf(visitor, orderNo).first().waitFor();
  expect(await box.getAttribute('aria-invalid')).toBeNull();
});

test('text is searched once the input method has committed it, and not while it is being composed', async () => {
  const { page, context } = visitor;
  await page.goto(`${stage.baseUrl}/#/order/list`);
  await rowOf(visitor, /LM0/).first().waitFor();
  const requests: string[] = [];
  page.on('request', (request) => {
    const { q } = (request.url().endsWith('/api/order/list') ? request.postDataJSON() : {}) as { q?: string };
    if (q !== undefined) requests.push(q);
  });
  const input = await context.newCDPSession(page);
  await page.getByRole('searchbox').focus();
  await input.send('Input.imeSetComposition', { text: 'ding', selectionStart: 4, selectionEnd: 4 });
  await input.send('Input.imeSetComposition', { text: 'ding7', selectionStart: 5, selectionEnd: 5 });
  await input.send('Input.dispatchKeyEvent', {
    type: 'rawKeyDown',
    key: 'Enter',
    code: 'Enter',
    windowsVirtualKeyCode: 229,
  });
  // Far longer than the delay before a search.
  await page.waitForTimeout(1_500);
  expect(requests).toEqual([]);
  await input.send('Input.insertText', { text: 'LM07' });
  await expect.poll(() => requests).toEqual(['LM07']);
});
