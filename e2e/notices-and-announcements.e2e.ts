/** What users are notified of: the bell for events of their account, the dashboard for the platform's announcements. */
import { afterEach, describe, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '#database/demo/people.ts';
import { dashboardWords } from '#features/dashboard/screen-words.ts';
import { noticeScreenWords } from '#features/notices/screen-words.ts';
import { noticeTexts } from '#features/notice-kinds.ts';
import type { NoticeKind } from '#features/notice-kinds.ts';
import { languageNames } from '#foundation/core/words.ts';
import { inApp } from './app-for-tests.ts';
import { demoShop, demoStage } from './demo-stage-for-tests.ts';
import { type Account, accountButton, type Visitor } from './visitor-for-tests.ts';

const stage = demoStage();
let visitor: Visitor;
afterEach(async () => {
  expect(visitor.faults()).toEqual([]);
  await visitor.close();
});

/** Opens the dashboard and waits until its live updates are connected. */
async function open(account: Account): Promise<void> {
  visitor = await stage.visit({ storageState: await stage.loggedIn(account) });
  await Promise.all([visitor.page.waitForResponse('**/api/events'), visitor.page.goto(`${stage.baseUrl}/#/dashboard`)]);
  await accountButton(visitor).waitFor();
}

describe('the bell', () => {
  const bell = (count: number) =>
    visitor.page.getByRole('button', { name: visitor.translate(noticeScreenWords, 'bell', { count }), exact: true });
  const panel = () =>
    visitor.page.getByRole('dialog', { name: visitor.translate(noticeScreenWords, 'notices'), exact: true });
  const notices = () => panel().getByRole('listitem');

  /** Adds notices, one after the other, some hours old. */
  async function happen(username: string, ...kinds: readonly NoticeKind[]): Promise<void> {
    await inApp(stage.server, async ({ db, notices: noticeVerbs, rows }) => {
      const [user] = await rows<{ userId: bigint }>('select user_id as "userId" from users where username = $1', [
        username,
      ]);
      if (!user) throw new Error(`no user ${username}`);
      const at = new Date(Date.now() - 2.5 * 3_600_000);
      for (const kind of kinds) await db.transaction((tx) => noticeVerbs.add(tx, { userId: user.userId, kind, at }));
    });
  }

  test('says that it is empty until something happens to the user’s account, then shows what, when, and how many are unread', async () => {
    // The account's first login.
    await open({ account: 'demo_new', password: DEMO_PASSWORD });
    const { translate } = visitor;
    expect(await bell(0).textContent()).toBe('');
    await bell(0).click();
    await panel().getByText(translate(noticeScreenWords, 'empty_title')).waitFor();
    expect(await notices().count()).toBe(0);

    const expectedText = (kind: NoticeKind) =>
      `${translate(noticeScreenWords, 'unread')}${translate(noticeTexts, kind)}2 hours ago${
        kind === 'password_changed'
          ? translate(noticeScreenWords, 'it_was_me') + translate(noticeScreenWords, 'secure')
          : ''
      }`;
    await happen('demo_shop2', 'key_changed');
    await happen('demo_new', 'password_changed');
    await bell(1).waitFor();
    await expect.poll(() => notices().allTextContents()).toEqual([expectedText('password_changed')]);
    await happen('demo_new', 'phone_bound', 'certification_approved');
    await expect.poll(() => bell(3).allTextContents()).toEqual(['3']);
    expect(await notices().allTextContents()).toEqual([
      expectedText('certification_approved'),
      expectedText('phone_bound'),
      expectedText('password_changed'),
    ]);
  });

  test('can be marked read one by one or all at once, stays so, and follows the chosen language', async () => {
    await happen('demo_agent2', 'password_changed', 'phone_bound', 'certification_approved');
    await open({ account: 'demo_agent2', password: DEMO_PASSWORD });
    const { page, translate } = visitor;
    const unread = panel().getByText(translate(noticeScreenWords, 'unread'), { exact: true });
    await bell(3).click();
    await notices()
      .filter({ hasText: noticeTexts.password_changed.en })
      .getByRole('button', { name: translate(noticeScreenWords, 'it_was_me') })
      .click();
    await bell(2).waitFor();
    await expect.poll(() => unread.count()).toBe(2);
    await page.reload();
    await bell(2).click();
    await panel()
      .getByRole('button', { name: translate(noticeScreenWords, 'mark_all') })
      .click();
    await bell(0).waitFor();
    await expect.poll(() => unread.count()).toBe(0);
    expect(await notices().count()).toBe(3);
    expect(await panel().getByRole('button').count()).toBe(0);

    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: new RegExp(languageNames.en) }).click();
    await page.getByRole('menuitemradio', { name: languageNames.th }).click();
    await page.getByRole('button', { name: noticeScreenWords.notices.th, exact: true }).click();
    await page.getByRole('dialog').getByText(noticeTexts.phone_bound.th).waitFor();
    expect(await page.getByRole('dialog').getByText(noticeTexts.phone_bound.en).count()).toBe(0);
  });
});

