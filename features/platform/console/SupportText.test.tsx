import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { chooseLanguage } from '#foundation/console/page/language.ts';
import { renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import { languages } from '#foundation/core/words.ts';
import type { Config } from '../contract.ts';
import { platformScreenWords } from '../screen-words.ts';
import { storeConfig } from './config.ts';
import { SupportText } from './SupportText.tsx';

const support = (supportUrl: string | null) => storeConfig({ name: 'Bank', supportUrl } as Config);

beforeEach(() => chooseLanguage('en'));

test.each(languages)('the customer support is a link in %s', async (language) => {
  chooseLanguage(language);
  support('https://bank.example/help');
  const text = `1 ${platformScreenWords.customer_support[language]} 2`;
  await renderScreen(
    <p>
      <SupportText text={text} />
    </p>,
  );
  const link = screen.getByRole('link', { name: platformScreenWords.customer_support[language] });
  expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
    'https://bank.example/help',
    '_blank',
    'noopener noreferrer',
  ]);
  expect(link.parentElement?.textContent).toBe(text);
});

test('it keeps the case that it has at the beginning of a sentence, and opens mail in place', async () => {
  support('mailto:help@bank.example');
  await renderScreen(<SupportText text="Customer support may ask you for them." />);
  const link = screen.getByRole('link', { name: 'Customer support' });
  expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['mailto:help@bank.example', null]);
});

test.each([
  ['without an address', null, 'Contact customer support.'],
  ['without the name', 'https://bank.example', 'Nothing to ask.'],
])('%s the text is plain', async (_, address, text) => {
  support(address);
  await renderScreen(<SupportText text={text} />);
  expect(screen.getByText(text)).toBeTruthy();
  expect(screen.queryByRole('link')).toBeNull();
});
