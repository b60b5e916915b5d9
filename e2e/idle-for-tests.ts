/** Waits until a page has come to rest, so that it can be measured or left. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Waits until nothing is loading, rendering or moving, and every form can be submitted. */
export async function untilIdle(page: Page): Promise<void> {
  // A page answers a new window size in its next frame, and draws what it decided in the one after it.
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
  await expect.poll(() => page.evaluate<string[]>(activityIn)).toEqual([]);
}

// Not `waitForFunction`: from the second call on it evaluates a string in the page, which our content security policy
// forbids. What moves only with a box's scrolling runs for ever, and is at rest while nothing scrolls.
const activityIn = `[
  ...[...document.querySelectorAll('[aria-busy="true"], button[type="submit"]:disabled')].map((each) => each.outerHTML.slice(0, 120)),
  ...[...document.images].filter(({ complete }) => !complete).map(({ src }) => src),
  ...document.getAnimations().filter(({ playState, effect, timeline }) => timeline === document.timeline && playState === 'running' && effect.getComputedTiming().endTime !== Infinity)
    .map(({ effect }) => 'moving: ' + effect.target.outerHTML.slice(0, 120)),
]`;
