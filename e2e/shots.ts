/** What `screenshots.ts` takes pictures of: how to come to a page, and what stands on it when it is whole. */
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
    // By another page, so that nothing is left of the one before.
    await page.goto('about:blank');
    await page.goto(`${server.baseUrl}/#${href}`);
  };
}
