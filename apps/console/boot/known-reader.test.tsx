/** What is stored about the last user is read back as it was written, or not at all. */
import { expect, test } from 'vitest';
import { keepReader, keptReader } from './known-reader.ts';

test('the last user’s roles and the platform’s time zone are read back', () => {
  expect(keptReader()).toBeUndefined();
  keepReader({ roles: ['member'], timeZone: 'Asia/Bangkok' });
  expect(keptReader()).toEqual({ roles: ['member'], timeZone: 'Asia/Bangkok' });
  keepReader({ roles: ['agency'], timeZone: 'Europe/Madrid' });
  expect(keptReader()).toEqual({ roles: ['agency'], timeZone: 'Europe/Madrid' });
});

test.each([
  '',
  'null',
  '[]',
  '{}',
  '{"roles":"member","timeZone":"UTC"}',
  '{"roles":["owner"],"timeZone":"UTC"}',
  '{"roles":["member"]}',
])('nothing is read from %s', (text) => {
  localStorage.setItem('reader', text);
  expect(keptReader()).toBeUndefined();
});
