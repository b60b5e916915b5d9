/** For who has no pointer, or needs large letters and room between them: every stop of the keyboard is marked and in sight, nothing is cut off. */
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { certificationTitles } from '#features/certifications/screen-titles.ts';
import { dashboardWords } from '#features/dashboard/screen-words.ts';
import { orderScreenWords } from '#features/orders/screen-words.ts';
import { userScreenWords } from '#features/users/screen-words.ts';
import { type Language, languageNames } from '#foundation/core/words.ts';
import { untilAtRest } from './rest-for-tests.ts';
import { titlesOf, walkScreens } from './screens-for-tests.ts';
import { stageOfDemo } from './stage-for-tests.ts';
import { accountButton, frameWords, rowOf, type Visitor } from './visitor-for-tests.ts';

const stage = stageOfDemo();

let visitor: Visitor;
afterEach(async () => {
  expect(visitor.faults()).toEqual([]);
  await visitor.close();
});

/** Where the keyboard stops, in the order of the document, and how each part looks while it has no focus. */
const noteParts = `{
  globalThis.nameOf = (part) => (part.getAttribute('aria-label') ?? part.labels?.[0]?.textContent ?? part.textContent).trim().slice(0, 60) || part.outerHTML.slice(0, 100);
  globalThis.lookOf = (part) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(part);
    // Around a field lies its frame, which is what lights up.
    const frames = part.matches('input, select') ? [part, part.parentElement, part.parentElement.parentElement] : [part];
    const other = frames.map((each) => getComputedStyle(each)).map(({ boxShadow, borderColor }) => boxShadow + borderColor);
    return { outline: outlineStyle === 'none' ? 0 : parseFloat(outlineWidth), other: other.join() };
  };
  const all = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]')];
  globalThis.parts = all.filter((part) => !part.disabled && part.checkVisibility({ visibilityProperty: true }));
  globalThis.quiet = new Map(parts.map((part) => [part, lookOf(part)]));
}`;

/** What has the focus, by its place among the parts, and what is wrong with it. Less motion is a very short one, but it begins late on a busy machine: its end is waited for. */
const stopHere = `(async () => {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  const moving = document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(moving.map(({ finished }) => finished));
  const part = document.activeElement;
  if (part === document.body || part === null) return null;
  const now = lookOf(part);
  const before = quiet.get(part);
  const marked = before !== undefined && (now.outline > 0 || now.other !== before.other);
  const box = part.getBoundingClientRect();
  const inWindow = { top: Math.max(box.top, 0), bottom: Math.min(box.bottom, innerHeight), left: Math.max(box.left, 0), right: Math.min(box.right, innerWidth) };
  const hit = document.elementFromPoint((inWindow.left + inWindow.right) / 2, (inWindow.top + inWindow.bottom) / 2);
  const inSight = hit !== null && (part.contains(hit) || (hit.contains(part) && hit !== document.body && hit !== document.documentElement));
  const wrong = [
    ...(part.tabIndex > 0 ? ['has a place of its own in the order'] : []),
    ...(marked ? [] : ['has no mark']),
    ...(inSight ? [] : ['is hidden by ' + (hit?.outerHTML.slice(0, 100) ?? 'the end of the window')]),
  ];
  return { place: parts.indexOf(part), name: nameOf(part), wrong: wrong.map((what) => nameOf(part) + ' ' + what) };
})()`;

interface Stop {
  place: number;
  name: string;
  wrong: string[];
}

/** Presses a key until the focus is at the last part, or leaves the page. */
async function stopsBy(page: Page, key: 'Tab' | 'Shift+Tab', last: number): Promise<Stop[]> {
  const stops: Stop[] = [];
  while (stops.length < 300 && stops.at(-1)?.place !== last) {
    await page.keyboard.press(key);
    const stop = await page.evaluate<Stop | null>(stopHere);
    if (stop === null) break;
    stops.push(stop);
  }
  return stops;
}

/** Each stop is marked, in sight and after the one before it; none of those is left out that have a place in the order. */
function expectInOrder(stops: readonly Stop[], places: readonly number[]): void {
  const reached = stops.map(({ place }) => place);
  expect(reached).toEqual([...new Set(reached)].sort((a, b) => a - b));
  expect(reached).toEqual(expect.arrayContaining([...places]));
  expect(stops.flatMap(({ wrong }) => wrong)).toEqual([]);
}

