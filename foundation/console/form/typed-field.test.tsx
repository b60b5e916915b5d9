/** Fields normalize a paste before truncating it, and leave text alone while a word is being composed. */
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { sixDigits } from '#foundation/core/typed-fields.ts';
import { words } from '#foundation/core/words.ts';
import { ConfirmDialog } from '#foundation/console/overlay/ConfirmDialog.tsx';
import { PasswordField, TextField } from './fields.tsx';
import { Form, SubmitButton, useForm } from './form.tsx';
import { renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import { fittingText, type Reading } from './typed-field.ts';

const texts = words({ code_form: ['Six digits', '六位数字', 'Seis cifras', 'ตัวเลขหกหลัก'] });
const schema = z.strictObject({
  code: sixDigits({ error: 'code_form' }),
  pin: sixDigits({ error: 'code_form' }),
  name: z.string(),
});
const sent: unknown[] = [];

function Sample() {
  const form = useForm({
    schema,
    texts,
    initial: { code: '', pin: '', name: '' },
    onSubmit: async (input) => void sent.push(input),
  });
  return (
    <Form form={form} label="Sample">
      <TextField name="code" label="Code" reading="code" maxLength={6} />
      <PasswordField name="pin" label="PIN" reading="code" maxLength={6} />
      <TextField name="name" label="Name" maxLength={5} />
      <SubmitButton>Send</SubmitButton>
    </Form>
  );
}

async function shown() {
  sent.length = 0;
  await renderScreen(<Sample />);
  return { user: userEvent.setup(), field: (label: string) => screen.getByLabelText<HTMLInputElement>(label) };
}

const codes = readFileSync('foundation/core/cases/codes.txt', 'utf8').trimEnd().split('\n');

test.each(codes)('%j pasted into fields of six digits is shown and sent as 123456', async (paste) => {
  const { user, field } = await shown();
  for (const label of ['Code', 'PIN']) {
    await user.click(field(label));
    await user.paste(paste);
    expect(field(label).value).toBe('123456');
  }
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(sent).toEqual([{ code: '123456', pin: '123456', name: '' }]);
});

test('after a paste in the middle, the caret is behind the pasted text', async () => {
  const { user, field } = await shown();
  await user.type(field('Code'), '16');
  field('Code').setSelectionRange(1, 1);
  await user.paste(' 2 3\u200b');
  expect([field('Code').value, field('Code').selectionStart]).toEqual(['1236', 3]);
});

test.each([
  ['Code', '123456', '9', '123456', 3],
  ['PIN', '123456', '9', '123456', 3],
  ['Name', 'abcde', 'x', 'abcde', 3],
  ['Code', '12345', '9', '123945', 4],
  ['Code', '12345', '98', '123945', 4],
])('in the middle of %s with %j, typing %j makes it %j', async (label, initial, typed, kept, caret) => {
  const { user, field } = await shown();
  await user.type(field(label), initial);
  await user.type(field(label), typed, { initialSelectionStart: 3, initialSelectionEnd: 3 });
  expect([field(label).value, field(label).selectionStart]).toEqual([kept, caret]);
});

test('a key replaces the selection in a full field', async () => {
  const { user, field } = await shown();
  await user.type(field('Code'), '123456');
  await user.type(field('Code'), '9', { initialSelectionStart: 2, initialSelectionEnd: 4 });
  expect(field('Code').value).toBe('12956');
});

test('a word composed in the middle of a full field pushes nothing out', async () => {
  const { field } = await shown();
  fireEvent.change(field('Name'), { target: { value: 'abcd' } });
  fireEvent.compositionStart(field('Name'));
  fireEvent.change(field('Name'), { target: { value: 'ab张三cd' } });
  field('Name').setSelectionRange(4, 4);
  fireEvent.compositionEnd(field('Name'), { data: '张三' });
  expect(field('Name').value).toBe('ab张cd');
});

test('a code and a text that are too long are truncated', async () => {
  const { user, field } = await shown();
  await user.click(field('Code'));
  await user.paste('1234 5678');
  expect(field('Code').value).toBe('123456');
  await user.click(field('Name'));
  await user.paste('abcdefg');
  expect(field('Name').value).toBe('abcde');
});

describe('a word that is being composed', () => {
  test('is not normalized or truncated until it is complete', async () => {
    const { field } = await shown();
    fireEvent.compositionStart(field('Name'));
    fireEvent.change(field('Name'), { target: { value: "zhang'san" } });
    expect(field('Name').value).toBe("zhang'san");
    fireEvent.change(field('Name'), { target: { value: '张三' } });
    fireEvent.compositionEnd(field('Name'));
    expect(field('Name').value).toBe('张三');
    fireEvent.compositionStart(field('Code'));
    fireEvent.change(field('Code'), { target: { value: '１２３４５６' } });
    fireEvent.compositionEnd(field('Code'));
    expect(field('Code').value).toBe('123456');
  });

  test('does not submit the form with the Enter that confirms it, in any browser', async () => {
    const { user, field } = await shown();
    await user.type(field('Code'), '123456');
    await user.type(field('PIN'), '123456');
    fireEvent.compositionStart(field('Name'));
    await user.type(field('Name'), '{Enter}', { skipClick: true });
    fireEvent.compositionEnd(field('Name'));
    expect(fireEvent.keyDown(field('Name'), { key: 'Enter', keyCode: 229 })).toBe(false);
    expect(sent).toEqual([]);
    await user.type(field('Name'), '{Enter}');
    expect(sent).toHaveLength(1);
  });

  test('hides its keys from the dialog around it: Escape does not close the dialog', async () => {
    const closed: unknown[] = [];
    await renderScreen(
      <ConfirmDialog opened title="Sure?" act="Yes" onConfirm={async () => undefined} onClose={() => closed.push(1)}>
        <input aria-label="Reason" />
      </ConfirmDialog>,
    );
    const reason = await screen.findByLabelText('Reason');
    // The dialog listens a moment after it is shown.
    await waitFor(() => {
      fireEvent.keyDown(reason, { key: 'Escape' });
      expect(closed).toEqual([1]);
    });
    fireEvent.keyDown(reason, { key: 'Escape', isComposing: true });
    fireEvent.keyDown(reason, { key: 'Escape', keyCode: 229 });
    expect(closed).toEqual([1]);
  });
});

test.each<[Reading, string, number, string]>([
  ['code', '123 456', 6, '123456'],
  ['code', '\u202d1000 0001\u202c', 8, '10000001'],
  ['number', '\u202d+86 138 1234 5678\u202c', 14, '+86 138 1234 5678'],
  ['number', 'abcde-fghij ', 11, 'abcde-fghij '],
  ['number', '1 2 3 4', 3, '123'],
  ['code', '\u202e123456', 6, '123456'],
  ['number', '\u20676222 0202', 19, '6222 0202'],
  ['line', '\u202bbob', 12, 'bob'],
  ['line', '\u200bbob_the_long\u200e', 12, 'bob_the_long'],
  ['line', 'two words', 20, 'two words'],
  ['text', '👨‍👩‍👧 ', 30, '👨‍👩‍👧 '],
  ['text', 'abcdef', 3, 'abc'],
])('as %s, %j with at most %d characters becomes %j', (reading, text, maxLength, kept) => {
  expect(fittingText(text, reading, maxLength)).toBe(kept);
});
