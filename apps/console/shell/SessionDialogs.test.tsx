/** What the page shows when its session is no longer the browser's session. */
import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { startSession } from '#features/accounts/console/session.ts';
import { loggedOut } from '#foundation/console/wire/api.ts';
import { chooseLanguage } from '#foundation/console/page/language.ts';
import { otherLogin } from '#foundation/console/wire/tab-session.ts';
import { beginAs } from '#foundation/console/testing/saved-input-for-tests.ts';
import { answerCalls, renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import { browserToken } from '#foundation/console/wire/token.ts';
import { registerInput, savedInput } from '#foundation/console/form/saved-input.ts';
import { SessionDialogs } from './SessionDialogs.tsx';

beforeEach(() => {
  answerCalls({});
  startSession({
    userinfo: {
      token: 'token-of-ada',
      expiretime: Date.now() / 1000 + 600,
      username: 'ada',
      nickname: 'Ada',
      avatar: null,
      memberNo: '10000001',
      roles: ['member'],
      rights: [],
      mustChangePassword: false,
    },
  });
});

/** Logs in or out as another tab does, and notifies this one. */
async function changeLoginElsewhere(username: string | undefined, token = 'token-of-mei'): Promise<void> {
  await act(async () => {
    document.cookie = `Admin-Token=${token}; Path=/${token === '' ? '; Max-Age=0' : ''}`;
    if (username === undefined) localStorage.removeItem('login');
    else localStorage.setItem('login', JSON.stringify({ mark: token, username }));
    await Promise.resolve();
    window.dispatchEvent(new StorageEvent('storage', { key: 'login' }));
  });
}

describe('a login with another account in this browser', () => {
  test('is shown next to the page’s own account, and nothing leads back to the page', async () => {
    await renderScreen(<SessionDialogs />);
    await changeLoginElsewhere('mei');
    const dialog = await screen.findByRole('dialog', { name: 'Another account is logged in' });
    expect(dialog.textContent).toContain(
      'You’re now logged in as mei in this browser. This page belongs to ada, so nothing you do on it is sent.',
    );
    // The session of mei continues on the server.
    expect(dialog.textContent).toContain(
      'If you log in as ada again, the other account is logged out of this browser.',
    );
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Log in as ada again',
      'Reload as mei',
    ]);
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('dialog')).toBe(dialog);
  });

  test('saves typed input immediately, so that leaving the page loses nothing', async () => {
    beginAs('ada');
    const end = registerInput('draft', () => ({ amount: '12.00' }));
    await renderScreen(<SessionDialogs />);
    await changeLoginElsewhere('mei');
    await screen.findByRole('dialog', { name: 'Another account is logged in' });
    end();
    expect(savedInput('draft')).toEqual({ amount: '12.00' });
  });

  test.each([
    ['zh', '已登录其他账户', '以 ada 重新登录', '以 mei 重新加载'],
    ['es', 'Se ha iniciado sesión con otra cuenta', 'Volver a iniciar sesión como ada', 'Recargar como mei'],
    ['th', 'มีบัญชีอื่นเข้าสู่ระบบอยู่', 'เข้าสู่ระบบเป็น ada อีกครั้ง', 'โหลดใหม่เป็น mei'],
  ] as const)('is reported in %s', async (language, title, again, reload) => {
    chooseLanguage(language);
    await renderScreen(<SessionDialogs />);
    await changeLoginElsewhere('mei');
    await screen.findByRole('dialog', { name: title });
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([again, reload]);
  });

  test('is removed from the browser when the page’s own user logs in again', async () => {
    await renderScreen(<SessionDialogs />);
    await changeLoginElsewhere('mei');
    await userEvent.click(await screen.findByRole('button', { name: 'Log in as ada again' }));
    expect(browserToken()).toBeUndefined();
  });

  test('replaces the dialog of an ended session and is closed by the same user’s next login', async () => {
    await renderScreen(<SessionDialogs />);
    act(() => loggedOut.emit());
    await screen.findByRole('dialog', { name: 'Confirm logout' });
    await changeLoginElsewhere('mei');
    await screen.findByRole('dialog', { name: 'Another account is logged in' });
    expect(
      screen.queryByText('You have been logged out. You can cancel to stay on this page, or log in again.'),
    ).toBeNull();
    await changeLoginElsewhere('ada', 'ada-again');
    expect(otherLogin.get()).toBeUndefined();
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  });
});

test('a logout in another tab shows the specification’s question at once', async () => {
  chooseLanguage('zh');
  await renderScreen(<SessionDialogs />);
  await changeLoginElsewhere(undefined, '');
  const dialog = await screen.findByRole('dialog', { name: '确定登出' });
  expect(dialog.textContent).toContain('你已被登出，可以取消继续留在该页面，或者重新登录');
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['取消', '重新登录']);
});
