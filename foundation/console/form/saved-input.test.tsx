/** Typed input survives the end of a session, encrypted for the same user and without secrets. */
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Activity, useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { words } from '#foundation/core/words.ts';
import { PasswordField, TextField } from './fields.tsx';
import { Form, useForm } from './form.tsx';
import { beginAs, logInAs } from '#foundation/console/testing/saved-input-for-tests.ts';
import { renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import { draftSeal } from './draft-seal.ts';
import {
  deleteSavedInput,
  setInputOwner,
  saveInput,
  MAX_TYPED_BYTES,
  registerInput,
  savedInput,
  needsKey,
} from './saved-input.ts';

const schema = z.strictObject({ amount: z.string(), password: z.string() });

function Sample({ name = 'sample' }: { name?: string }) {
  const form = useForm({
    schema,
    texts: words({}),
    initial: { amount: '', password: '' },
    savedAs: { name, fields: ['amount'] },
    onSubmit: async () => undefined,
  });
  return (
    <Form form={form} label="Sample">
      <TextField name="amount" label="Amount" />
      <PasswordField name="password" label="Password" />
    </Form>
  );
}

const fieldValues = () => [
  screen.getByLabelText<HTMLInputElement>('Amount').value,
  screen.getByLabelText<HTMLInputElement>('Password').value,
];
const keyOf = (letter: string) => `${letter.repeat(42)}A`;

beforeEach(() => beginAs('lin'));

/** Types into the form, then simulates the end of the session and a page load. */
async function typeAndLeave(): Promise<void> {
  const user = userEvent.setup();
  await renderScreen(<Sample />);
  await user.type(screen.getByLabelText('Amount'), '12.34');
  await user.type(screen.getByLabelText('Password'), 'very secret');
  saveInput();
  cleanup();
  setInputOwner(undefined);
}

test('the form shows the typed input again, once and without the secret', async () => {
  await typeAndLeave();
  logInAs('lin');
  await renderScreen(<Sample />);
  expect(fieldValues()).toEqual(['12.34', '']);
  cleanup();
  await renderScreen(<Sample />);
  expect(fieldValues()).toEqual(['', '']);
});

test('the input is not readable in the storage or with another key', async () => {
  await typeAndLeave();
  const kept = JSON.parse(sessionStorage.getItem('typed') ?? '') as { lin: { sealed: string } };
  expect(JSON.stringify(kept)).not.toMatch(/12\.34|amount|secret/);
  expect(atob(kept.lin.sealed)).not.toMatch(/12\.34|amount|secret/);
  expect(draftSeal(keyOf('m')).open(kept.lin.sealed)).toBeUndefined();
});

test('another user does not get the input, and it is kept meanwhile', async () => {
  await typeAndLeave();
  logInAs('mei');
  await renderScreen(<Sample />);
  expect(fieldValues()).toEqual(['', '']);
  cleanup();
  logInAs('lin');
  await renderScreen(<Sample />);
  expect(fieldValues()).toEqual(['12.34', '']);
});

test('the right name with a wrong key does not get the input', async () => {
  await typeAndLeave();
  setInputOwner('lin', keyOf('m'));
  await renderScreen(<Sample />);
  expect(fieldValues()).toEqual(['', '']);
});

test('needsKey reports kept input until the key is known', async () => {
  expect(needsKey()).toBe(false);
  await typeAndLeave();
  expect(needsKey()).toBe(false);
  setInputOwner('lin');
  expect(needsKey()).toBe(true);
  logInAs('lin');
  expect(needsKey()).toBe(false);
});

test('a deliberate logout deletes the input', async () => {
  await typeAndLeave();
  logInAs('lin');
  deleteSavedInput();
  await renderScreen(<Sample />);
  expect(fieldValues()).toEqual(['', '']);
  expect(sessionStorage).toHaveLength(0);
});

test('another form does not get the input, and it is kept', async () => {
  await typeAndLeave();
  logInAs('lin');
  await renderScreen(<Sample name="other" />);
  expect(fieldValues()).toEqual(['', '']);
  saveInput();
  expect(savedInput('sample')).toEqual({ amount: '12.34' });
});

test('a half-filled form on a hidden page is kept too', async () => {
  const user = userEvent.setup();
  const page = (mode: 'visible' | 'hidden') => (
    <Activity mode={mode}>
      <Sample />
    </Activity>
  );
  function Pages() {
    const [mode, setMode] = useState<'visible' | 'hidden'>('visible');
    return (
      <>
        <button onClick={() => setMode('hidden')}>Leave</button>
        {page(mode)}
      </>
    );
  }
  await renderScreen(<Pages />);
  await user.type(screen.getByLabelText('Amount'), '5');
  await user.click(screen.getByRole('button', { name: 'Leave' }));
  saveInput();
  cleanup();
  expect(savedInput('sample')).toEqual({ amount: '5' });
});

describe('the storage', () => {
  test.each([
    '{"owner":',
    '{"lin":null}',
    '{"lin":{"sealed":"AAAA","keptMs":9e15}}',
    '{"lin":{"sealed":"*","keptMs":9e15}}',
  ])('with the content %s does no harm', async (text) => {
    sessionStorage.setItem('typed', text);
    await renderScreen(<Sample />);
    expect(fieldValues()).toEqual(['', '']);
  });

  const keep = (...entries: [string, unknown][]) => {
    const stops = entries.map(([name, value]) => registerInput(name, () => value));
    saveInput();
    for (const stop of stops) stop();
  };

  test('holds ten thousand rows, and nothing of a table that exceeds the limit', () => {
    const row = ['1234567.89', 'bank', '张三丰', '中国工商银行', '北京分行朝阳支行', '6222020200112345703'];
    const rows = Array.from({ length: 10_000 }, () => row);
    keep(['rows', rows], ['note', 'small']);
    expect(savedInput('rows')).toEqual(rows);
    expect(savedInput('note')).toBe('small');
    expect((sessionStorage.getItem('typed') ?? '').length).toBeLessThan(2_500_000);

    keep(['rows', 'x'.repeat(MAX_TYPED_BYTES)], ['note', 'other']);
    expect(savedInput('rows')).toBeUndefined();
    expect(savedInput('note')).toBe('other');
  });

  test('keeps the input of the last three users, each for a day', () => {
    for (const owner of ['ann', 'bo', 'cy', 'dee']) {
      logInAs(owner);
      keep(['note', owner]);
    }
    expect(Object.keys(JSON.parse(sessionStorage.getItem('typed') ?? '') as object)).toHaveLength(3);
    logInAs('dee');
    expect(savedInput('note')).toBe('dee');
    vi.useFakeTimers({ now: Date.now() + 24 * 3_600_000 });
    expect(savedInput('note')).toBeUndefined();
    vi.useRealTimers();
  });
});
