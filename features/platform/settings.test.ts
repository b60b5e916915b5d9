import { expect, test } from 'vitest';
import { PlatformSettings } from './settings.ts';

test.each([
  [null, true],
  ['', false],
  ['https://bank.example/help?lang=th', true],
  ['mailto:help@bank.example', true],
  ['tel:+6620001234', true],
  ['javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['bank.example/help', false],
  ['mailto:', false],
  ['https://bank.example/a b', false],
])('%j as the address of the customer support: %s', (supportUrl, accepted) => {
  expect(PlatformSettings.safeParse({ supportUrl }).success).toBe(accepted);
});