describe('the keyboard', () => {
  test.each([
    { width: 1280, tagsView: false },
    { width: 390, tagsView: true },
  ])('goes through the order list at $width px in its order and back, and never below the header', async ({ width, tagsView }) => {
    visitor = await stage.visit({ width, storageState: await stage.loggedIn() });
    const { page, say } = visitor;
    await page.addInitScript(`localStorage.setItem('settings', '${JSON.stringify({ fixedHeader: true, tagsView })}')`);
    // Low, so that most of the page is scrolled to.
    await page.setViewportSize({ width, height: 500 });
    await page.goto(`${stage.baseUrl}/#/order/list`);
    await rowOf(visitor, /LM0/).first().waitFor();
    await untilAtRest(page);
    await page.evaluate(noteParts);
    // Of the buttons that open a row, one has a place: that of the row where the keyboard was last.
    const places = await page.evaluate<number[]>(`parts.flatMap((part, place) => part.tabIndex < 0 || part.matches('[data-open-row]') ? [] : place)`);
    expect(places.length).toBeGreaterThan(50);

    const forth = await stopsBy(page, 'Tab', places.at(-1) ?? 0);
    expect(forth[0]?.name).toBe(say(frameWords, 'skip'));
    expectInOrder(forth, places);
    const lastOrder = /LM\d{7}/.exec((await rowOf(visitor, /LM0/).last().textContent()) ?? '')?.[0] ?? '';
    expect(forth.map(({ name }) => name)).toContain(say(frameWords, 'open_row', { row: lastOrder }));
    expect(await page.evaluate('scrollY')).toBeGreaterThan(0);
    expect(await page.evaluate(`document.querySelector('header').getBoundingClientRect().top`)).toBe(0);

    const back = await stopsBy(page, 'Shift+Tab', 0);
    expectInOrder(back.toReversed(), places.slice(0, -1));
  });

  test('goes through the login from its first field, which has the focus, to the languages, and back', async () => {
    visitor = await stage.visit();
    const { page, say } = visitor;
    await page.goto(`${stage.baseUrl}/#/login`);
    const account = page.getByLabel(say(userScreenWords, 'account'));
    await expect.poll(() => account.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true);
    await page.locator('form button[type="submit"]:not([form])').waitFor();
    await account.evaluate((field) => field.blur());
    await page.evaluate(noteParts);
    const places = await page.evaluate<number[]>('parts.flatMap((part, place) => (part.tabIndex < 0 ? [] : place))');
    await account.focus();

    const forth = await stopsBy(page, 'Tab', places.at(-1) ?? 0);
    expectInOrder(forth, places.slice(1));
    const said = (name: keyof typeof userScreenWords) => say(userScreenWords, name);
    const names = [said('password'), said('login'), said('forgot'), said('to_register'), ...Object.values(languageNames)];
    expect(forth.map(({ name }) => name).filter((name) => names.includes(name))).toEqual(names);
    const back = await stopsBy(page, 'Shift+Tab', 0);
    expectInOrder(back.toReversed(), places.slice(0, -1));
    expect(back.at(-1)?.name).toBe(said('account'));
  });
});

/** What can be pressed in the page, and what of it is out of reach: under something else, or beyond the window. */
const reach = `(() => {
  const pressed = [...document.querySelectorAll('main h1, main button, main a[href], main [role=tab]')]
    .filter((part) => !part.disabled && part.checkVisibility({ visibilityProperty: true }) && part.getBoundingClientRect().width > 1);
  const out = pressed.filter((part) => {
    part.scrollIntoView({ block: 'center', inline: 'nearest' });
    const { left, right, top, bottom } = part.getClientRects()[0];
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return left < -1 || right > innerWidth + 1 || !(part.contains(hit) || part.closest('label')?.contains(hit));
  });
  scrollTo(0, 0);
  const { scrollWidth, clientWidth } = document.documentElement;
  return {
    headings: pressed.filter(({ localName }) => localName === 'h1').length,
    buttons: pressed.filter(({ localName }) => localName === 'button').length,
    wrong: [...out.map((part) => part.outerHTML.slice(0, 160)), ...(scrollWidth > clientWidth ? ['the page is ' + scrollWidth + ' wide'] : [])],
  };
})()`;

