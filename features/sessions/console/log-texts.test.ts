/** The operation log's stored texts, as users read them. */
import { expect, test } from 'vitest';
import { formatOf } from '#foundation/core/format.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import type { Language } from '#foundation/core/words.ts';
import { logWords } from '../screen-words.ts';
import { deviceText, objectParts } from './log-texts.ts';

const words =
  (language: Language): Parameters<typeof deviceText>[1] =>
  (name, values) =>
    formatPhrase(logWords[name], language, values);

test.each([
  ['en', 'Chrome on Windows', 'Chrome on Windows'],
  ['zh', 'Chrome on Windows', 'Windows 上的 Chrome'],
  ['es', 'Safari on iOS', 'Safari en iOS'],
  ['th', 'Chrome on Linux', 'Chrome บน Linux'],
  ['es', 'curl/8.5.0', 'curl/8.5.0'],
] as const)('in %s the device %s reads %s', (language, stored, read) => {
  expect(deviceText(stored, words(language))).toBe(read);
});

test.each([
  ['2611271433267946669 220.00 sandbox_qr', '2611271433267946669', '220,00 ¥ · sandbox_qr'],
  ['2611271433267946669', '2611271433267946669', ''],
  ['2611271433267946669 The bank has checked it', '2611271433267946669', 'The bank has checked it'],
  ['2611271433267946669 50 paid twice', '2611271433267946669', '50,00 ¥ · paid twice'],
  ['138****1234', undefined, '138****1234'],
  ['', undefined, ''],
])('the subject %j is a number and what follows it', (stored, number, rest) => {
  const format = formatOf('es', { currency: 'CNY', timeZone: 'UTC' });
  const parts = objectParts(stored, format);
  expect([parts.number, parts.rest.replaceAll('\u00a0', ' ')]).toEqual([number, rest]);
});
