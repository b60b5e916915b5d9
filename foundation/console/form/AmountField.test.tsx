/** An amount field takes what its reader types and copies, in four languages, and never guesses. */
import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, test } from 'vitest';
import { language } from '#foundation/console/page/language.ts';
import { renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import type { Language } from '#foundation/core/words.ts';
import { AmountInput } from './AmountField.tsx';

const values: string[] = [];

function Field() {
  const [value, setValue] = useState('');
  values.push(value);
  return <AmountInput label="Amount" value={value} onValue={setValue} />;
}

async function open(reader: Language = 'en') {
  values.length = 0;
  const user = userEvent.setup();
  await renderScreen(<Field />, { address: '/' });
  act(() => language.set(reader));
  const field = await screen.findByLabelText<HTMLInputElement>('Amount');
  await user.click(field);
  return { user, field };
}

describe('in the reader’s language', () => {
  test.each<[Language, string, string, string]>([
    ['en', '1,234.5', '1234.50', '1,234.50'],
    ['en', '1234', '1234', '1,234.00'],
    ['zh', '１，２３４．５', '1234.50', '1,234.50'],
    ['zh', '￥1,234.50元', '1234.50', '1,234.50'],
    ['es', '1234,5', '1234.50', '1.234,50'],
    ['es', '121.328,81\u00a0¥', '121328.81', '121.328,81'],
    ['es', '1.234', '1234.00', '1.234,00'],
    ['th', '๑,๒๓๔.๕๐', '1234.50', '1,234.50'],
    ['th', '¥1\u202f234.50', '1234.50', '1,234.50'],
  ])('%s: %j is %s, and the field shows %s when it is left', async (reader, pasted, value, shown) => {
    const { user, field } = await open(reader);
    await user.paste(pasted);
    expect(field.value).toBe(pasted);
    await user.tab();
    expect([values.at(-1), field.value]).toEqual([value, shown]);
  });

  test('a text that is no amount stays as it was typed', async () => {
    const { user, field } = await open();
    await user.type(field, '12x');
    await user.tab();
    expect(field.value).toBe('12x');
  });

  test('a change of language shows the same amount in the other one', async () => {
    const { user, field } = await open('en');
    await user.type(field, '1,234.50');
    await user.tab();
    act(() => language.set('es'));
    expect((await screen.findByLabelText<HTMLInputElement>('Amount')).value).toBe('1.234,50');
    expect(values.at(-1)).toBe('1234.50');
  });
});

describe('of two possible amounts', () => {
  test.each<[Language, string, string]>([
    ['en', 'Which amount do you mean?', '5,000'],
    ['zh', '您指的是哪个金额？', '5,000'],
    ['es', '¿A qué importe se refiere?', '5.000'],
    ['th', 'คุณหมายถึงจำนวนใด', '5,000'],
  ])('%s: asks, and a key chooses the second', async (reader, question, typed) => {
    const { user, field } = await open(reader);
    await user.type(field, typed);
    const group = screen.getByRole('group', { name: question });
    await user.tab();
    expect(group.contains(document.activeElement)).toBe(true);
    await user.tab();
    await user.keyboard('{Enter}');
    expect(values.at(-1)).toBe('5.00');
    expect(document.activeElement).toBe(field);
    expect(screen.queryByRole('group', { name: question })).toBeNull();
  });
});
