import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { newVersion } from './lazy-code.ts';
import { renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import { toasts } from '#foundation/console/overlay/toasts.ts';
import { useLazyPart } from './use-lazy-part.ts';

/** The part's `opened` values, one entry per change. */
let states: string[] = [];

function Part({ text, opened }: { text: string; opened: boolean }) {
  useEffect(() => {
    states.push(opened ? 'opened' : 'closed');
  }, [opened]);
  return text;
}

function Page({ load }: { load: () => Promise<{ text: string }> }) {
  const [wanted, setWanted] = useState(false);
  const { part, opened } = useLazyPart(wanted, load, () => setWanted(false));
  return (
    <button onClick={() => setWanted(!wanted)}>
      {part ? <Part text={part.text} opened={opened} /> : wanted ? 'loading' : 'open'}
    </button>
  );
}

test('a part is loaded once, when it is wanted, and is rendered closed before it opens', async () => {
  let loads = 0;
  states = [];
  const load = async () => ({ text: `part ${(loads += 1)}` });
  await renderScreen(<Page load={load} />);
  const button = await screen.findByRole('button', { name: 'open' });
  expect(loads).toBe(0);
  fireEvent.click(button);
  await screen.findByRole('button', { name: 'part 1' });
  await waitFor(() => expect(states).toEqual(['closed', 'opened']));
  fireEvent.click(button);
  fireEvent.click(button);
  expect(states).toEqual(['closed', 'opened', 'closed', 'opened']);
  expect(loads).toBe(1);
});

test('a part that fails to load is reported, leaves the page alone, and is loaded when wanted again', async () => {
  let isOffline = true;
  const load = () => (isOffline ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve({ text: 'part' }));
  await renderScreen(<Page load={load} />);
  fireEvent.click(await screen.findByRole('button', { name: 'open' }));
  await waitFor(() =>
    expect(toasts.get().map(({ text }) => text)).toEqual([
      'We couldn’t reach the server. Check your connection and try again.',
    ]),
  );
  isOffline = false;
  fireEvent.click(await screen.findByRole('button', { name: 'open' }));
  await screen.findByRole('button', { name: 'part' });
});

test.each([
  [
    'of the page itself',
    './assets/first-1.js',
    ['We couldn’t reach the server. Check your connection and try again.'],
    false,
  ],
  ['of another version', './assets/first-2.js', [], true],
] as const)('a part that fails to load is reported if the server has the entry %s', async (_, served, texts, isNew) => {
  newVersion.set(false);
  const entry = document.createElement('script');
  Object.assign(entry, { type: 'module' }).setAttribute('src', './assets/first-1.js');
  document.body.append(entry);
  vi.spyOn(globalThis, 'fetch').mockImplementation(
    async () => new Response(`<script type="module" src="${served}"></script>`),
  );
  await renderScreen(<Page load={() => Promise.reject(new TypeError('Failed to fetch'))} />);
  fireEvent.click(await screen.findByRole('button', { name: 'open' }));
  await waitFor(() => expect([toasts.get().map(({ text }) => text), newVersion.get()]).toEqual([texts, isNew]));
  entry.remove();
  newVersion.set(false);
});
