/** The pages that `screenshots.ts` takes: how to open each one, and what shows that it is complete. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import type { TestServer } from './server-for-tests.ts';
import { frameWords, rowOf, type Visitor } from './visitor-for-tests.ts';

export interface Shot {
  name: string;
  to?(visitor: Visitor): Promise<void>;
  whole(visitor: Visitor): Locator;
  /** Called after the picture, to undo what `to` changed for later ones. */
  after?(visitor: Visitor): Promise<void>;
}

export function goTo(server: Pick<TestServer, 'baseUrl'>, href: string): (visitor: Visitor) => Promise<void> {
  return async ({ page }) => {
    // By way of another page, so that no state of the previous one remains.
    await page.goto('about:blank');
    await page.goto(`${server.baseUrl}/#${href}`);
  };
}

/** A page at its address, once no part of it is loading. */
export function pageShot(server: Pick<TestServer, 'baseUrl'>, name: string, href: string): Shot {
  return {
    name,
    to: async (visitor) => {
      await goTo(server, href)(visitor);
      await untilLoaded(visitor);
    },
    whole: ({ page }) => page.getByRole('heading', { level: 1 }),
  };
}

/** A list with the first row that has `row` opened, once no part of it is loading. */
export function openedShot(
  server: Pick<TestServer, 'baseUrl'>,
  name: string,
  href: string,
  row: string | RegExp = /./,
): Shot {
  return {
    name: `${name}-drawer`,
    to: async (visitor) => {
      await goTo(server, href)(visitor);
      const [before = ''] = visitor.translate(frameWords, 'open_row', { row: '\n' }).split('\n');
      await rowOf(visitor, row)
        .getByRole('button', { name: new RegExp(`^${before}`) })
        .first()
        .click();
      await visitor.page.getByRole('dialog').waitFor();
      await untilLoaded(visitor);
    },
    whole: ({ page }) => page.getByRole('dialog'),
  };
}

/** Waits until no part of the page is loading. */
export async function untilLoaded({ page }: Visitor): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const busy = page.locator('main [aria-busy="true"], [role="dialog"] [aria-busy="true"]');
  // A part that has just been drawn starts to load in the next frame.
  for (let still = 0; still < 3; still = (await busy.count()) === 0 ? still + 1 : 0) await pause(100);
}
