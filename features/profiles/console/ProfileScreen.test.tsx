/** The profile screen as a user sees it. */
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { session } from '#features/accounts/console/session.ts';
import { answerCalls, type FakeAnswers, renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import { countPictureAddresses, holdUploads, sentUpload } from '#foundation/console/testing/uploads-for-tests.ts';
import { toasts } from '#foundation/console/overlay/toasts.ts';
import { Screen } from './ProfileScreen.tsx';

const person = {
  username: 'ada_1',
  nickname: 'Ada',
  bio: 'Tea',
  avatar: 'face',
  memberNo: '10000001',
  mustChangePassword: false,
};
const serve = (answers: FakeAnswers = {}, known = person) =>
  answerCalls({
    '/user/info': { code: 1, msg: '', data: { roles: ['member'], userinfo: known } },
    '/user/file/face': () => new Response('face', { headers: { 'content-type': 'image/webp' } }),
    '/user/profile': { code: 1, msg: '' },
    ...answers,
  });
beforeEach(() => {
  holdUploads();
  countPictureAddresses();
  session.set({ token: 't', roles: ['member'], rights: [], person });
});
const save = () => userEvent.setup().click(screen.getByRole('button', { name: 'Save profile' }));
const saved = (sentCalls: ReturnType<typeof serve>) => sentCalls.find(({ path }) => path === '/user/profile')?.body;

test('the profile is shown, changes are saved, and the session has them at once', async () => {
  const sentCalls = serve();
  const user = userEvent.setup();
  await renderScreen(<Screen />);
  const nickname = await screen.findByLabelText<HTMLInputElement>('Nickname');
  expect([nickname.value, screen.getByLabelText<HTMLTextAreaElement>('About you (optional)').value]).toEqual([
    'Ada',
    'Tea',
  ]);
  await waitFor(() => expect(screen.getByRole('img', { name: 'Picture' })).toBeTruthy());
  await user.clear(nickname);
  await user.type(nickname, ' Ada L ');
  await user.upload(
    screen.getByLabelText('Picture', { selector: 'input' }),
    new File(['x'], 'x.png', { type: 'image/png' }),
  );
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save profile' }).disabled).toBe(true);
  await (await sentUpload()).answer({ code: 1, msg: '', data: { id: 'new-face' } });
  await save();
  await waitFor(() => expect(toasts.get().map(({ text }) => text)).toEqual(['Profile saved']));
  expect(saved(sentCalls)).toEqual({ nickname: 'Ada L', bio: 'Tea', avatar: 'new-face' });
  expect(session.get()?.person).toMatchObject({ nickname: 'Ada L', avatar: 'new-face', memberNo: '10000001' });
});

test('a removed picture is saved as null', async () => {
  const sentCalls = serve();
  await renderScreen(<Screen />);
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Picture: remove the picture' }));
  await save();
  await waitFor(() => expect(saved(sentCalls)).toEqual({ nickname: 'Ada', bio: 'Tea', avatar: null }));
  expect(session.get()?.person.avatar).toBeNull();
});

test('an empty nickname is not sent, and a rejected profile leaves the session unchanged', async () => {
  const sentCalls = serve({ '/user/profile': { code: -1, msg: 'Check', fields: { bio: 'Use plain text' } } });
  const user = userEvent.setup();
  await renderScreen(<Screen />);
  const nickname = await screen.findByLabelText('Nickname');
  await user.clear(nickname);
  await save();
  await screen.findByText('Use 1 to 30 visible characters');
  expect(saved(sentCalls)).toBeUndefined();
  await user.type(nickname, 'Bea');
  await save();
  await screen.findByText('Use plain text');
  expect(session.get()?.person).toEqual(person);
});

test('a profile that cannot be loaded shows an error and can be loaded again', async () => {
  let fails = true;
  serve({
    '/user/info': () =>
      fails
        ? { code: 0, msg: 'no', error: 'unavailable' }
        : { code: 1, msg: '', data: { roles: ['member'], userinfo: person } },
  });
  await renderScreen(<Screen />);
  expect((await screen.findByRole('alert')).textContent).toContain('Your profile couldn’t be loaded');
  fails = false;
  await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByLabelText('Nickname');
});
