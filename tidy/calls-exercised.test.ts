import { expect, test } from 'vitest';
import { type Exceptions, type OfferedCalls, unexercised } from './calls-exercised.ts';
import { findingLines } from './tree.ts';

const raffles: OfferedCalls[] = [
  { feature: 'raffles', routes: ['/api/raffle/list'], refusals: [] },
  { feature: 'raffles', routes: ['/api/raffle/enter'], refusals: ['raffle_over', 'ticket_spent'] },
];
const whole = [
  '/api/raffle/list success',
  '/api/raffle/enter success',
  '/api/raffle/enter raffle_over',
  '/api/raffle/enter ticket_spent',
];
const found = (answers: string[], exceptions: Exceptions = {}, offered = raffles) =>
  findingLines(unexercised(answers.map((line) => `${line}\n`).join(''), offered, exceptions));

test('answers that cover all declarations are enough', () => {
  expect(found(whole)).toEqual([]);
});

test.each([
  ['that no test asks', []],
  ['that every test fails to get', ['/api/raffle/list fields_wrong']],
  ['with a longer path that a test asks', ['/api/raffle/list/old success']],
])('a call %s is found', (_, answers) => {
  expect(found([...whole.slice(1), ...answers])).toEqual([
    'features/raffles offers /api/raffle/list, which no test gets an answer from',
  ]);
});

test.each([
  ['that no answer has', []],
  ['that only another call returns', ['/api/raffle/list ticket_spent']],
  ['with a longer name in an answer', ['/api/raffle/enter ticket_spent_twice']],
])('a refusal %s is found', (_, answers) => {
  expect(found([...whole.slice(0, 3), ...answers])).toEqual([
    'features/raffles lets /api/raffle/enter refuse with ticket_spent, which no test provokes',
  ]);
});

test('calls that share their refusals need each of them once, and each call needs success', () => {
  const shared = [{ feature: 'raffles', routes: ['/a', '/b'], refusals: ['raffle_over', 'ticket_spent'] }];
  expect(found(['/a success', '/b success', '/a raffle_over', '/b ticket_spent'], {}, shared)).toEqual([]);
  expect(found(['/a success', '/a raffle_over'], {}, shared)).toEqual([
    'features/raffles lets /a and 1 more refuse with ticket_spent, which no test provokes',
    'features/raffles offers /b, which no test gets an answer from',
  ]);
});

test('an exception stands for the answer, and one without need is found', () => {
  const exceptions = { 'tickets last for ever': ['/api/raffle/enter ticket_spent'] };
  expect(found(whole.slice(0, 3), exceptions)).toEqual([]);
  expect(found(whole, { ...exceptions, 'never declared': ['/api/raffle/enter gone'] })).toEqual([
    'the exception "/api/raffle/enter gone" is not needed',
    'the exception "/api/raffle/enter ticket_spent" is not needed',
  ]);
});
