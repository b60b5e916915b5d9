import { expect, test } from 'vitest';
import { z } from 'zod';
import { contracts } from '#apps/server/contracts.ts';
import { secondStepFields, secondStepRefusals } from '#features/factors/contract.ts';
import { secondSteps, type StepPolicy } from '#features/factors/rules.ts';
import type { Call } from '#foundation/core/calls.ts';
import { stepFindings, withoutStep } from './second-steps.ts';
import { findingLines } from './tree.ts';

const house = Object.fromEntries(contracts.flatMap(({ contract }) => Object.entries<Call>(contract.calls)));
const strongest: StepPolicy = { takes: 'strongest', recovery: false };

test('every call of somebody who is logged in asks for a second step, or it is said why not', () => {
  expect(findingLines(stepFindings(house, { guarded: secondSteps, without: withoutStep }))).toEqual([]);
});

test('what operators do to credentials, access, cards, certifications and money is guarded, as is a whole account number', () => {
  const unguarded = Object.entries(house).filter(([path, { who }]) => who === 'operators' && !(path in secondSteps));
  expect(
    unguarded.map(([path]) => path).filter((path) => !/\/(list|detail|terms|reversals|proposals)$/.test(path)),
  ).toEqual(['/operator/disbursement/freeze', '/operator/disbursement/query']);
});

const wanting: Call = {
  who: 'operators',
  summary: '',
  input: z.strictObject(secondStepFields),
  refusals: secondStepRefusals,
};
const plain: Call = { who: 'operators', summary: '', input: z.strictObject({}) };

test.each<
  [fault: string, calls: Record<string, Call>, guarded: Record<string, StepPolicy>, without: Record<string, string>]
>([
  ['/raffle/draw neither asks for a second step nor says why not', { '/raffle/draw': plain }, {}, {}],
  [
    '/raffle/draw asks for a second step and has no field for it',
    { '/raffle/draw': { ...plain, refusals: secondStepRefusals } },
    { '/raffle/draw': strongest },
    {},
  ],
  [
    '/raffle/draw does not say that the second step may be wrong',
    { '/raffle/draw': { ...wanting, refusals: [] } },
    { '/raffle/draw': strongest },
    {},
  ],
  [
    '/raffle/draw takes a second step that no table asks for',
    { '/raffle/draw': wanting },
    {},
    { '/raffle/draw': 'reads' },
  ],
  [
    '/raffle/draw is in both tables',
    { '/raffle/draw': wanting },
    { '/raffle/draw': strongest },
    { '/raffle/draw': 'reads' },
  ],
  ['/raffle/gone is no call', {}, {}, { '/raffle/gone': 'reads' }],
])('%s', (fault, calls, guarded, without) => {
  expect(findingLines(stepFindings(calls, { guarded, without }))).toEqual([fault]);
});

test('strangers have no second step, and a call that is right is not found', () => {
  const calls = { '/raffle/list': { who: 'anyone', summary: '' }, '/raffle/draw': wanting } as const;
  expect(stepFindings(calls, { guarded: { '/raffle/draw': strongest }, without: {} })).toEqual([]);
});
