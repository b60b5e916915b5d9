/** What is typed outlives a login anew: for the same person, until the form stands again, and never a secret. */
import { cleanup, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { words } from '#foundation/core/words.ts';
import { PasswordField, TextField } from './fields.tsx';
import { Form, useForm } from './form.tsx';
import { renderScreen } from './test-render.tsx';
import { forgetTyped, giveTypedTo, keepTyped } from './typed-forms.ts';

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

const stands = () => [screen.getByLabelText<HTMLInputElement>('Amount').value, screen.getByLabelText<HTMLInputElement>('Password').value];

beforeEach(() => sessionStorage.clear());

/** As if the page were loaded again after it was typed into and the session was lost. */
async function typeAndLeave(): Promise<void> {
  const user = userEvent.setup();
  await renderScreen(<Sample />);
  await user.type(screen.getByLabelText('Amount'), '12.34');
  await user.type(screen.getByLabelText('Password'), 'very secret');
  keepTyped('lin');
  cleanup();
}

test('what was typed stands in the form again, without the secret, and waits no longer', async () => {
  await typeAndLeave();
  expect(Object.values(sessionStorage).join()).not.toContain('secret');
  giveTypedTo('lin');
  await renderScreen(<Sample />);
  expect(stands()).toEqual(['12.34', '']);
  cleanup();
  await renderScreen(<Sample />);
  expect(stands()).toEqual(['', '']);
});

test.each([
  ['somebody else', () => giveTypedTo('mei')],
  ['whoever comes after a logout', forgetTyped],
])('%s finds nothing', async (_who, comes) => {
  await typeAndLeave();
  comes();
  await renderScreen(<Sample />);
  expect(stands()).toEqual(['', '']);
  expect(sessionStorage).toHaveLength(0);
});

test('another form takes nothing of it', async () => {
  await typeAndLeave();
  giveTypedTo('lin');
  await renderScreen(<Sample name="other" />);
  expect(stands()).toEqual(['', '']);
});

test('a storage that somebody else wrote is no harm', async () => {
  sessionStorage.setItem('typed', '{"owner":');
  await renderScreen(<Sample />);
  expect(stands()).toEqual(['', '']);
});