describe('a desk of 1280 px at 200 %', () => {
  test.each(['en', 'es'] satisfies Language[])('shows every screen without a way to the side, and all of it can be pressed: %s', async (language) => {
    // As wide as the cards of a phone, whose menu it has.
    visitor = { ...(await stage.visit({ language, width: 640, storageState: await stage.loggedIn() })), narrow: true };
    const { page, context } = visitor;
    const devTools = await context.newCDPSession(page);
    await devTools.send('Emulation.setDeviceMetricsOverride', { width: 640, height: 400, deviceScaleFactor: 2, mobile: false });
    await page.goto(`${stage.baseUrl}/#/dashboard`);
    await accountButton(visitor).waitFor();
    expect(await page.evaluate('[innerWidth, innerHeight, devicePixelRatio]')).toEqual([640, 400, 2]);
    const seen: string[] = [];
    const wrong: string[] = [];
    const withoutButton: string[] = [];
    await walkScreens(visitor, async (title) => {
      const found = await page.evaluate<{ headings: number; buttons: number; wrong: string[] }>(reach);
      expect([title, found.headings]).toEqual([title, 1]);
      if (found.buttons === 0) withoutButton.push(title);
      seen.push(title);
      wrong.push(...found.wrong.map((what) => `${title}: ${what}`));
    });
    expect(seen).toEqual(titlesOf(visitor));
    // The demo's shop is certified: there is nothing left to do.
    expect(withoutButton).toEqual([visitor.say(certificationTitles, 'certification')]);
    expect(wrong).toEqual([]);
  });
});

/** As WCAG 1.4.12 has it; a style in the page would break our policy. */
const spaceOut = `{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }');
  document.adoptedStyleSheets.push(sheet);
}`;

/** Of headings, buttons, links and labels: text that its own box hides, and text that stands outside of what can be pressed. */
const cutOff = `(() => {
  const found = [];
  for (const part of document.querySelectorAll('h1, h2, h3, button, a[href], label, th')) {
    if (!part.checkVisibility({ visibilityProperty: true }) || part.getBoundingClientRect().width <= 1) continue;
    for (const box of [part, ...part.querySelectorAll('*')]) {
      const { overflowX, overflowY } = getComputedStyle(box);
      if (!(box instanceof HTMLElement) || box.offsetWidth <= 1) continue;
      const wide = overflowX !== 'visible' && box.scrollWidth > box.clientWidth + 1;
      const high = overflowY !== 'visible' && box.scrollHeight > box.clientHeight + 1;
      if (wide || high) found.push(box.outerHTML.slice(0, 200));
    }
    if (part.localName !== 'button') continue;
    const text = document.createRange();
    text.selectNodeContents(part);
    const [inner, outer] = [text.getBoundingClientRect(), part.getBoundingClientRect()];
    if (inner.width > outer.width + 1 || inner.height > outer.height + 1) found.push('beyond ' + part.outerHTML.slice(0, 200));
  }
  return found;
})()`;

test.each([1280, 390])('at %i px, room between letters, words and lines cuts no heading and no button off', async (width) => {
  const look = async (): Promise<void> => {
    const { page } = visitor;
    await untilAtRest(page);
    const letters = () => page.evaluate<number>(`parseFloat(getComputedStyle(document.querySelector('h1')).letterSpacing)`);
    await page.evaluate(spaceOut);
    await expect.poll(letters).toBeGreaterThan(1.5);
    await untilAtRest(page);
    expect(await page.evaluate(cutOff)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  };
  visitor = await stage.visit({ width });
  await visitor.page.goto(`${stage.baseUrl}/#/login`);
  await visitor.page.getByRole('button', { name: visitor.say(userScreenWords, 'login'), exact: true }).waitFor();
  await look();

  await visitor.context.addCookies((await stage.loggedIn()).cookies);
  await visitor.page.goto(`${stage.baseUrl}/#/dashboard`);
  await visitor.page.reload();
  await visitor.page.getByText(visitor.say(dashboardWords, 'todo'), { exact: true }).waitFor();
  await look();

  await visitor.page.goto(`${stage.baseUrl}/#/order/list`);
  await visitor.page.reload();
  await rowOf(visitor, /LM0/).first().waitFor();
  await visitor.page.getByRole('heading', { name: visitor.say(orderScreenWords, 'orders'), level: 1 }).waitFor();
  await look();
});
