import pg from 'pg';
import { expect, test } from 'vitest';
import { isUniqueViolation, sqlState } from './database.ts';

function errorOf(code: string, message: string): pg.DatabaseError {
  return Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code });
}

test.each([
  ['23505', 'duplicate key value violates unique constraint "orders_pkey"', '23505'],
  ['XX000', 'duplicate key value violates unique constraint "orders_202611_pkey_102122"', '23505'],
  ['XX000', 'deadlock detected', '40P01'],
  ['XX000', 'no partition of relation "upstream_exchanges_102009" found for row', '23514'],
  ['XX000', 'cache lookup failed for relation 17', 'XX000'],
  ['22000', 'duplicate key', '22000'],
])('an error with the code %s that says %j has the state %s', (code, message, state) => {
  expect(sqlState(errorOf(code, message))).toBe(state);
  expect(isUniqueViolation(errorOf(code, message))).toBe(state === '23505');
});

test('an error of another origin has no state', () => {
  expect(sqlState(new Error('duplicate key'))).toBeUndefined();
});
