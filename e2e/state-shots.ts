/**
 * Screenshots of states: a list that loads, a call that fails, a server out of reach, a session that has ended, the
 * longest texts. What a shot changes on the network is undone after its picture.
 */
import type { Route } from 'playwright-core';
import type { TestServer } from './server-for-tests.ts';
import { goTo, type Shot } from './shots.ts';
import { frameWords, rowOf, type Visitor } from './visitor-for-tests.ts';

export function stateShots(server: TestServer): Shot[] {
  const tryAgain = ({ page, translate }: Visitor) => page.getByRole('button', { name: translate(frameWords, 'retry') });
  /** A page of which one call is answered by `answer`. */
  const answered = (
    name: string,
    href: string,
    call: string | RegExp,
    answer: (route: Route) => Promise<void>,
    whole: Shot['whole'],
  ): Shot => ({
    name: `state-${name}`,
    to: async (visitor) => {
      await visitor.page.goto('about:blank');
      await visitor.page.route(call, answer);
      await goTo(server, href)(visitor);
    },
    whole,
    after: ({ page }) => page.unroute(call),
  });
  const fails = (route: Route) => route.fulfill({ status: 500, json: { code: 0, msg: '' } });
  const waits = async () => undefined;
  const busy = ({ page }: Visitor) => page.locator('main [aria-busy="true"]');
  return [
    answered('error-orders', '/order/list', '**/api/order/list', fails, tryAgain),
    answered('error-withdraw', '/repay/apply', '**/api/withdrawal/quote', fails, tryAgain),
    answered('error-dashboard', '/dashboard', '**/api/dashboard/*', fails, tryAgain),
    answered('error-statement', '/order/reconciliation', '**/api/reconciliation/list', fails, tryAgain),
    answered('offline-money-log', '/moneylog', '**/api/user/moneylog', (route) => route.abort(), tryAgain),
    answered('loading-orders', '/order/list', '**/api/order/list', waits, busy),
    answered('loading-dashboard', '/dashboard', '**/api/dashboard/*', waits, busy),
    answered('long-orders', '/order/list', '**/api/order/list', lengthened, (visitor) => rowOf(visitor, /LONGEST/)),
    answered(
      'screen-missing',
      '/user/profile',
      /\/assets\/ProfileScreen-.+\.js/,
      (route) => route.abort(),
      ({ page }) => page.getByRole('alert').getByRole('heading', { level: 1 }),
    ),
    {
      name: 'state-not-allowed',
      to: goTo(server, '/401'),
      whole: ({ page, translate }) => page.getByRole('heading', { name: translate(frameWords, 'not_allowed_title') }),
    },
    {
      name: 'state-ended-session-menu',
      to: async ({ page, context }) => {
        const token = (await context.cookies()).find(({ name }) => name === 'Admin-Token')?.value ?? '';
        await context.request.post(`${server.baseUrl}/api/user/logout`, { headers: { 'X-Token': token }, data: {} });
        await page.reload();
      },
      whole: ({ page }) => page.locator('[role="dialog"], form'),
    },
  ];
}

/** The orders with the longest numbers and amounts that the gateway accepts. */
async function lengthened(route: Route): Promise<void> {
  const answer = await route.fetch();
  const body = (await answer.json()) as { data: { list: Record<string, unknown>[] } };
  for (const order of body.data.list)
    Object.assign(order, { orderNo: 'LONGEST-'.padEnd(64, '8'), amount: '99999999.99', channelName: 'W'.repeat(40) });
  await route.fulfill({ response: answer, json: body });
}
