/**
 * The drawers of the operators' records hold the longest values on a phone: every text wraps inside its own box. Thai and
 * Chinese write without spaces, and a name, an address or a reason can be one long word in any language.
 */
import type { Page, Route } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { DEMO_PASSWORD, demoOperator } from '#database/demo/people.ts';
import { demoStage } from './demo-stage-for-tests.ts';
import { untilIdle } from './idle-for-tests.ts';
import type { Visitor } from './visitor-for-tests.ts';

const stage = demoStage();

const screens = [
  'channels',
  'upstreams',
  'rates',
  'members',
  'orders',
  'disbursements',
  'approvals',
  'callbacks',
  'audit',
  'staff',
];

let visitor: Visitor;
afterEach(async () => {
  const faults = visitor.faults();
  await visitor.close();
  expect(faults).toEqual([]);
});

type Language = 'th' | 'zh';

describe.each<Language>(['th', 'zh'])('at 390 px, in %s', (language) => {
  test.each(screens)('no text of a drawer of %s is cut or beyond its box', async (screen) => {
    const { page } = await open(screen, language);
    expect(await beyond(page)).toEqual([]);
  });
});

test('the check finds a text that does not wrap', async () => {
  const { page } = await open('channels', 'zh');
  expect(await beyond(page)).toEqual([]);
  await page.evaluate(
    `document.querySelectorAll('[role="dialog"] *').forEach((each) => { each.style.whiteSpace = 'nowrap'; })`,
  );
  expect(await beyond(page)).not.toEqual([]);
});

/** The drawer of the first record, whose values are as long as they can be. */
async function open(screen: string, language: Language): Promise<Visitor> {
  const storageState = await stage.loggedIn({ account: demoOperator, password: DEMO_PASSWORD });
  visitor = await stage.visit({ language, width: 390, storageState });
  const { page } = visitor;
  // A page that is left waits for no answer.
  await page.route('**/api/operator/**', (route) => stretchAnswer(route, language).catch(() => undefined));
  await page.goto(`${stage.baseUrl}/#/operator/${screen}`);
  await page.locator('main li > button').first().click();
  // A value that was made long is in it.
  await page.getByRole('dialog').getByText(WORD).filter({ visible: true }).first().waitFor();
  await untilIdle(page);
  return visitor;
}

async function stretchAnswer(route: Route, language: Language): Promise<void> {
  const response = await route.fetch();
  const answer: unknown = await response.json().catch(() => undefined);
  return route.fulfill(answer === undefined ? { response } : { response, json: stretched(answer, texts[language]) });
}

const WORD = 'Wolfeschlegelsteinhausenbergerdorff_der_Zweite_und_Dritte';
const texts: Readonly<Record<Language, string>> = {
  th: `บริษัทโครงสร้างพื้นฐานการชำระเงินระหว่างประเทศแห่งภาคตะวันออกเฉียงเหนือ ${WORD}`,
  zh: `华东地区跨境支付基础设施建设与运营管理有限责任公司第二分公司结算中心${WORD}`,
};
/** What people and other systems name; other values have words of the console. */
const NAMED =
  /^(?:name|memberName|holder|bankName|branch|username|nickname|operator|proposedBy|decidedBy|madeBy|by|reason|remark|note|subject|object|description|title|pauseReason|failReason|bankReference|reference|upstream|value|notifyUrl|url|host|userAgent|device)$/;

function stretched(value: unknown, text: string, name = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => stretched(each, text, name));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, stretched(each, text, key)]));
  if (typeof value !== 'string' || value === '') return value;
  // A role, a right or a setting goes by a key that the console has words for.
  if (name === 'name' && /^[a-z][\w.]*$/.test(value)) return value;
  return NAMED.test(name) ? text : value;
}

/** Texts in the drawer that are wider than the box they are in, or cut by it. */
function beyond(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`
    (() => {
      const drawer = [...document.querySelectorAll('[role="dialog"]')].at(-1);
      const found = drawer.scrollWidth > drawer.clientWidth + 1 ? ['the drawer scrolls sideways'] : [];
      const texts = document.createTreeWalker(drawer, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        if (text.data.trim() === '') continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        const right = Math.max(...[...range.getClientRects()].map((rect) => rect.right));
        // What screen readers alone read has no room, and tables have a scroll bar of their own.
        if (text.parentElement.closest('pre, table, script, style') || getComputedStyle(text.parentElement).clipPath !== 'none') continue;
        for (let box = text.parentElement; box !== drawer.parentElement; box = box.parentElement) {
          const style = getComputedStyle(box);
          if (style.display === 'inline' || style.display === 'contents') continue;
          if (right > box.getBoundingClientRect().right + 1) {
            found.push('beyond ' + box.tagName + '.' + box.className + ': ' + text.data.slice(0, 40));
            break;
          }
        }
      }
      return [...new Set(found)].slice(0, 8);
    })()`);
}
