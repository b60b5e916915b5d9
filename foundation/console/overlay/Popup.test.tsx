/** Popups are not rendered before they open, work with the keyboard, and return the focus. */
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { DetailDrawer } from './DetailDrawer.tsx';
import { Dialog } from './Dialog.tsx';
import { ChoiceFilter } from '#foundation/console/list/filters.tsx';
import { loadPopups } from './load-popups.ts';
import { PlainButton } from '#foundation/console/display/plain.tsx';
import { Popup, PopupMenu } from './Popup.tsx';
import { renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import { toasts } from './toasts.ts';

// The spy loads the real file; tests only replace it to simulate a lost connection.
vi.mock(import('./load-popups.ts'), { spy: true });

let mounts = 0;

function Content({ close }: { close: () => void }) {
  useEffect(() => {
    mounts += 1;
  }, []);
  return (
    <>
      <input aria-label="Amount" />
      <button onClick={close}>Apply</button>
    </>
  );
}

async function panel() {
  mounts = 0;
  await renderScreen(
    <>
      <Popup renderButton={(button) => <PlainButton {...button}>Range</PlainButton>}>
        {(close) => <Content close={close} />}
      </Popup>
      <button>Elsewhere</button>
    </>,
  );
  return screen.findByRole('button', { name: 'Range' });
}

test('a panel is rendered when opened, is named by its button and gets the focus', async () => {
  const button = await panel();
  expect(button.getAttribute('aria-haspopup')).toBe('dialog');
  expect([button.getAttribute('aria-expanded'), button.getAttribute('aria-controls'), mounts]).toEqual([
    'false',
    null,
    0,
  ]);
  await userEvent.click(button);
  const dialog = await screen.findByRole('dialog', { name: 'Range' });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Amount')));
  expect([button.getAttribute('aria-expanded'), button.getAttribute('aria-controls')]).toEqual(['true', dialog.id]);
  expect(screen.getByRole('button', { name: 'Range' })).toBe(button);
});

test.each([
  ['a second click on its button', (button: HTMLElement) => userEvent.click(button)],
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['its own button', () => userEvent.click(screen.getByRole('button', { name: 'Apply' }))],
])('%s closes a panel and returns the focus to its button', async (_, close) => {
  const button = await panel();
  await userEvent.click(button);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Amount')));
  await close(button);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(button.getAttribute('aria-expanded')).toBe('false');
  await waitFor(() => expect(document.activeElement).toBe(button));
});

test('a press elsewhere closes a panel and keeps the focus there', async () => {
  const button = await panel();
  await userEvent.click(button);
  await screen.findByRole('dialog');
  await userEvent.click(screen.getByRole('button', { name: 'Elsewhere' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Elsewhere' }));
});

test('code that fails to load is reported, keeps the button, and is fetched again on the next click', async () => {
  const button = await panel();
  vi.mocked(loadPopups).mockRejectedValue(new TypeError('Failed to fetch'));
  await userEvent.click(button);
  await waitFor(() =>
    expect(toasts.get().map(({ text }) => text)).toEqual([
      'We couldn’t reach the server. Check your connection and try again.',
    ]),
  );
  expect([button.getAttribute('aria-expanded'), screen.queryByRole('dialog')]).toEqual(['false', null]);
  vi.mocked(loadPopups).mockRestore();
  await userEvent.click(button);
  await screen.findByRole('dialog', { name: 'Range' });
});

async function menu() {
  const done: string[] = [];
  const item = (label: string) => ({ key: label, label, onClick: () => void done.push(label) });
  await renderScreen(
    <PopupMenu
      head={<strong>Demo</strong>}
      groups={() => [[item('Copy'), item('Move')], [item('Delete')]]}
      renderButton={(button) => <PlainButton {...button}>Acts</PlainButton>}
    />,
  );
  return { done, button: await screen.findByRole('button', { name: 'Acts' }) };
}

const focused = () => document.activeElement?.textContent;

test('the arrow key opens a menu on its first item; arrows, Home, End and letters move through it', async () => {
  const { button, done } = await menu();
  button.focus();
  expect(button.getAttribute('aria-haspopup')).toBe('menu');
  await userEvent.keyboard('{ArrowDown}');
  await screen.findByRole('menu', { name: 'Acts' });
  await waitFor(() => expect(focused()).toBe('Copy'));
  for (const [key, item] of [
    ['{ArrowDown}', 'Move'],
    ['{End}', 'Delete'],
    ['{ArrowDown}', 'Copy'],
    ['{ArrowUp}', 'Delete'],
    ['{Home}', 'Copy'],
    ['m', 'Move'],
  ] as const) {
    await userEvent.keyboard(key);
    expect(focused()).toBe(item);
  }
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  expect(done).toEqual(['Move']);
  await waitFor(() => expect(document.activeElement).toBe(button));
});

test('a click opens a menu without a focused item, and a second click closes it', async () => {
  const { button, done } = await menu();
  await userEvent.click(button);
  const items = within(await screen.findByRole('menu')).getAllByRole('menuitem');
  expect(items.map((item) => item.textContent)).toEqual(['Copy', 'Move', 'Delete']);
  await waitFor(() => expect(document.activeElement?.closest('[role=menu]')).toBeTruthy());
  expect(items).not.toContain(document.activeElement);
  await userEvent.click(button);
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  expect(done).toEqual([]);
});

test('a choice filter shows and ticks its value, starts on it, and clears it when it or "All" is chosen', async () => {
  const chosen: (string | undefined)[] = [];
  const options = ['Unpaid', 'Paid', 'Expired'].map((label) => ({ value: label.toLowerCase(), label }));
  await renderScreen(
    <ChoiceFilter label="Status" value="paid" options={options} onChange={(value) => void chosen.push(value)} />,
  );
  const button = await screen.findByRole('button', { name: /^Status:\s?Paid$/ });
  await userEvent.click(button);
  const items = await screen.findAllByRole('menuitemradio');
  expect(items.map((item) => `${item.textContent} ${item.getAttribute('aria-checked')}`)).toEqual([
    'All false',
    'Unpaid false',
    'Paid true',
    'Expired false',
  ]);
  await waitFor(() => expect(document.activeElement).toBe(items[2]));
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(chosen).toEqual(['expired']));
  await waitFor(() => expect(document.activeElement).toBe(button));
  await userEvent.click(button);
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Paid' }));
  await userEvent.click(screen.getByRole('button', { name: 'Clear: Status' }));
  await userEvent.click(button);
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'All' }));
  expect(chosen).toEqual(['expired', undefined, undefined, undefined]);
});

