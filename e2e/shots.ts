/** The pages that `screenshots.ts` takes: how to open each one, and what shows that it is complete. */
import type { Locator } from 'playwright-core';
import type { TestServer } from './server-for-tests.ts';
import type { Visitor } from './visitor-for-tests.ts';

export interface Shot {
  name: string;
  to?(visitor: Visitor): Promise<void>;
  whole(visitor: Visitor): Locator;
}

export function goTo(server: Pick<TestServer, 'baseUrl'>, href: string): (visitor: Visitor) => Promise<void> {
  return async ({ page }) => {
    // By way of another page, so that no state of the previous one remains.
    await page.goto('about:blank');
    await page.goto(`${server.baseUrl}/#${href}`);
  };
}
