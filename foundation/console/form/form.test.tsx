/** Forms show each message next to its field in the user's language, lose no input and send nothing twice. */
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { words } from '#foundation/core/words.ts';
import { FieldErrors } from '#foundation/console/wire/api-errors.ts';
import { type FieldFault, fieldFault } from './field-fault.ts';
import { PasswordField, TextField } from './fields.tsx';
import { Form, type FormSchema, type FormState, SubmitButton, useForm, WHOLE_FORM } from './form.tsx';
import { chooseLanguage } from '#foundation/console/page/language.ts';
import { renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import { toasts } from '#foundation/console/overlay/toasts.ts';

const texts = words({ code_form: ['Six digits', '六位数字', 'Seis cifras', 'ตัวเลขหกหลัก'] });
const schema = z.strictObject({
  name: z.string().trim().min(1).max(5),
  code: z.string().regex(/^\d{6}$/, { error: 'code_form' }),
  kind: z.enum(['a', 'b']),
});

type Sent = z.output<typeof schema>;

function Sample({
  onSubmit,
  schema: rule = schema,
  check,
}: {
  onSubmit: (input: Sent, form: Pick<FormState, 'setError'>) => Promise<void>;
  schema?: FormSchema<Sent>;
  check?: (values: { name: string; code: string; kind: string }) => FieldFault[];
}) {
  const form = useForm({
    schema: rule,
    texts,
    initial: { name: '', code: '', kind: 'a' },
    ...(check && { check }),
    onSubmit: (input): Promise<void> => onSubmit(input, form),
  });
  return (
    <Form form={form} label="Sample">
      <TextField name="name" label="Name" />
      <PasswordField name="code" label="Code" />
      <TextField name="kind" label="Kind" />
      <SubmitButton>Send</SubmitButton>
    </Form>
  );
}

const toastTexts = () => toasts.get().map(({ text }) => text);

const described = (label: string) => {
  const field = screen.getByLabelText(label);
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? [];
  return {
    invalid: field.getAttribute('aria-invalid') === 'true',
    text: ids.map((id) => document.getElementById(id)?.textContent).join(''),
  };
};

test('messages are shown next to wrong fields, the first one is focused, and nothing is sent', async () => {
  const user = userEvent.setup();
  const sent: unknown[] = [];
  await renderScreen(<Sample onSubmit={async (input) => void sent.push(input)} />);
  await user.type(screen.getByLabelText('Code'), '12');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(described('Name')).toEqual({ invalid: true, text: 'Required' }));
  expect(described('Code')).toEqual({ invalid: true, text: 'Six digits' });
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
  expect(sent).toEqual([]);
});

test('the form’s own check comes before the schema, with or without its errors, and is translated', async () => {
  const user = userEvent.setup();
  const sent: unknown[] = [];
  const check = ({ name }: { name: string }) =>
    name === 'ada' ? [] : [fieldFault('name', 'number_most', { maximum: 3 }), fieldFault('code', 'code_form')];
  await renderScreen(<Sample check={check} onSubmit={async (input) => void sent.push(input)} />);
  const send = () => user.click(screen.getByRole('button', { name: 'Send' }));
  await user.type(screen.getByLabelText('Name'), 'adalove');
  await send();
  await waitFor(() => expect(described('Name')).toEqual({ invalid: true, text: 'Must be at most 3' }));
  expect(described('Code')).toEqual({ invalid: true, text: 'Six digits' });
  act(() => chooseLanguage('zh'));
  expect(described('Code').text).toBe('六位数字');
  act(() => chooseLanguage('en'));
  await user.clear(screen.getByLabelText('Name'));
  await user.type(screen.getByLabelText('Name'), 'eve');
  await user.type(screen.getByLabelText('Code'), '123456');
  // The schema accepts all of it.
  await send();
  expect(described('Name').text).toBe('Must be at most 3');
  expect(sent).toEqual([]);
  await user.clear(screen.getByLabelText('Name'));
  await user.type(screen.getByLabelText('Name'), 'ada');
  await waitFor(() => expect(described('Code').invalid).toBe(false));
  await send();
  expect(sent).toEqual([{ name: 'ada', code: '123456', kind: 'a' }]);
});

test('a language switch translates the messages and keeps the input', async () => {
  const user = userEvent.setup();
  await renderScreen(<Sample onSubmit={async () => {}} />);
  await user.type(screen.getByLabelText('Code'), '12');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(described('Code').text).toBe('Six digits'));
  act(() => chooseLanguage('zh'));
  expect(described('Code').text).toBe('六位数字');
  expect(described('Name').text).toBe('必填项');
  expect(screen.getByLabelText('Code')).toHaveProperty('value', '12');
});

test('a field is not checked while first typed, is checked on blur, and clears once it is right', async () => {
  const user = userEvent.setup();
  await renderScreen(<Sample onSubmit={async () => {}} />);
  await user.type(screen.getByLabelText('Code'), '12');
  expect(described('Code').invalid).toBe(false);
  await user.tab();
  await user.tab();
  await waitFor(() => expect(described('Code').invalid).toBe(true));
  await user.type(screen.getByLabelText('Code'), '3456');
  expect(described('Code').invalid).toBe(false);
});

test('the server’s messages are shown next to the fields until these change, and the input is kept', async () => {
  const user = userEvent.setup();
  await renderScreen(
    <Sample
      onSubmit={async () => {
        throw new FieldErrors('', { name: 'Taken' });
      }}
    />,
  );
  await user.type(screen.getByLabelText('Name'), 'ada');
  await user.type(screen.getByLabelText('Code'), '123456');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(described('Name')).toEqual({ invalid: true, text: 'Taken' }));
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'ada');
  await user.type(screen.getByLabelText('Name'), 'x');
  expect(described('Name').invalid).toBe(false);
});

