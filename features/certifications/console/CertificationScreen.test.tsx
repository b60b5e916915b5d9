/** The certification screen as a member uses it. */
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { language } from '#foundation/console/page/language.ts';
import { answerCalls, type FakeAnswers, renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import { countPictureAddresses, holdUploads, sentUpload } from '#foundation/console/testing/uploads-for-tests.ts';
import { toasts } from '#foundation/console/overlay/toasts.ts';
import type { AuthInfo } from '../contract.ts';
import { Screen } from './CertificationScreen.tsx';

const nothing: AuthInfo = {
  status: 'none',
  name: '',
  idNumber: '',
  industry: '',
  website: '',
  photoFront: null,
  photoBack: null,
  remark: '',
  reviewRemark: '',
  submittedAt: null,
  reviewedAt: null,
  revokedAt: null,
};
const pending: AuthInfo = {
  ...nothing,
  status: 'pending',
  name: '张三',
  idNumber: '110************02X',
  industry: 'Retail',
  website: 'https://shop.example.com',
  photoFront: 'front',
  photoBack: 'back',
  submittedAt: '2026-11-20T04:00:00.000Z',
};
const rejected: AuthInfo = {
  ...pending,
  status: 'rejected',
  reviewRemark: 'The back is blurred',
  reviewedAt: '2026-11-21T04:00:00.000Z',
};

const picture = () => new Response('picture', { headers: { 'content-type': 'image/webp' } });
const serve = (info: AuthInfo | (() => AuthInfo), more: FakeAnswers = {}) =>
  answerCalls({
    '/user/getAuthInfo': () => ({ code: 1, msg: '', data: typeof info === 'function' ? info() : info }),
    '/user/file/front': picture,
    '/user/file/back': picture,
    ...more,
  });

beforeEach(() => {
  holdUploads();
  countPictureAddresses();
});

async function upload(label: string, id: string) {
  await userEvent
    .setup()
    .upload(screen.getByLabelText(label, { selector: 'input' }), new File(['x'], 'x.png', { type: 'image/png' }));
  await (await sentUpload(-1)).answer({ code: 1, msg: '', data: { id } });
}

async function fillIn(idNumber = '11010519491231002x') {
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('Name'), '张三Acme');
  await user.type(screen.getByLabelText('ID number'), idNumber);
  await user.type(screen.getByLabelText('Industry'), 'Retail');
}
const send = () => userEvent.setup().click(screen.getByRole('button', { name: 'Submit for review' }));

test('a completed form is sent, and then the pending certification is shown', async () => {
  let info = nothing;
  const requests = serve(() => info, {
    '/user/auth': () => {
      info = pending;
      return { code: 1, msg: '', data: { status: 'pending' } };
    },
  });
  await renderScreen(<Screen />);
  await fillIn();
  await upload('ID photo, front', 'front');
  await upload('ID photo, back', 'back');
  await send();
  await screen.findByRole('heading', { name: 'We’re reviewing your certification' });
  expect(requests.find(({ path }) => path === '/user/auth')?.body).toEqual({
    name: '张三Acme',
    idNumber: '11010519491231002x',
    industry: 'Retail',
    website: '',
    photoFront: 'front',
    photoBack: 'back',
    remark: '',
  });
  expect(toasts.get().map(({ text }) => text)).toEqual(['Certification submitted']);
  expect(screen.queryByRole('button', { name: 'Submit for review' })).toBeNull();
});

test('nothing is sent while fields are missing or invalid, and each field shows its error', async () => {
  const requests = serve(nothing);
  const user = userEvent.setup();
  await renderScreen(<Screen />);
  await fillIn('110105194912310021');
  await user.type(screen.getByLabelText('Industry'), ' & wholesale');
  await user.type(screen.getByLabelText('Website (optional)'), 'shop');
  await send();
  for (const message of [
    'This ID number has a wrong check digit; compare it with your ID',
    "Use Chinese characters, English letters and digits only, separated by a single space or - ' . ·",
    'Enter a web address such as https://example.com',
  ])
    await screen.findByText(message);
  expect(screen.getAllByText('Upload this photo')).toHaveLength(2);
  expect(requests.some(({ path }) => path === '/user/auth')).toBe(false);
});