const hostile = `See [our **terms**](https://example.com/terms), and mind **this**.

<script>broken = 'a script'</script>
<img src="https://evil.example/pixel.png" onerror="broken = 'a picture'">
<p style="position: fixed; inset: 0">styled</p>
<iframe src="https://evil.example/"></iframe>
<a href="javascript:broken = 'an element'">one</a> [two](javascript:broken='a_link') ![three](https://evil.example/pixel.png)`;

describe('an announcement', () => {
  const head = (title: string) => visitor.page.getByRole('button', { name: title });
  const body = async (title: string) =>
    visitor.page.locator(`[id="${await head(title).getAttribute('aria-controls')}"]`);
  const announce = (announcementId: bigint, title: string, text: string) =>
    inApp(stage.server, ({ db, platform }) =>
      db.transaction((tx) => platform.announce(tx, { announcementId, title, body: text, publishedAt: new Date() })),
    );

  test('arrives while the page is open, is unread until it is opened, and read from then on', async () => {
    await open(demoShop);
    const { page, translate } = visitor;
    const unread = translate(dashboardWords, 'unread');
    await head('Maintenance on Sunday').waitFor();
    expect(await head('Rates for the summer').count()).toBe(0);
    await announce(101n, 'Rates for the summer', 'From **July** on.');
    await head('Rates for the summer').waitFor();
    const counted = page.getByText(translate(dashboardWords, 'unread_count', { count: 5 }), { exact: true });
    await counted.waitFor();
    expect(await head('Rates for the summer').textContent()).toContain(unread);
    await head('Rates for the summer').click();
    await counted.waitFor({ state: 'detached' });
    expect(await (await body('Rates for the summer')).textContent()).toBe('From July on.');
    await page.reload();
    await head('Rates for the summer').waitFor();
    expect(await head('Rates for the summer').textContent()).not.toContain(unread);
  });

  test('with a script, image, frame or style is shown as text, runs nothing and contacts no host', async () => {
    await announce(102n, `<b>Plain</b> <img src=x onerror="broken = 'a title'">`, hostile);
    visitor = await stage.visit({ storageState: await stage.loggedIn() });
    const { page } = visitor;
    const hosts = new Set<string>();
    page.on('request', (request) => hosts.add(new URL(request.url()).host));
    await page.goto(`${stage.baseUrl}/#/dashboard`);
    await head('<b>Plain</b> <img').click();
    const shown = await body('<b>Plain</b> <img');
    await shown.getByText('styled').waitFor();
    const elements = await shown.evaluate((element) =>
      [...element.querySelectorAll(':scope > div *')].map((each) => each.outerHTML.replace(/>.*/s, '>')),
    );
    const link = (address: string) =>
      `<a href="${address}" title="${address}" target="_blank" rel="noopener noreferrer">`;
    const rows = ['<p>', '<br>', '<br>', '<br>', '<br>'];
    expect(elements).toEqual([
      '<p>',
      link('https://example.com/terms'),
      '<strong>',
      '<strong>',
      ...rows,
      link('https://evil.example/pixel.png'),
    ]);
    expect(await shown.textContent()).toContain(`<script>broken = 'a script'</script>`);
    expect(await page.evaluate('globalThis.broken')).toBeUndefined();
    expect([...hosts]).toEqual([stage.server.host]);
  });

  test('links to another page, which gets no referrer and no opener', async () => {
    await announce(103n, 'New terms', 'See [our terms](https://example.com/terms).');
    await open(demoShop);
    const { page, context } = visitor;
    await context.route('https://example.com/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Terms</title>' }),
    );
    await head('New terms').click();
    const [request, popup] = await Promise.all([
      context.waitForEvent('request', (each) => each.url() === 'https://example.com/terms'),
      page.waitForEvent('popup'),
      page.getByRole('link', { name: 'our terms' }).click(),
    ]);
    expect(await request.headerValue('referer')).toBeNull();
    expect(await popup.evaluate('opener')).toBeNull();
  });
});
