import { expect, test } from 'vitest';
import { contracts, merchantProtocol } from '#apps/server/contracts.ts';
import { type OfferedCalls, unaskedCalls, unlistedContracts, unprovokedRefusals } from './calls-exercised.ts';
import { findingLines, repository, treeOf } from './tree.ts';

const repo = repository();
const { feature, calls, refusals } = merchantProtocol;
const offered: OfferedCalls[] = [
  ...contracts.map((each) => ({ feature: each.feature, calls: each.contract.calls })),
  {
    feature,
    calls: Object.fromEntries(Object.keys(calls).map((path, index) => [path, index === 0 ? { refusals } : {}])),
  },
];

const sample: OfferedCalls[] = [
  {
    feature: 'raffles',
    calls: {
      '/raffle/list': {},
      '/raffle/enter': { refusals: ['raffle_over', 'ticket_spent'] },
    },
  },
];

test('every call is exercised by a test', () => {
  expect(findingLines(unaskedCalls(repo, offered))).toEqual([]);
});

test('a call that only occurs inside a longer path, or only in a plain test, is found', () => {
  const broken = treeOf({
    'features/raffles/server/calls.db.test.ts': "ask('/raffle/list/old'); ask('/api/raffle/enter');",
    'features/raffles/rules.test.ts': "expect('/raffle/list');",
  });
  expect(findingLines(unaskedCalls(broken, sample))).toEqual([
    'features/raffles/contract.ts offers /raffle/list, which no .db.test.ts and no journey asks',
  ]);
});

test('every declared refusal is provoked by a test', () => {
  expect(findingLines(unprovokedRefusals(repo, offered))).toEqual([]);
});

test.each([
  [
    'only another feature’s test expects',
    { 'features/orders/server/calls.db.test.ts': "expect(error).toBe('ticket_spent');" },
  ],
  ['only a test without a database names', { 'features/raffles/rules.test.ts': "expect(error).toBe('ticket_spent');" }],
  ['is only mentioned in a comment', { 'features/raffles/server/more.db.test.ts': "// 'ticket_spent'" }],
  [
    'is only a title',
    { 'features/raffles/server/more.db.test.ts': "test('ticket_spent', () => ask('/raffle/enter'));" },
  ],
  [
    'is only the title of a table',
    { 'features/raffles/server/more.db.test.ts': "test.each([1])('ticket_spent', () => ask('/raffle/enter'));" },
  ],
  ['is only part of a text', { 'features/raffles/server/more.db.test.ts': "expect('no ticket_spent here');" }],
])('a refusal that %s is found', (_, file) => {
  const broken = treeOf({
    'features/raffles/server/calls.db.test.ts': "expect(error).toBe('raffle_over'); expect('ticket_spent_twice');",
    ...file,
  });
  expect(findingLines(unprovokedRefusals(broken, sample))).toEqual([
    'features/raffles/contract.ts lets /raffle/enter refuse with ticket_spent, which no .db.test.ts of raffles provokes',
  ]);
});

test('a refusal that a table row names counts as provoked', () => {
  const whole = treeOf({
    'features/raffles/server/calls.db.test.ts':
      "test.each([['raffle_over'], ['ticket_spent']])('%s', (error) => expect(ask()).toBe(error));",
  });
  expect(findingLines(unprovokedRefusals(whole, sample))).toEqual([]);
});

test('each contract is in the manifest of its feature', () => {
  const served = ['features/gateway/contract.ts'];
  expect(findingLines(unlistedContracts(repo, served))).toEqual([]);
  const broken = treeOf({
    'features/orders/server/feature.ts': "import { orderCalls } from '../contract.ts';",
    'features/orders/contract.ts': '',
    'features/orders/operator-contract.ts': '',
    'features/raffles/contract.ts': '',
    'features/gateway/contract.ts': '',
  });
  expect(findingLines(unlistedContracts(broken, served))).toEqual([
    'features/orders/operator-contract.ts is not in features/orders/server/feature.ts',
    'features/raffles/contract.ts is not in features/raffles/server/feature.ts',
  ]);
});