test('the form cannot be sent while a photo is being uploaded', async () => {
  serve(nothing);
  await renderScreen(<Screen />);
  const submit = await screen.findByRole<HTMLButtonElement>('button', { name: 'Submit for review' });
  await userEvent
    .setup()
    .upload(
      screen.getByLabelText('ID photo, back', { selector: 'input' }),
      new File(['x'], 'x.png', { type: 'image/png' }),
    );
  await waitFor(() => expect(submit.disabled).toBe(true));
  await (await sentUpload()).answer({ code: 1, msg: '', data: { id: 'back' } });
  await waitFor(() => expect(submit.disabled).toBe(false));
});

test('an error from the server is shown at its field, and the typed values are kept', async () => {
  serve(nothing, {
    '/user/auth': {
      code: -1,
      msg: 'Check',
      fields: { photoBack: 'This photo is no longer available; choose it again' },
    },
  });
  await renderScreen(<Screen />);
  await fillIn();
  await upload('ID photo, front', 'front');
  await upload('ID photo, back', 'back');
  await send();
  await screen.findByText('This photo is no longer available; choose it again');
  language.set('es');
  expect(await screen.findByRole<HTMLInputElement>('textbox', { name: 'Nombre' })).toHaveProperty('value', '张三Acme');
});

test.each([
  ['pending', pending, 'We’re reviewing your certification', 'Pending review'],
  [
    'approved',
    { ...pending, status: 'approved' as const, reviewedAt: '2026-11-21T04:00:00.000Z' },
    'You’re certified',
    'Approved',
  ],
])(
  'a certification that is %s is read-only: the ID number masked, both photos shown',
  async (_, info, title, status) => {
    serve(info);
    await renderScreen(<Screen />);
    await screen.findByRole('heading', { name: title });
    expect(screen.getByText(status)).toBeTruthy();
    for (const shownText of ['张三', '110************02X', 'Retail', 'https://shop.example.com'])
      expect(screen.getByText(shownText)).toBeTruthy();
    await waitFor(() =>
      expect(screen.getAllByRole('img').map((img) => img.getAttribute('alt'))).toEqual([
        'ID photo, front',
        'ID photo, back',
      ]),
    );
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('button')).toBeNull();
  },
);

test('a rejected certification shows the reviewer’s remark and can be changed and sent again with the same photos', async () => {
  const requests = serve(rejected, { '/user/auth': { code: 1, msg: '', data: { status: 'pending' } } });
  const user = userEvent.setup();
  await renderScreen(<Screen />);
  expect((await screen.findByText('The back is blurred')).closest('figure')?.textContent).toContain(
    'Reviewer’s remark',
  );
  await user.click(screen.getByRole('button', { name: 'Edit and resubmit' }));
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('张三');
  expect(screen.getByLabelText<HTMLInputElement>('ID number').value).toBe('');
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await user.click(screen.getByRole('button', { name: 'Edit and resubmit' }));
  await user.type(screen.getByLabelText('ID number'), '11010519491231002X');
  await upload('ID photo, back', 'new-back');
  await send();
  await waitFor(() =>
    expect(requests.find(({ path }) => path === '/user/auth')?.body).toMatchObject({
      photoFront: 'front',
      photoBack: 'new-back',
      industry: 'Retail',
    }),
  );
});

test('a photo or certification that cannot be loaded shows an error, and can be loaded again', async () => {
  let fails = true;
  serve(pending, {
    '/user/getAuthInfo': () =>
      fails ? { code: 0, msg: 'no', error: 'unavailable' } : { code: 1, msg: '', data: pending },
    '/user/file/back': () => (fails ? { code: 0, msg: 'no', error: 'not_found' } : picture()),
  });
  const user = userEvent.setup();
  await renderScreen(<Screen />);
  expect((await screen.findByRole('alert')).textContent).toContain('Your certification couldn’t be loaded');
  fails = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByRole('heading', { name: 'We’re reviewing your certification' });
  await waitFor(() => expect(screen.getAllByRole('img')).toHaveLength(2));
});
