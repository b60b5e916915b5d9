/**
 * What is typed outlives the end of a session: sealed for the same person, until it stands on the page again, and never
 * a secret.
 */
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Activity, useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { words } from '#foundation/core/words.ts';
import { PasswordField, TextField } from './fields.tsx';
import { Form, useForm } from './form.tsx';
import { beginAs, logInAs } from './test-kept.ts';
import { renderScreen } from './test-render.tsx';
import { draftSeal } from './draft-seal.ts';
import {
  forgetTyped,
  giveTypedTo,
  keepTyped,
  MOST_TYPED_BYTES,
  offerTyped,
  typedBeforeLogin,
  waitsForKey,
} from './typed-forms.ts';

const schema = z.strictObject({ amount: z.string(), password: z.string() });

function Sample({ name = 'sample' }: { name?: string }) {
  const form = useForm({
    schema,
    texts: words({}),
    initial: { amount: '', password: '' },
    outlives: { name, fields: ['amount'] },
    onSubmit: async () => undefined,
  });
  return (
    <Form form={form} label="Sample">
      <TextField name="amount" label="Amount" />
      <PasswordField name="password" label="Password" />
    </Form>
  );
}

const stands = () => [
  screen.getByLabelText<HTMLInputElement>('Amount').value,
  screen.getByLabelText<HTMLInputElement>('Password').value,
];
const keyOf = (letter: string) => `${letter.repeat(42)}A`;

beforeEach(() => beginAs('lin'));

/** As if the page were loaded again after it was typed into and the session was lost. */
async function typeAndLeave(): Promise<void> {
  const user = userEvent.setup();
  await renderScreen(<Sample />);
  await user.type(screen.getByLabelText('Amount'), '12.34');
  await user.type(screen.getByLabelText('Password'), 'very secret');
  keepTyped();
  cleanup();
  giveTypedTo(undefined);
}

test('what was typed stands in the form again, without the secret, and waits no longer', async () => {
  await typeAndLeave();
  logInAs('lin');
  await renderScreen(<Sample />);
  expect(stands()).toEqual(['12.34', '']);
  cleanup();
  await renderScreen(<Sample />);
  expect(stands()).toEqual(['', '']);
});

test('nothing that was typed is readable in the storage, whoever looks', async () => {
  await typeAndLeave();
  const kept = JSON.parse(sessionStorage.getItem('typed') ?? '') as { lin: { sealed: string } };
  expect(JSON.stringify(kept)).not.toMatch(/12\.34|amount|secret/);
  expect(atob(kept.lin.sealed)).not.toMatch(/12\.34|amount|secret/);
  expect(draftSeal(keyOf('m')).open(kept.lin.sealed)).toBeUndefined();
});

test('it waits while somebody else is logged in, who finds nothing', async () => {
  await typeAndLeave();
  logInAs('mei');
  await renderScreen(<Sample />);
  expect(stands()).toEqual(['', '']);
  cleanup();
  logInAs('lin');
  await renderScreen(<Sample />);
  expect(stands()).toEqual(['12.34', '']);
});

test('whoever took the name without the key finds nothing', async () => {
  await typeAndLeave();
  giveTypedTo('lin', keyOf('m'));
  await renderScreen(<Sample />);
  expect(stands()).toEqual(['', '']);
});

test('before the key has come, it is known that something waits for it', async () => {
  expect(waitsForKey()).toBe(false);
  await typeAndLeave();
  expect(waitsForKey()).toBe(false);
  giveTypedTo('lin');
  expect(waitsForKey()).toBe(true);
  logInAs('lin');
  expect(waitsForKey()).toBe(false);
});

test('whoever leaves on purpose leaves nothing', async () => {
  await typeAndLeave();
  logInAs('lin');
  forgetTyped();
  await renderScreen(<Sample />);
  expect(stands()).toEqual(['', '']);
  expect(sessionStorage).toHaveLength(0);
});

test('another form takes nothing of it, and it goes on waiting', async () => {
  await typeAndLeave();
  logInAs('lin');
  await renderScreen(<Sample name="other" />);
  expect(stands()).toEqual(['', '']);
  keepTyped();
  expect(typedBeforeLogin('sample')).toEqual({ amount: '12.34' });
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
  keepTyped();
  cleanup();
  expect(typedBeforeLogin('sample')).toEqual({ amount: '5' });
});

describe('the storage', () => {
  test.each([
    '{"owner":',
    '{"lin":null}',
    '{"lin":{"sealed":"AAAA","keptMs":9e15}}',
    '{"lin":{"sealed":"*","keptMs":9e15}}',
  ])('that holds %s is no harm', async (text) => {
    sessionStorage.setItem('typed', text);
    await renderScreen(<Sample />);
    expect(stands()).toEqual(['', '']);
  });

  const keep = (...entries: [string, unknown][]) => {
    const ends = entries.map(([name, value]) => offerTyped(name, () => value));
    keepTyped();
    for (const end of ends) end();
  };

  test('takes ten thousand rows, and nothing of a table that is larger than its bound', () => {
    const row = ['1234567.89', 'bank', '张三丰', '中国工商银行', '北京分行朝阳支行', '6222020200112345703'];
    const rows = Array.from({ length: 10_000 }, () => row);
    keep(['rows', rows], ['note', 'small']);
    expect(typedBeforeLogin('rows')).toEqual(rows);
    expect(typedBeforeLogin('note')).toBe('small');
    expect((sessionStorage.getItem('typed') ?? '').length).toBeLessThan(2_500_000);

    keep(['rows', 'x'.repeat(MOST_TYPED_BYTES)], ['note', 'other']);
    expect(typedBeforeLogin('rows')).toBeUndefined();
    expect(typedBeforeLogin('note')).toBe('other');
  });

  test('keeps what three users typed last, each for a day', () => {
    for (const owner of ['ann', 'bo', 'cy', 'dee']) {
      logInAs(owner);
      keep(['note', owner]);
    }
    expect(Object.keys(JSON.parse(sessionStorage.getItem('typed') ?? '') as object)).toHaveLength(3);
    logInAs('dee');
    expect(typedBeforeLogin('note')).toBe('dee');
    vi.useFakeTimers({ now: Date.now() + 24 * 3_600_000 });
    expect(typedBeforeLogin('note')).toBeUndefined();
    vi.useRealTimers();
  });
});
