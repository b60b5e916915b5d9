/** The developers' page: its tabs, their addresses, and what is shown while a tab can't be. */
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { envelope, makeUserInfo } from '#features/accounts/console/user-info-for-tests.ts';
import { language } from '#foundation/console/page/language.ts';
import { answerCalls, type FakeAnswers, renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import { Screen } from './PortalScreen.tsx';
import { apiSettings } from './portal-for-tests.ts';
import { addressOfTab, portalTabs, tabOf } from './tabs.ts';

async function open(address: string, answers: FakeAnswers = {}) {
  answerCalls({
    '/user/info': makeUserInfo({ hasPayPassword: true }),
    '/apisettings/get': envelope(apiSettings()),
    ...answers,
  });
  return renderScreen(<Screen />, { address });
}
const chosen = () =>
  screen.getAllByRole<HTMLInputElement>('radio').flatMap((radio) => (radio.checked ? [radio.value] : []));

test('a tab is in the address, and the browser goes back between tabs', async () => {
  const page = await open('/channel/api');
  expect(chosen()).toEqual(['settings']);
  await screen.findByText('What your program needs');
  await userEvent.setup().click(screen.getByRole('radio', { name: 'Keys' }));
  await waitFor(() => expect(page.address()).toBe('/channel/api?tab=keys'));
  await screen.findByRole('button', { name: 'Replace key' });
  act(() => page.back());
  await screen.findByText('What your program needs');
  expect(page.address()).toBe('/channel/api');
  expect(chosen()).toEqual(['settings']);
});

test('a shared address opens its tab, and an unknown tab is the settings', async () => {
  await open('/channel/api?tab=keys');
  await screen.findByRole('button', { name: 'Replace key' });
  expect(tabOf({ tab: 'nothing' }).id).toBe('settings');
  expect(tabOf({}).id).toBe('settings');
  for (const { id } of portalTabs) expect(tabOf(addressOfTab(id)).id).toBe(id);
});

test('the chosen tab is scrolled into sight', async () => {
  const WIDTH = 100;
  const box = vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const row = this.parentElement;
    const at = this.tagName === 'LABEL' && row ? [...row.children].indexOf(this) * WIDTH - row.scrollLeft : 0;
    return { left: at, right: at + WIDTH } as DOMRect;
  });
  const page = await open('/channel/api?tab=keys');
  await screen.findByRole('button', { name: 'Replace key' });
  const row = screen.getByRole('radiogroup', { name: 'Sections' });
  expect(row.scrollLeft).toBe(WIDTH);
  await act(() => page.goTo('/channel/api?tab=reference'));
  await waitFor(() => expect(chosen()).toEqual(['reference']));
  expect(row.scrollLeft).toBe((portalTabs.length - 1) * WIDTH);
  box.mockRestore();
});

test('settings that can not be loaded are reported in place, and loaded again on request', async () => {
  let tries = 0;
  await open('/channel/api', {
    '/apisettings/get': () =>
      (tries += 1) === 1 ? { code: 0, msg: 'Not now', error: 'unavailable' } : envelope(apiSettings()),
  });
  await screen.findByText('The settings couldn’t be loaded');
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('What your program needs')).toBeTruthy();
});

test('the tabs are named in the reader’s language', async () => {
  await open('/channel/api');
  for (const [code, name] of [
    ['zh', '密钥'],
    ['es', 'Claves'],
    ['th', 'คีย์'],
    ['en', 'Keys'],
  ] as const) {
    act(() => language.set(code));
    expect(await screen.findByRole('radio', { name })).toBeTruthy();
  }
});
