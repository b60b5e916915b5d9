/** The phrases that name the length of a login password say what the rule is. */
import { expect, test } from 'vitest';
import { languages } from '#foundation/core/words.ts';
import { accountWords } from './account-words.ts';
import { Password } from './password-fields.ts';
import { PASSWORD_LENGTH } from './password-length.ts';
import { userTexts } from './words.ts';

const { min, max } = PASSWORD_LENGTH;

test.each(languages)('the phrases in %s have both lengths and no other number', (language) => {
  for (const phrase of [userTexts.password_form, accountWords.note_password])
    expect(phrase[language].match(/\d+/g)).toEqual([String(min), String(max)]);
});

test.each([
  [min - 1, false],
  [min, true],
  [max, true],
  [max + 1, false],
])('a password of %i characters: %s', (length, fits) => {
  expect(Password.safeParse('k'.repeat(length)).success).toBe(fits);
});
