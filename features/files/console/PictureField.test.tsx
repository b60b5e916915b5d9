/** The picture field as a user sees it: choose, drop, upload, rejection, replacement. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { Form, SubmitButton, useForm } from '#foundation/console/form/form.tsx';
import { language } from '#foundation/console/page/language.ts';
import { answerCalls, renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import { countPictureAddresses, type HeldUpload, holdUploads } from '#foundation/console/testing/uploads-for-tests.ts';
import { toasts } from '#foundation/console/overlay/toasts.ts';
import { fileTexts } from '../words.ts';
import { Avatar } from './Avatar.tsx';
import { PictureField } from './PictureField.tsx';

const png = (size = 3, name = 'front.png') => new File([new Uint8Array(size)], name, { type: 'image/png' });
let uploads: readonly HeldUpload[];
let addresses: ReadonlySet<string>;
let sent: unknown[];
let busy: boolean[];

beforeEach(() => {
  uploads = holdUploads();
  addresses = countPictureAddresses();
  sent = [];
  busy = [];
});

const recordBusy = (now: boolean) => void busy.push(now);

function PhotoForm({ photo = '' }: { photo?: string }) {
  const form = useForm({
    schema: z.object({ photo: z.string().min(1, { error: 'picture_broken' }) }),
    texts: fileTexts,
    initial: { photo },
    onSubmit: async (input) => void sent.push(input),
  });
  return (
    <Form form={form} label="Photo form">
      <PictureField name="photo" label="Front" shape="card" empty="nothing" onBusy={recordBusy} />
      <SubmitButton>Send</SubmitButton>
    </Form>
  );
}

const nth = (index: number): HeldUpload => {
  const upload = uploads[index];
  if (!upload) throw new Error(`no upload ${index}`);
  return upload;
};
const chooser = () => screen.getByLabelText<HTMLInputElement>('Front', { selector: 'input' });
const shown = () => screen.queryByRole<HTMLImageElement>('img', { name: 'Front' })?.src;

test('a picture is previewed at once, shows its progress, and its id becomes the field’s value', async () => {
  const user = userEvent.setup();
  await renderScreen(<PhotoForm />);
  expect(screen.getByText('JPEG, PNG or WebP, up to 1 MB')).toBeTruthy();
  await user.upload(chooser(), png());
  expect(shown()).toBe('blob:1');
  expect(nth(0).path).toBe('/user/upload');
  await nth(0).progress(0.4);
  expect(screen.getByText('Uploading 40%')).toBeTruthy();
  expect(screen.getByRole<HTMLProgressElement>('progressbar').value).toBe(40);
  await nth(0).progress(1);
  expect(screen.getByText('Checking the picture…')).toBeTruthy();
  expect(busy).toEqual([false, true]);
  await nth(0).answer({ code: 1, msg: '', data: { id: 'file-1' } });
  expect(screen.getByText('Uploaded')).toBeTruthy();
  expect(screen.queryByRole('progressbar')).toBeNull();
  expect(busy).toEqual([false, true, false]);
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(sent).toEqual([{ photo: 'file-1' }]);
});

test('a dropped picture is uploaded, and the drop area invites the user to let go', async () => {
  await renderScreen(<PhotoForm />);
  const area = screen.getByText('Drag a picture here, or');
  fireEvent.dragOver(area);
  expect(screen.getByText('Drop to upload')).toBeTruthy();
  fireEvent.drop(area, { dataTransfer: { files: [png(3, 'dropped.png')] } });
  await waitFor(() => expect(uploads).toHaveLength(1));
  expect(nth(0).file?.name).toBe('dropped.png');
});

test.each([
  ['one byte too many', png(1_048_577), 'The file must be 1 MB or smaller'],
  [
    'another kind of file',
    new File(['%PDF'], 'a.pdf', { type: 'application/pdf' }),
    'Choose a JPEG, PNG or WebP picture',
  ],
])('%s is not uploaded', async (_, file, message) => {
  const user = userEvent.setup({ applyAccept: false });
  await renderScreen(<PhotoForm />);
  await user.upload(chooser(), file);
  expect(screen.getByRole('alert').textContent).toBe(message);
  expect(uploads).toHaveLength(0);
  expect(shown()).toBeUndefined();
});

test('exactly 1M is uploaded, and so is a file without a type', async () => {
  const user = userEvent.setup({ applyAccept: false });
  await renderScreen(<PhotoForm />);
  await user.upload(chooser(), png(1_048_576));
  await user.upload(chooser(), new File(['x'], 'photo'));
  expect(uploads).toHaveLength(2);
});

test('the server’s error is shown at the field, and the previous picture stays', async () => {
  answerCalls({ '/user/file/old': new Response('old picture', { headers: { 'content-type': 'image/webp' } }) });
  const user = userEvent.setup();
  await renderScreen(<PhotoForm photo="old" />);
  await waitFor(() => expect(shown()).toBe('blob:1'));
  await user.upload(chooser(), png());
  await nth(0).answer({ code: -1, msg: 'Check', fields: { file: 'This picture is damaged' } });
  expect(screen.getByRole('alert').textContent).toBe('This picture is damaged');
  await waitFor(() => expect(shown()).toBeDefined());
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(sent).toEqual([{ photo: 'old' }]);
});

test('a lost connection is reported, and the same file can be chosen again', async () => {
  const user = userEvent.setup();
  await renderScreen(<PhotoForm />);
  const file = png();
  await user.upload(chooser(), file);
  await nth(0).fail('error');
  expect(toasts.get().map(({ text }) => text)).toEqual([
    'We couldn’t reach the server. Check your connection and try again.',
  ]);
  expect(shown()).toBeUndefined();
  await user.upload(chooser(), file);
  await nth(1).answer({ code: 1, msg: '', data: { id: 'file-2' } });
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(sent).toEqual([{ photo: 'file-2' }]);
});

test('choosing another picture cancels the running upload, and its late answer is ignored', async () => {
  const user = userEvent.setup();
  await renderScreen(<PhotoForm />);
  await user.upload(chooser(), png(3, 'first.png'));
  await user.upload(chooser(), png(3, 'second.png'));
  expect([nth(0).aborted, nth(1).aborted]).toEqual([true, false]);
  await nth(1).answer({ code: 1, msg: '', data: { id: 'second' } });
  await nth(0).answer({ code: 1, msg: '', data: { id: 'first' } });
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(sent).toEqual([{ photo: 'second' }]);
  expect(toasts.get()).toEqual([]);
});

test('a picture can be removed; the form then reports the missing picture and focuses the choose button', async () => {
  const user = userEvent.setup();
  await renderScreen(<PhotoForm />);
  await user.upload(chooser(), png());
  await nth(0).answer({ code: 1, msg: '', data: { id: 'file-1' } });
  await user.click(screen.getByRole('button', { name: 'Front: remove the picture' }));
  expect(shown()).toBeUndefined();
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(sent).toEqual([]);
  expect(screen.getByRole('alert').textContent).toBe('This picture is damaged; choose another or take a new one');
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Front: choose a picture' })),
  );
});

test('a stored picture that cannot be loaded shows an error and can be loaded again', async () => {
  let reads = 0;
  answerCalls({
    '/user/file/old': () =>
      (reads += 1) === 1
        ? { code: 0, msg: 'gone', error: 'not_found' }
        : new Response('picture', { headers: { 'content-type': 'image/webp' } }),
  });
  const user = userEvent.setup();
  await renderScreen(<PhotoForm photo="old" />);
  await user.click(await screen.findByRole('button', { name: 'Reload' }));
  await waitFor(() => expect(shown()).toBe('blob:1'));
});

test('a language switch translates everything and loses nothing', async () => {
  const user = userEvent.setup();
  await renderScreen(<PhotoForm />);
  await user.upload(chooser(), png());
  await nth(0).answer({ code: 1, msg: '', data: { id: 'file-1' } });
  language.set('zh');
  await screen.findByText('已上传');
  expect(shown()).toBe('blob:1');
});

test('leaving the form revokes the picture addresses and cancels the upload', async () => {
  const user = userEvent.setup();
  const { unmount } = await renderScreen(<PhotoForm />);
  await user.upload(chooser(), png());
  expect(addresses.size).toBe(1);
  unmount();
  expect(addresses.size).toBe(0);
  expect(nth(0).aborted).toBe(true);
});

test('an avatar is the stored picture, or the first letter if there is none or it cannot be loaded', async () => {
  answerCalls({
    '/user/file/face': new Response('face', { headers: { 'content-type': 'image/webp' } }),
    '/user/file/lost': { code: 0, msg: 'gone', error: 'not_found' },
  });
  const { container } = await renderScreen(
    <>
      <Avatar file="face" name="ada" className="face" />
      <Avatar file={null} name="张三" className="none" />
      <Avatar file="lost" name="bob" className="lost" />
    </>,
  );
  await waitFor(() => expect(container.querySelector<HTMLImageElement>('img.face')?.src).toBe('blob:1'));
  expect(['.none', '.lost'].map((selector) => container.querySelector(selector)?.getAttribute('data-letter'))).toEqual([
    '张',
    'B',
  ]);
});
