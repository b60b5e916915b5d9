/** What the page says when its session is not the browser's any more. */
import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { startSession } from '#features/users/console/session.ts';
import { loggedOut } from '#foundation/console/api.ts';
import { chooseLanguage } from '#foundation/console/language.ts';
import { otherLogin } from '#foundation/console/tab-session.ts';
import { beginAs } from '#foundation/console/test-kept.ts';
import { answerCalls, renderScreen } from '#foundation/console/test-render.tsx';
import { browserToken } from '#foundation/console/token.ts';
import { offerTyped, typedBeforeLogin } from '#foundation/console/typed-forms.ts';
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
    },
  });
});

/** As another tab does, and as this one hears of it. */
async function elsewhere(username: string | undefined, token = 'token-of-mei'): Promise<void> {
  await act(async () => {
    document.cookie = `Admin-Token=${token}; Path=/${token === '' ? '; Max-Age=0' : ''}`;
    if (username === undefined) localStorage.removeItem('login');
    else localStorage.setItem('login', JSON.stringify({ mark: token, username }));
    await Promise.resolve();
    window.dispatchEvent(new StorageEvent('storage', { key: 'login' }));
  });
}

describe('another account in this browser', () => {
  test('is named beside the page’s own, and nothing leads back into the page', async () => {
    await renderScreen(<SessionDialogs />);
    await elsewhere('mei');
    const dialog = await screen.findByRole('dialog', { name: 'Another account is logged in' });
    expect(dialog.textContent).toContain(
      'You are now logged in as mei in this browser. This page belongs to ada, and nothing that you do on it is sent.',
    );
    // The login of mei goes on at the server.
    expect(dialog.textContent).toContain(
      'If you log in as ada again, this browser no longer keeps the login of the other account.',
    );
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Log in as ada again',
      'Reload as mei',
    ]);
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('dialog')).toBe(dialog);
  });

  test('what was typed is kept at once, so that leaving the page behind it loses nothing', async () => {
    beginAs('ada');
    const end = offerTyped('draft', () => ({ amount: '12.00' }));
    await renderScreen(<SessionDialogs />);
    await elsewhere('mei');
    await screen.findByRole('dialog', { name: 'Another account is logged in' });
    end();
    expect(typedBeforeLogin('draft')).toEqual({ amount: '12.00' });
  });

  test.each([
    ['zh', '已登录其他账户', '以 ada 重新登录', '以 mei 重新加载'],
    ['es', 'Se ha iniciado sesión con otra cuenta', 'Volver a entrar como ada', 'Recargar como mei'],
    ['th', 'มีบัญชีอื่นเข้าสู่ระบบอยู่', 'เข้าสู่ระบบเป็น ada อีกครั้ง', 'โหลดใหม่เป็น mei'],
  ] as const)('is told in %s', async (language, title, again, reload) => {
    chooseLanguage(language);
    await renderScreen(<SessionDialogs />);
    await elsewhere('mei');
    await screen.findByRole('dialog', { name: title });
    expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([again, reload]);
  });

  test('leaves the browser when its page’s own user logs in again', async () => {
    await renderScreen(<SessionDialogs />);
    await elsewhere('mei');
    await userEvent.click(await screen.findByRole('button', { name: 'Log in as ada again' }));
    expect(browserToken()).toBeUndefined();
  });

  test('takes the place of the question of an ended session, and gives way to the same user’s next login', async () => {
    await renderScreen(<SessionDialogs />);
    act(() => loggedOut.emit());
    await screen.findByRole('dialog', { name: 'Confirm logout' });
    await elsewhere('mei');
    await screen.findByRole('dialog', { name: 'Another account is logged in' });
    expect(
      screen.queryByText('You have been logged out. You can cancel to stay on this page, or log in again.'),
    ).toBeNull();
    await elsewhere('ada', 'ada-again');
    expect(otherLogin.get()).toBeUndefined();
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
  });
});

test('a logout in another tab asks as the specification says, at once', async () => {
  chooseLanguage('zh');
  await renderScreen(<SessionDialogs />);
  await elsewhere(undefined, '');
  const dialog = await screen.findByRole('dialog', { name: '确定登出' });
  expect(dialog.textContent).toContain('你已被登出，可以取消继续留在该页面，或者重新登录');
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['取消', '重新登录']);
});
