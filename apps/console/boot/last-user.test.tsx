/** What is stored about the last user is read back as it was written, or not at all. */
import { expect, test } from 'vitest';
import { saveLastUser, readLastUser } from './last-user.ts';

test('the last user’s roles and the platform’s time zone are read back', () => {
  expect(readLastUser()).toBeUndefined();
  saveLastUser({ roles: ['member'], timeZone: 'Asia/Bangkok' });
  expect(readLastUser()).toEqual({ roles: ['member'], timeZone: 'Asia/Bangkok' });
  saveLastUser({ roles: ['agency'], timeZone: 'Europe/Madrid' });
  expect(readLastUser()).toEqual({ roles: ['agency'], timeZone: 'Europe/Madrid' });
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
  expect(readLastUser()).toBeUndefined();
});
