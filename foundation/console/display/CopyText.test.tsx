import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CopyText } from './CopyText.tsx';
import { DetailDrawer } from '#foundation/console/overlay/DetailDrawer.tsx';
import { renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import { toasts } from '#foundation/console/overlay/toasts.ts';

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

test('copies the text and says "Copied" for a moment', async () => {
  const { button } = await copied();
  expect(writeText).toHaveBeenLastCalledWith('A1');
  expect(button.ariaLabel).toBe('Copied');
  act(() => void vi.advanceTimersByTime(1_500));
  expect(button.ariaLabel).toBe('Copy A1');
});

test('does nothing if the page is gone when the moment is over', async () => {
  const { unmount } = await copied();
  unmount();
  vi.stubGlobal('window', undefined);
  expect(() => vi.advanceTimersByTime(2_000)).not.toThrow();
});

describe('without navigator.clipboard', () => {
  /** Fakes the older `copy` command: copies the selection of the focused field. */
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

  test('the text is still copied, and the temporary field is removed', async () => {
    const taken = command(true);
    const { button } = await copied();
    expect(taken).toEqual([{ text: 'A1', isReadOnly: true, dialog: false }]);
    expect(button.ariaLabel).toBe('Copied');
    expect(document.querySelector('textarea')).toBeNull();
    expect(toasts.get()).toEqual([]);
  });

  test('focus and selection are restored', async () => {
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

  test('the temporary field is inside the open drawer, which traps the focus', async () => {
    const taken = command(true);
    await renderScreen(
      <DetailDrawer opened title="One" onClose={() => undefined}>
        <CopyText value="A1" />
      </DetailDrawer>,
    );
    const button = await screen.findByRole('button', { name: 'Copy A1' });
    // The drawer focuses itself first.
    await waitFor(() => expect(document.activeElement?.closest('[role="dialog"]')).not.toBeNull());
    button.focus();
    await act(async () => void fireEvent.click(button));
    expect(taken).toEqual([{ text: 'A1', isReadOnly: true, dialog: true }]);
    expect(document.activeElement).toBe(button);
  });

  test.each(['refuses', 'throws'])(
    'if the older command %s too, a toast says so and the text is selected for copying by hand',
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
        { text: 'Couldn’t copy; select the text and copy it yourself', tone: 'bad' },
      ]);
      expect(document.getSelection()?.toString()).toBe('A1');
      expect(document.querySelector('textarea')).toBeNull();
    },
  );

  test('the older command is used if the browser denies clipboard access', async () => {
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
