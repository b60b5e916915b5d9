/** A page that has come to rest: what is measured on it, or walked away from, is whole. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Nothing is fetched, drawn or moved any more, and every form may be sent. */
export async function untilAtRest(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate<string[]>(unrest)).toEqual([]);
}

// Not `waitForFunction`: it evaluates text in the page, which our policy refuses from the second time on.
const unrest = `[
  ...[...document.querySelectorAll('[aria-busy="true"], button[type="submit"]:disabled')].map((each) => each.outerHTML.slice(0, 120)),
  ...[...document.images].filter(({ complete }) => !complete).map(({ src }) => src),
  ...document.getAnimations().filter(({ playState, effect }) => playState === 'running' && effect.getComputedTiming().endTime !== Infinity)
    .map(({ effect }) => 'moving: ' + effect.target.outerHTML.slice(0, 120)),
]`;
