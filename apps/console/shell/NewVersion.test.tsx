/**
 * Code that can't be loaded after an update: the new version is offered. A broken connection is still reported as one.
 */
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { lazy, Suspense } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { kitWords } from '#foundation/console/page/kit-words.ts';
import { chooseLanguage } from '#foundation/console/page/language.ts';
import { LazyPart } from '#foundation/console/display/LazyPart.tsx';
import { newVersion } from '#foundation/console/wire/lazy-code.ts';
import { renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import { toasts } from '#foundation/console/overlay/toasts.ts';
import { NewVersion } from './NewVersion.tsx';
import { CatchFailed, ScreenFailed } from './screen-states.tsx';

const entry = document.createElement('script');
Object.assign(entry, { type: 'module' }).setAttribute('src', './assets/first-1.js');

/** Sets the page that the server returns. `undefined` means that the server can't be reached. */
function serve(page: string | undefined): void {
  globalThis.fetch = async () => {
    if (page === undefined) throw new TypeError('Failed to fetch');
    return new Response(page);
  };
}
const same = '<script type="module" src="./assets/first-1.js"></script>';
const updated = '<script type="module" src="./assets/first-2.js"></script>';

beforeEach(() => document.body.append(entry));
afterEach(() => {
  entry.remove();
  newVersion.set(false);
});

/** How each browser, and Vite for a style sheet, reports that a file could not be loaded. */
const inChromium = new TypeError('Failed to fetch dynamically imported module: https://pay.example/assets/x.js');
const missing = [
  inChromium,
  new TypeError('error loading dynamically imported module: https://pay.example/assets/x.js'),
  new TypeError('Importing a module script failed.'),
  new Error('Unable to preload CSS for /assets/x.css'),
];

test.each(missing.map((error) => [error.message, error] as const))(
  'a screen that fails with “%s” after an update says that there is a new version',
  async (message, error) => {
    serve(updated);
    await renderScreen(<ScreenFailed error={error} />);
    await screen.findByRole('heading', { name: 'A new version is available.' });
    expect(screen.getByText(/^Reload the page to continue\./)).toBeTruthy();
    expect(document.body.textContent).not.toContain(message);
    expect(newVersion.get()).toBe(true);
  },
);

test.each([
  ['without a network', undefined],
  ['when the server has the same version', same],
])('%s the screen says that the server could not be reached', async (_when, page) => {
  serve(page);
  await renderScreen(<ScreenFailed error={inChromium} />);
  await screen.findByText('We couldn’t reach the server. Check your connection and try again.');
  expect(newVersion.get()).toBe(false);
});

test('a screen that throws shows the error', async () => {
  serve(updated);
  await renderScreen(<ScreenFailed error={new TypeError('x is not a function')} />);
  expect(screen.getByText('x is not a function')).toBeTruthy();
});

test('a page before the login whose code is missing offers a reload instead of going blank', async () => {
  serve(updated);
  const Gone = lazy(() => Promise.reject(inChromium));
  await renderScreen(
    <CatchFailed>
      <Suspense>
        <Gone />
      </Suspense>
    </CatchFailed>,
  );
  expect(await screen.findByRole('button', { name: 'Reload' })).toBeTruthy();
});

test('a missing part keeps the page, offers the new version and can be retried', async () => {
  serve(updated);
  let isAvailable = false;
  const load = async () => {
    if (!isAvailable) throw inChromium;
    return { text: 'the chart' };
  };
  await renderScreen(
    <>
      <LazyPart load={load} space="loading">
        {({ text }) => text}
      </LazyPart>
      <NewVersion />
    </>,
  );
  await screen.findByText('This part of the page couldn’t be loaded.');
  await screen.findByText('A new version is available.');
  expect(toasts.get()).toEqual([]);
  isAvailable = true;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('the chart');
});

test.each([
  ['en', 'A new version is available.', 'Reload'],
  ['zh', '控制台已更新。', '立即刷新'],
  ['es', 'Hay una versión nueva.', 'Recargar'],
  ['th', 'มีเวอร์ชันใหม่', 'โหลดใหม่ตอนนี้'],
] as const)('the new version is offered in %s and not printed', async (language, title, act) => {
  chooseLanguage(language);
  newVersion.set(true);
  await renderScreen(<NewVersion />);
  const bar = screen.getByRole('alert');
  expect(bar.textContent).toContain(title);
  // A call that fails for the same reason uses the same words.
  expect(bar.textContent.replaceAll(' ', '')).toContain(kitWords.page_outdated[language].replaceAll(' ', ''));
  expect(bar.dataset.print).toBe('never');
  expect(screen.getByRole('button', { name: act })).toBeTruthy();
});
