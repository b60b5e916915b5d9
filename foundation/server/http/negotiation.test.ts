import { expect, it } from 'vitest';
import { acceptedEncodings, pickLanguage } from './negotiation.ts';

it.each([
  [undefined, 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['fr-FR,fr;q=0.9', 'en'],
  ['es-MX,es;q=0.9,en;q=0.8', 'es'],
  ['zh-Hant-TW', 'zh'],
  ['en;q=0.2, th;q=0.7', 'th'],
  ['fr, th;q=0.1', 'th'],
  ['th;q=0, es;q=0.1', 'es'],
  ['TH', 'th'],
  [';;;,,q=1', 'en'],
] as const)('picks for the header %j the language %s', (header, language) => {
  expect(pickLanguage(header)).toBe(language);
});

it('accepts an encoding unless the client refuses it or sends no header', () => {
  const accepted = (header: string | undefined) => acceptedEncodings(header, ['br', 'gzip']).toSorted();
  expect(accepted('gzip, deflate, br')).toEqual(['br', 'gzip']);
  expect(accepted('BR;q=0.5')).toEqual(['br']);
  expect(accepted('gzip, br;q=0')).toEqual(['gzip']);
  expect(accepted('*')).toEqual(['br', 'gzip']);
  expect(accepted('identity')).toEqual([]);
  expect(accepted('')).toEqual([]);
  expect(accepted(undefined)).toEqual([]);
});
