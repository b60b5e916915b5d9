import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CopyText } from './CopyText.tsx';
import { renderScreen } from './test-render.tsx';

const writeText = vi.fn<(text: string) => Promise<void>>(async () => undefined);
beforeEach(() => {
  Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function copied() {
  const rendered = await renderScreen(<CopyText value="A1" />);
  const button = await screen.findByRole('button', { name: 'Copy A1' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await act(async () => void fireEvent.click(button));
  return { ...rendered, button };
}

test('copies, and says so for a moment', async () => {
  const { button } = await copied();
  expect(writeText).toHaveBeenLastCalledWith('A1');
  expect(button.ariaLabel).toBe('Copied');
  act(() => void vi.advanceTimersByTime(1_500));
  expect(button.ariaLabel).toBe('Copy A1');
});

test('a page that is gone by then is left alone', async () => {
  const { unmount } = await copied();
  unmount();
  vi.stubGlobal('window', undefined);
  expect(() => vi.advanceTimersByTime(2_000)).not.toThrow();
});
