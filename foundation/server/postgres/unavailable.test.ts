import pg from 'pg';
import { expect, test } from 'vitest';
import { isUnavailable, statusOfFailure, UnavailableError } from './unavailable.ts';

const ofDatabase = (code: string): Error => Object.assign(new pg.DatabaseError('x', 1, 'error'), { code });
const ofSystem = (code: string, syscall = 'connect'): Error =>
  Object.assign(new Error(`${syscall} ${code}`), { code, syscall });

test.each<[string, Error]>([
  ...['57P01', '57P02', '57P03', '57P04', '57P05', '53300', '08000', '08001', '08003', '08004', '08006', '08P01'].map(
    (code): [string, Error] => [code, ofDatabase(code)],
  ),
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'ENOENT'].map(
    (code): [string, Error] => [code, ofSystem(code)],
  ),
  ['the end of a connection', new Error('Connection terminated unexpectedly')],
  ['a connection that was broken before', new Error('Client has encountered a connection error and is not queryable')],
  ['a pool that has none left', new Error('timeout exceeded when trying to connect')],
  ['our own word for it', new UnavailableError('no connection')],
  ['a cause', new Error('the wallet was not read', { cause: new Error('again', { cause: ofDatabase('57P01') }) })],
  ['one of several tries', new AggregateError([ofSystem('EINVAL'), ofSystem('ECONNREFUSED')], 'both')],
])('%s is answered 503', (_, error) => {
  expect([isUnavailable(error), statusOfFailure(error)]).toEqual([true, 503]);
});

test.each<[string, unknown, number]>([
  ['a row that is there already', ofDatabase('23505'), 500],
  ['a number that no column holds', ofDatabase('22003'), 500],
  ['a deadlock', ofDatabase('40P01'), 500],
  ['a statement that takes too long', ofDatabase('57014'), 500],
  ['no such table', ofDatabase('42P01'), 500],
  ['a file that is not there', ofSystem('ENOENT', 'open'), 500],
  ['a broken assumption', new Error('the books do not balance'), 500],
  [
    'what the request itself is to blame for',
    Object.assign(new Error('x', { cause: ofSystem('ECONNRESET') }), { statusCode: 400 }),
    400,
  ],
  ['no error at all', 'text', 500],
])('%s is not', (_, error, status) => {
  expect([isUnavailable(error), statusOfFailure(error)]).toEqual([false, status]);
});

test('a circular chain of causes is followed only up to a limit', () => {
  const error = new Error('a');
  error.cause = error;
  expect(isUnavailable(error)).toBe(false);
});
