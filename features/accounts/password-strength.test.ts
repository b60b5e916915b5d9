import { expect, test } from 'vitest';
import { passwordStrength } from './password-strength.ts';

test.each([
  ['', 'weak'],
  ['abc', 'weak'],
  ['123456', 'weak'],
  ['aaaaaaaaaaaaaaaa', 'weak'],
  ['password1', 'weak'],
  ['abcdefghijklmnop', 'weak'],
  ['qwerty12', 'weak'],
  ['Demo1234', 'fair'],
  ['kitchen7', 'fair'],
  ['Blue7#rain', 'strong'],
  ['v9R2mq0x', 'good'],
  ['T7#kq!Zx4pWm', 'strong'],
] as const)('%s is %s', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength);
});

test('a password that holds the username is weaker', () => {
  expect(passwordStrength('Marble_42x', 'marble')).not.toBe(passwordStrength('Marble_42x', 'somebody'));
});
