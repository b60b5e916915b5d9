import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CopyText } from './CopyText.tsx';
import { DetailDrawer } from './DetailDrawer.tsx';
import { renderScreen } from './test-render.tsx';
import { toasts } from './toasts.ts';

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

describe('where there is no navigator.clipboard', () => {
  /** What a browser's older command copies: what is selected in the field that has the focus. */
  const command = (works: boolean) => {
    const taken: { text: string; isReadOnly: boolean; dialog: boolean }[] = [];
    Object.defineProperty(document, 'execCommand', {
      configurable: true,
      value: (name: string) => {
        const field = document.activeElement;
        if (name !== 'copy' || !(field instanceof HTMLTextAreaElement)) return false;
        const text = field.value.slice(field.selectionStart, field.selectionEnd);
        taken.push({ text, isReadOnly: field.readOnly, dialog: field.closest('[role="dialog"]') !== null });
        return works;
      },
    });
    return taken;
  };
  beforeEach(() => {
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined });
  });

  test('the text is copied all the same, and the focus stays where it was', async () => {
    const taken = command(true);
    const { button } = await copied();
    expect(taken).toEqual([{ text: 'A1', isReadOnly: true, dialog: false }]);
    expect(button.ariaLabel).toBe('Copied');
    expect(document.querySelector('textarea')).toBeNull();
    expect(toasts.get()).toEqual([]);
  });

  test('what had the focus and what was selected are as before', async () => {
    command(true);
    await renderScreen(
      <>
        <button type="button">Act</button>
        <p>Some text</p>
        <CopyText value="A1" />
      </>,
    );
    const focused = screen.getByRole('button', { name: 'Act' });
    focused.focus();
    document.getSelection()?.selectAllChildren(screen.getByText('Some text'));
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Copy A1' })));
    expect(document.activeElement).toBe(focused);
    expect(document.getSelection()?.toString()).toBe('Some text');
  });

  test('in a drawer the field stands inside it, where the focus may be', async () => {
    const taken = command(true);
    await renderScreen(
      <DetailDrawer opened title="One" onClose={() => undefined}>
        <CopyText value="A1" />
      </DetailDrawer>,
    );
    const button = await screen.findByRole('button', { name: 'Copy A1' });
    // The drawer gives itself the focus first.
    await waitFor(() => expect(document.activeElement?.closest('[role="dialog"]')).not.toBeNull());
    button.focus();
    await act(async () => void fireEvent.click(button));
    expect(taken).toEqual([{ text: 'A1', isReadOnly: true, dialog: true }]);
    expect(document.activeElement).toBe(button);
  });

  test.each(['refuses', 'throws'])(
    'when the older command %s too, it is said, and the text is selected for copying by hand',
    async (how) => {
      if (how === 'refuses') command(false);
      else
        Object.defineProperty(document, 'execCommand', {
          configurable: true,
          value: () => {
            throw new Error('not here');
          },
        });
      const { button } = await copied();
      expect(button.ariaLabel).toBe('Copy A1');
      expect(toasts.get().map(({ text, tone }) => ({ text, tone }))).toEqual([
        { text: 'Copying failed; select the text and copy it by hand', tone: 'bad' },
      ]);
      expect(document.getSelection()?.toString()).toBe('A1');
      expect(document.querySelector('textarea')).toBeNull();
    },
  );

  test('a browser that forbids the newer way may allow the older one', async () => {
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: () => Promise.reject(new Error('denied')) },
    });
    const taken = command(true);
    const { button } = await copied();
    expect(taken.map(({ text }) => text)).toEqual(['A1']);
    expect(button.ariaLabel).toBe('Copied');
  });
});
