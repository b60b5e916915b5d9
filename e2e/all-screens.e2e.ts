/** Every screen in every language, on desktop and phone, without an error in the browser. */
import { beforeAll, describe, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '#database/demo/people.ts';
import { languages } from '#foundation/core/words.ts';
import { orderScreenWords } from '#features/orders/screen-words.ts';
import {
  withRegistrationClosed,
  bindAuthenticator,
  visitPagesOutsideMenu,
  visitPublicPages,
} from './public-pages-for-tests.ts';
import { agentTitlesOf, titlesOf, walkAgentScreens, walkScreens } from './screens-for-tests.ts';
import { demoShop, demoStage } from './demo-stage-for-tests.ts';
import { fillLogin, frameWords, openGroups, openOrder, openScreen, visit } from './visitor-for-tests.ts';

const stage = demoStage();
beforeAll(() => bindAuthenticator(stage));
const demoAgent = { account: 'demo_agent', password: DEMO_PASSWORD };

test.each([
  { ...demoShop, own: () => [] },
  { ...demoAgent, own: agentTitlesOf },
])('the menu of $account has exactly the screens of this walk', async ({ own, ...account }) => {
  const visitor = await stage.visit({ storageState: await stage.loggedIn(account) });
  await visitor.page.goto(stage.baseUrl);
  const menu = visitor.page.getByRole('navigation', { name: visitor.translate(frameWords, 'menu') });
  await menu.waitFor();
  await openGroups(visitor);
  expect((await menu.getByRole('link').allTextContents()).sort()).toEqual(
    [...titlesOf(visitor), ...own(visitor)].sort(),
  );
  await visitor.close();
});

// Each language once and each width twice: the width does not change the words.
const walks = languages.map((language, index) => [language, index % 2 === 0 ? 1440 : 390] as const);

describe('a walk through all screens breaks no policy, logs no error and contacts no other host', () => {
  test.each(walks)('in %s at %i px', async (language, width) => {
    const visitor = await visit(stage.browser, { baseUrl: stage.baseUrl, language, width });
    const { page, translate } = visitor;
    const requests = new Set<string>();
    visitor.context.on('request', (request) => requests.add(new URL(request.url()).host));
    await visitPublicPages(visitor, stage);
    if (width === 1440) await fillLogin(visitor, demoShop);
    else {
      await visitor.context.addCookies((await stage.loggedIn()).cookies);
      await page.reload();
    }
    await walkScreens(visitor);
    await openScreen(visitor, translate(orderScreenWords, 'orders'));
    const drawer = await openOrder(visitor);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    // The date filter's calendar; on a narrow page the filters are folded.
    const filters = page.getByRole('search');
    if (visitor.narrow) await filters.getByRole('button', { expanded: false }).first().click();
    await filters.getByRole('button', { name: translate(orderScreenWords, 'created'), exact: true }).click();
    await page.getByRole('dialog').getByRole('table').first().waitFor();
    await page.goto(`${stage.baseUrl}/#/nowhere`);
    await page.getByRole('heading', { name: translate(frameWords, 'not_found_title') }).waitFor();
    await visitPagesOutsideMenu(visitor, stage);
    expect(visitor.faults()).toEqual([]);
    expect([...requests].filter((host) => host !== '')).toEqual([new URL(stage.baseUrl).host]);
    await visitor.close();
  });

  test.each(walks)('as an agent, in %s at %i px', async (language, width) => {
    const visitor = await stage.visit({ language, width, storageState: await stage.loggedIn(demoAgent) });
    await visitor.page.goto(stage.baseUrl);
    await walkAgentScreens(visitor, async () => undefined);
    expect(visitor.faults()).toEqual([]);
    await visitor.close();
  });

  test('while registration is closed', async () => {
    const visitors = await Promise.all(walks.map(([language, width]) => stage.visit({ language, width })));
    const requests = new Set<string>();
    for (const { context } of visitors) context.on('request', (request) => requests.add(new URL(request.url()).host));
    await withRegistrationClosed(stage, visitors, async (visitor) => {
      expect([visitor.language, visitor.faults()]).toEqual([visitor.language, []]);
      await visitor.close();
    });
    expect([...requests].filter((host) => host !== '')).toEqual([new URL(stage.baseUrl).host]);
  });
});
