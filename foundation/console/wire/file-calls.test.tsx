/** How the client uploads and downloads files. */
import { beforeEach, expect, test } from 'vitest';
import { CallFailed, CallRefused, FieldErrors, LoggedOut } from './api-errors.ts';
import { loggedOut } from './api.ts';
import { downloadFile, uploadFile } from './file-calls.ts';
import { language } from '#foundation/console/page/language.ts';
import { answerCalls } from '#foundation/console/testing/render-for-tests.tsx';
import { type HeldUpload, holdUploads } from '#foundation/console/testing/uploads-for-tests.ts';
import { toasts } from '#foundation/console/overlay/toasts.ts';
import { storeToken } from './token.ts';

const photo = new File(['abc'], 'photo.png', { type: 'image/png' });
const here = () => new AbortController().signal;
let uploads: readonly HeldUpload[];

beforeEach(() => {
  uploads = holdUploads();
  storeToken('my-token', new Date(Date.now() + 60_000));
});

const first = (): HeldUpload => {
  const [upload] = uploads;
  if (!upload) throw new Error('nothing was sent');
  return upload;
};

/** Resolves with the error of a call. */
const errorOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );

test('an upload sends the field "file" with token and language, reports progress and returns the data', async () => {
  language.set('th');
  const shares: number[] = [];
  const sent = uploadFile<{ id: string }>('/user/upload', photo, { onProgress: (share) => shares.push(share) });
  expect(first()).toMatchObject({ path: '/user/upload', timeout: 180_000 });
  expect(await first().file?.text()).toBe('abc');
  expect([first().headers.get('X-Token'), first().headers.get('Accept-Language')]).toEqual(['my-token', 'th']);
  await first().progress(0.25);
  await first().progress(1);
  await first().answer({ code: 1, msg: '', data: { id: 'f1' } });
  expect(await sent).toEqual({ id: 'f1' });
  expect(shares).toEqual([0.25, 1]);
});

test.each([
  ['a wrong field', { code: -1, msg: 'Check', fields: { file: 'Too large' } }, 200, FieldErrors, undefined],
  ['a refusal', { code: 0, msg: 'Too many', error: 'upload_limit' }, 200, CallRefused, 'Too many'],
  ['a transport error', { code: 0, msg: 'Too large', error: 'too_large' }, 413, CallFailed, 'Too large'],
  [
    'an unreadable response',
    '<html>',
    502,
    CallFailed,
    'Something went wrong on our side. Please try again in a moment.',
  ],
])('%s is reported as with any other call', async (_, envelope, status, kind, toast) => {
  const sent = uploadFile('/user/upload', photo);
  const ended = errorOf(sent);
  await first().answer(envelope, status);
  expect(await ended).toBeInstanceOf(kind);
  expect(toasts.get().map(({ text }) => text)).toEqual(toast === undefined ? [] : [toast]);
});

test.each([
  ['error', 'We couldn’t reach the server. Check your connection and try again.'],
  ['timeout', 'The server took too long to answer. Check the result before you try again.'],
] as const)('a connection that ends with %s shows what to do', async (how, message) => {
  const ended = errorOf(uploadFile('/user/upload', photo));
  await first().fail(how);
  expect(await ended).toMatchObject({ name: 'CallFailed', message });
});

test('an ended session emits loggedOut', async () => {
  let logouts = 0;
  const stop = loggedOut.listen(() => (logouts += 1));
  const ended = errorOf(uploadFile('/user/upload', photo));
  await first().answer({ code: 50008, msg: 'Logged out' });
  expect(await ended).toBeInstanceOf(LoggedOut);
  expect(logouts).toBe(1);
  stop();
});

test('an aborted upload stops at once and shows no toast', async () => {
  const controller = new AbortController();
  const ended = errorOf(uploadFile('/user/upload', photo, { signal: controller.signal }));
  controller.abort();
  expect(await ended).toHaveProperty('name', 'AbortError');
  expect(first().aborted).toBe(true);
  await expect(uploadFile('/user/upload', photo, { signal: controller.signal })).rejects.toHaveProperty(
    'name',
    'AbortError',
  );
  expect(uploads).toHaveLength(1);
  expect(toasts.get()).toEqual([]);
});

test('a download sends the token in a header, and a refusal is not returned as a file', async () => {
  const sentCalls = answerCalls({
    '/user/file/1': new Response('picture', { headers: { 'content-type': 'image/webp' } }),
    '/user/file/2': { code: 0, msg: 'Not found', error: 'not_found' },
    '/user/file/3': new Error('lost'),
    '/user/file/4': Response.json({ code: 1, msg: '' }),
  });
  const blob = await downloadFile('/user/file/1', here());
  expect(blob.type).toBe('image/webp');
  expect(await blob.text()).toBe('picture');
  expect(sentCalls[0]?.headers.get('X-Token')).toBe('my-token');
  await expect(downloadFile('/user/file/2', here())).rejects.toBeInstanceOf(CallRefused);
  await expect(downloadFile('/user/file/3', here())).rejects.toBeInstanceOf(CallFailed);
  await expect(downloadFile('/user/file/4', here())).rejects.toBeInstanceOf(CallFailed);
  expect(toasts.get()).toEqual([]);
});
