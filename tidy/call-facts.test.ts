import { expect, test } from 'vitest';
import { contracts } from '#apps/server/contracts.ts';
import { auditActionNames } from '#features/audit-actions.ts';
import { noticeKinds } from '#features/notice-kinds.ts';
import type { Call } from '#foundation/core/calls.ts';
import { factFindings } from './call-facts.ts';
import { findingLines } from './tree.ts';

const calls = Object.fromEntries(contracts.flatMap(({ contract }) => Object.entries<Call>(contract.calls)));
const outsideCalls = {
  operator_added: 'a command on the machine',
  operator_reset: 'a command on the machine',
  upstream_returned: 'a job that asks paused upstreams',
  member_viewed: 'each call of an operator who reads as a member, logged by the endpoint',
};

test('every action of the log and every notice is declared by the calls that cause it', () => {
  const names = { audit: auditActionNames, notices: noticeKinds, outsideCalls };
  expect(findingLines(factFindings(calls, names))).toEqual([]);
});

const reading: Call = { who: 'members', summary: '', secondStep: { none: 'reads' } };
const changing: Call = { who: 'members', summary: '', secondStep: 'strongest' };
const names = { audit: ['drawn', 'prize_read'], notices: ['won'], outsideCalls: {} };
const right: Record<string, Call> = {
  '/raffle/draw': { ...changing, audit: ['drawn'], notices: ['won'], live: ['balance.changed'] },
  '/raffle/prize': { ...reading, audit: ['prize_read'] },
};

test('calls that declare existing names are not found', () => {
  expect(factFindings(right, names)).toEqual([]);
});

test.each<[fault: string, calls: Record<string, Call>, outside: Record<string, string>]>([
  [
    '/raffle/end records ended, which is no action of the log',
    { '/raffle/end': { ...changing, audit: ['ended'] } },
    {},
  ],
  ['/raffle/end sends ended, which is no kind of notice', { '/raffle/end': { ...changing, notices: ['ended'] } }, {}],
  ['/raffle/list only reads, and declares drawn', { '/raffle/list': { ...reading, audit: ['drawn'] } }, {}],
  ['/raffle/list only reads, and declares won', { '/raffle/list': { ...reading, notices: ['won'] } }, {}],
  [
    '/raffle/list only reads, and declares balance.changed',
    { '/raffle/list': { ...reading, live: ['balance.changed'] } },
    {},
  ],
  ['won is declared by no call', { '/raffle/draw': { ...changing, audit: ['drawn'] } }, {}],
  ['won is declared by a call', {}, { won: 'a command' }],
  ['lost is no name of the log or a notice', {}, { lost: 'a command' }],
])('%s', (fault, calls, outsideOnes) => {
  expect(findingLines(factFindings({ ...right, ...calls }, { ...names, outsideCalls: outsideOnes }))).toEqual([fault]);
});