test('an error of the whole form is shown above the button until a field changes or the form is sent', async () => {
  const user = userEvent.setup();
  let isWrong = true;
  await renderScreen(
    <Sample onSubmit={async (_, form) => (isWrong ? form.setError(WHOLE_FORM, 'Try again') : undefined)} />,
  );
  await user.type(screen.getByLabelText('Name'), 'ada');
  await user.type(screen.getByLabelText('Code'), '123456');
  const send = () => user.click(screen.getByRole('button', { name: 'Send' }));
  await send();
  const fault = await screen.findByRole('alert');
  expect([fault.textContent, fault.nextElementSibling]).toEqual([
    'Try again',
    screen.getByRole('button', { name: 'Send' }),
  ]);
  await user.type(screen.getByLabelText('Name'), 'x');
  expect(screen.queryByRole('alert')).toBeNull();
  await send();
  await screen.findByRole('alert');
  isWrong = false;
  await send();
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('a language switch translates the server’s field messages, except those with filled-in values', async () => {
  const user = userEvent.setup();
  await renderScreen(
    <Sample onSubmit={() => Promise.reject(new FieldErrors('', { name: 'Six digits', code: 'Wait 30 s' }))} />,
  );
  await user.type(screen.getByLabelText('Name'), 'ada');
  await user.type(screen.getByLabelText('Code'), '123456');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(described('Name').text).toBe('Six digits'));
  act(() => chooseLanguage('zh'));
  expect([described('Name').text, described('Code').text]).toEqual(['六位数字', 'Wait 30 s']);
  act(() => chooseLanguage('en'));
  expect(described('Name').text).toBe('Six digits');
});

test('the parsed values are sent, and a form in progress is not sent again, by click or by Enter', async () => {
  const user = userEvent.setup();
  const sent: unknown[] = [];
  let finish = () => {};
  await renderScreen(
    <Sample
      onSubmit={(input) =>
        new Promise((resolve) => {
          sent.push(input);
          finish = resolve;
        })
      }
    />,
  );
  await user.type(screen.getByLabelText('Name'), ' ada ');
  await user.type(screen.getByLabelText('Code'), '123456');
  await user.clear(screen.getByLabelText('Kind'));
  await user.type(screen.getByLabelText('Kind'), 'b');
  const form = screen.getByRole('form', { name: 'Sample' });
  // Two submissions in one frame, before the button can be rendered as disabled.
  act(() => {
    form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  });
  await waitFor(() => expect(form.getAttribute('aria-busy')).toBe('true'));
  await user.type(screen.getByLabelText('Code'), '{Enter}');
  expect(sent).toEqual([{ name: 'ada', code: '123456', kind: 'b' }]);
  await act(async () => finish());
  expect(form.getAttribute('aria-busy')).toBe('false');
});

test('a schema that fails to load is reported, the input stays, and the next press loads it again', async () => {
  const user = userEvent.setup();
  const sent: unknown[] = [];
  let isOffline = true;
  const load = async () => {
    if (isOffline) throw new TypeError('Failed to fetch dynamically imported module');
    return schema;
  };
  await renderScreen(<Sample schema={load} onSubmit={async (input) => void sent.push(input)} />);
  await user.type(screen.getByLabelText('Name'), 'Ann');
  await user.type(screen.getByLabelText('Code'), '123456');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() =>
    expect(toastTexts()).toEqual(['We couldn’t reach the server. Check your connection and try again.']),
  );
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Ann');
  expect(sent).toEqual([]);
  isOffline = false;
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(sent).toEqual([{ name: 'Ann', code: '123456', kind: 'a' }]));
});

test('a bug is reported and kept for the error log; an aborted action is not', async () => {
  const user = userEvent.setup();
  const ends = [Object.assign(new Error('left'), { name: 'AbortError' }), new TypeError('x is not a function')];
  const kept: unknown[] = [];
  // In the browser the error log listens for this. Here the test runner does, and would fail the test.
  const others = process.listeners('unhandledRejection');
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', (error) => void kept.push(error));
  await renderScreen(
    <Sample
      onSubmit={async () => {
        const end = ends.shift();
        if (end) throw end;
      }}
    />,
  );
  await user.type(screen.getByLabelText('Name'), 'Ann');
  await user.type(screen.getByLabelText('Code'), '123456');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(ends).toHaveLength(1));
  expect(toastTexts()).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() =>
    expect(toastTexts()).toEqual(['Something went wrong on our side. Please try again in a moment.']),
  );
  await waitFor(() => expect(kept.map(String)).toEqual(['TypeError: x is not a function']));
  process.removeAllListeners('unhandledRejection');
  for (const other of others) process.on('unhandledRejection', other);
});

test('while the form is being sent its fields keep the focus and take no text, so that nothing typed is lost', async () => {
  const user = userEvent.setup();
  const sent = Promise.withResolvers<void>();
  await renderScreen(<Sample onSubmit={() => sent.promise} />);
  await user.type(screen.getByLabelText('Code'), '123456');
  await user.type(screen.getByLabelText('Name'), 'Ann{Enter}');
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Name').readOnly).toBe(true));
  expect(screen.getByLabelText<HTMLInputElement>('Code').readOnly).toBe(true);
  await user.keyboard('x');
  expect(screen.getByLabelText('Name')).toBe(document.activeElement);
  await act(async () => sent.resolve());
  expect(screen.getByLabelText<HTMLInputElement>('Name')).toMatchObject({ value: 'Ann', readOnly: false });
  await user.keyboard('a');
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Anna');
});
