/** Finds where the keyboard stops on a page and how each stop is marked, and which controls are out of reach. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Page script: stores the focusable elements in document order, and each one's style without focus. */
export const noteParts = `{
  globalThis.nameOf = (part) => (part.getAttribute('aria-label') ?? part.labels?.[0]?.textContent ?? part.textContent).trim().slice(0, 60) || part.outerHTML.slice(0, 100);
  globalThis.outlineOf = ({ outlineStyle, outlineWidth }) => (outlineStyle === 'none' ? 0 : parseFloat(outlineWidth));
  globalThis.lookOf = (part) => {
    // A field's frame or card is what changes on focus.
    const frames = part.matches('input, select') ? [part, part.parentElement, part.parentElement.parentElement] : [part];
    const other = frames.map((each) => getComputedStyle(each)).map((style) => style.boxShadow + style.borderColor + outlineOf(style));
    return { outline: outlineOf(getComputedStyle(part)), other: other.join() };
  };
  const all = [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]')];
  globalThis.parts = all.filter((part) => !part.disabled && part.checkVisibility({ visibilityProperty: true }));
  globalThis.quiet = new Map(parts.map((part) => [part, lookOf(part)]));
}`;

/**
 * Page script: returns the focused element's position and what is wrong with it. Reduced motion is a very short
 * animation, which can start late on a busy machine, so this waits for its end.
 */
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
  const inView = hit !== null && (part.contains(hit) || (hit.contains(part) && hit !== document.body && hit !== document.documentElement));
  const wrong = [
    ...(part.tabIndex > 0 ? ['has a positive tabindex'] : []),
    ...(marked ? [] : ['has no focus mark']),
    ...(inView ? [] : ['is hidden by ' + (hit?.outerHTML.slice(0, 100) ?? 'the end of the window')]),
  ];
  return { place: parts.indexOf(part), name: nameOf(part), wrong: wrong.map((what) => nameOf(part) + ' ' + what) };
})()`;

interface FocusStop {
  place: number;
  name: string;
  wrong: string[];
}

/** Presses a key until the focus is on the last element or leaves the page. */
export async function focusStopsBy(page: Page, key: 'Tab' | 'Shift+Tab', last: number): Promise<FocusStop[]> {
  const stops: FocusStop[] = [];
  while (stops.length < 300 && stops.at(-1)?.place !== last) {
    await page.keyboard.press(key);
    const stop = await page.evaluate<FocusStop | null>(stopHere);
    if (stop === null) break;
    stops.push(stop);
  }
  return stops;
}

/** Checks that every stop is marked, in view and after the previous one, and that no tab stop is skipped. */
export function expectInOrder(stops: readonly FocusStop[], places: readonly number[]): void {
  const reached = stops.map(({ place }) => place);
  expect(reached).toEqual([...new Set(reached)].sort((a, b) => a - b));
  expect(reached).toEqual(expect.arrayContaining([...places]));
  expect(stops.flatMap(({ wrong }) => wrong)).toEqual([]);
}

export interface Reach {
  headings: number;
  buttons: number;
  wrong: string[];
}

/** Page script: finds controls below `root` that are covered or outside the window. */
export const reach = (root: string): string => `(() => {
  const pressed = [...document.querySelectorAll('${root} :is(h1, button, a[href], summary, [role=tab])')]
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
