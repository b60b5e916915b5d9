/** A language switch changes every text and loses no input. */
import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { languages, words } from '#foundation/core/words.ts';
import { readCookie } from '#foundation/console/wire/cookies.ts';
import { renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import { useLanguage, useWords } from './words.tsx';

const texts = words({ hello: ['Hello {name}', '你好，{name}', 'Hola, {name}', 'สวัสดี {name}'] });

function Greeting() {
  const t = useWords(texts);
  const { language, choose } = useLanguage();
  return (
    <>
      <h1>{t('hello', { name: 'Ada' })}</h1>
      <input aria-label="note" />
      {languages.map((each) => (
        <button key={each} type="button" aria-pressed={each === language} onClick={() => choose(each)}>
          {each}
        </button>
      ))}
    </>
  );
}

test('the language is English by default; a choice changes texts, page and cookie and keeps the input', async () => {
  const user = userEvent.setup();
  await renderScreen(<Greeting />);
  expect(screen.getByRole('heading').textContent).toBe('Hello Ada');
  expect(document.documentElement.lang).toBe('en');
  await user.type(screen.getByLabelText('note'), 'half a sentence');
  await user.click(screen.getByRole('button', { name: 'th' }));
  expect(screen.getByRole('heading').textContent).toBe('สวัสดี Ada');
  expect(document.documentElement.lang).toBe('th');
  expect(readCookie('language')).toBe('th');
  expect(screen.getByLabelText('note')).toHaveProperty('value', 'half a sentence');
  await act(async () => screen.getByRole('button', { name: 'zh' }).click());
  expect(screen.getByRole('heading').textContent).toBe('你好，Ada');
});
