/** The full screen button follows the browser's state and reports a refusal. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { chooseLanguage } from '#foundation/console/page/language.ts';
import { renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import { toasts } from '#foundation/console/overlay/toasts.ts';
import type { Language } from '#foundation/core/words.ts';
import { FullScreenButton } from './FullScreenButton.tsx';

let full: Element | null = null;
const setFullElement = async (element: Element | null) => {
  full = element;
  document.dispatchEvent(new Event('fullscreenchange'));
};

/** jsdom has no full screen API, so the tests define it. */
function defineRequestFullscreen(enters: (() => Promise<void>) | undefined): void {
  Object.defineProperty(document.documentElement, 'requestFullscreen', { configurable: true, value: enters });
}

beforeEach(() => {
  full = null;
  Object.defineProperty(document, 'fullscreenElement', { configurable: true, get: () => full });
  Object.defineProperty(document, 'exitFullscreen', { configurable: true, value: () => setFullElement(null) });
});

test('the label follows the state, also when the browser leaves full screen by itself', async () => {
  defineRequestFullscreen(() => setFullElement(document.documentElement));
  await renderScreen(<FullScreenButton />);
  fireEvent.click(await screen.findByRole('button', { name: 'Full screen' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Exit full screen' }));
  await screen.findByRole('button', { name: 'Full screen' });
  await act(() => setFullElement(document.documentElement));
  expect(screen.getByRole('button', { name: 'Exit full screen' })).toBeTruthy();
  await act(() => setFullElement(null));
  expect(screen.getByRole('button', { name: 'Full screen' })).toBeTruthy();
  expect(toasts.get()).toEqual([]);
});

test.each<[Language, string]>([
  ['en', 'you browser can not work'],
  ['zh', '您的浏览器不支持全屏'],
  ['es', 'Su navegador no admite la pantalla completa'],
  ['th', 'เบราว์เซอร์ของคุณไม่รองรับโหมดเต็มหน้าจอ'],
])('a refusal and a missing full screen API are reported in %s', async (language, text) => {
  chooseLanguage(language);
  await renderScreen(<FullScreenButton />);
  for (const enters of [() => Promise.reject(new TypeError('not allowed')), undefined]) {
    toasts.set([]);
    defineRequestFullscreen(enters);
    fireEvent.click(await screen.findByRole('button'));
    await waitFor(() => expect(toasts.get().map((toast) => [toast.text, toast.tone])).toEqual([[text, 'bad']]));
  }
});
