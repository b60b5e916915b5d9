import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { pendingCalls } from '#foundation/console/wire/api.ts';
import { chooseLanguage } from '#foundation/console/page/language.ts';
import { AwaitedMain, PendingOverlay } from './PendingOverlay.tsx';
import { renderScreen } from '#foundation/console/testing/render-for-tests.tsx';

afterEach(() => {
  act(() => pendingCalls.set(0));
  vi.useRealTimers();
  chooseLanguage('en');
});

const wait = (ms: number): void => act(() => void vi.advanceTimersByTime(ms));
const pend = (calls: number): void => act(() => pendingCalls.set(calls));

const overlay = () => screen.getByRole('status');
const content = () => screen.getByRole('main');

async function renderPage(): Promise<Element> {
  const { container } = await renderScreen(
    <>
      <AwaitedMain>
        <button type="button">Send</button>
      </AwaitedMain>
      <PendingOverlay />
    </>,
  );
  return container;
}

test('the overlay shows after 150 ms and until the last call has ended; shorter waits change nothing', async () => {
  const container = await renderPage();
  vi.useFakeTimers();
  const changes = new MutationObserver(() => undefined);
  changes.observe(container, { attributes: true, characterData: true, childList: true, subtree: true });
  for (const calls of [1, 2, 0, 1]) {
    pend(calls);
    wait(149);
    pend(0);
  }
  wait(1_000);
  expect(changes.takeRecords()).toEqual([]);

  pend(1);
  wait(100);
  pend(2);
  wait(49);
  expect([overlay().textContent, content().getAttribute('aria-busy')]).toEqual(['', null]);
  wait(1);
  expect([overlay().textContent, content().getAttribute('aria-busy')]).toEqual(['Loading…', 'true']);
  pend(1);
  expect([overlay().textContent, content().getAttribute('aria-busy')]).toEqual(['Loading…', 'true']);
  pend(0);
  expect([overlay().textContent, content().getAttribute('aria-busy')]).toEqual(['', null]);
});

test.each([
  ['en', 'Loading…'],
  ['zh', '加载中……'],
  ['es', 'Cargando…'],
  ['th', 'กำลังโหลด…'],
] as const)('its announced text in %s is %s', async (language, text) => {
  chooseLanguage(language);
  await renderPage();
  vi.useFakeTimers();
  pend(1);
  wait(150);
  expect(overlay().textContent).toBe(text);
  // Screen readers announce it only if no element around it is busy.
  expect(overlay().closest('[aria-busy]')).toBeNull();
});

test('the focus stays where it was, and nothing in the overlay can take it', async () => {
  await renderPage();
  const button = screen.getByRole('button');
  button.focus();
  vi.useFakeTimers();
  pend(1);
  wait(150);
  expect(document.activeElement).toBe(button);
  expect(overlay().querySelectorAll('a, button, input, [tabindex]')).toHaveLength(0);
});