test('a choice filter without a value has "All" chosen', async () => {
  await renderScreen(
    <ChoiceFilter
      label="Status"
      value={undefined}
      options={[{ value: 'paid', label: 'Paid' }]}
      onChange={() => undefined}
    />,
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Status' }));
  const items = await screen.findAllByRole('menuitemradio');
  expect(items.map((item) => `${item.textContent} ${item.getAttribute('aria-checked')}`)).toEqual([
    'All true',
    'Paid false',
  ]);
});

test('a dialog that fails to load is closed and can be opened again', async () => {
  vi.mocked(loadPopups).mockRejectedValue(new TypeError('Failed to fetch'));
  let closed = 0;
  const dialog = (opened: boolean) => <Dialog opened={opened} title="Question" onClose={() => void (closed += 1)} />;
  const { unmount } = await renderScreen(dialog(true));
  await waitFor(() => expect(closed).toBe(1));
  vi.mocked(loadPopups).mockRestore();
  unmount();
  await renderScreen(dialog(true));
  await screen.findByRole('dialog', { name: 'Question' });
});

function Stacked() {
  const [open, setOpen] = useState({ drawer: true, dialog: false });
  return (
    <DetailDrawer opened={open.drawer} title="Order" onClose={() => setOpen((now) => ({ ...now, drawer: false }))}>
      <button onClick={() => setOpen((now) => ({ ...now, dialog: true }))}>Reverse</button>
      <Dialog opened={open.dialog} title="Sure?" onClose={() => setOpen((now) => ({ ...now, dialog: false }))}>
        <input aria-label="Reason" />
      </Dialog>
    </DetailDrawer>
  );
}

test('Escape closes the dialog on top and returns the focus, then the drawer below it', async () => {
  await renderScreen(<Stacked />);
  await screen.findByRole('dialog', { name: 'Order' });
  const button = await screen.findByRole('button', { name: 'Reverse' });
  await userEvent.click(button);
  await waitFor(() =>
    expect(screen.getByRole('dialog', { name: 'Sure?' }).contains(document.activeElement)).toBe(true),
  );
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Sure?' })).toBeNull());
  expect(screen.getByRole('dialog', { name: 'Order' })).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(button));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
