/** What is kept of a page's reader is read as it was written, or not at all. */
import { expect, test } from 'vitest';
import { keepReader, keptReader } from './known-reader.ts';

test('the last reader’s roles and the platform’s time zone', () => {
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
])('nothing of %s', (text) => {
  localStorage.setItem('reader', text);
  expect(keptReader()).toBeUndefined();
});
