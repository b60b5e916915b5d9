import { expect, test } from 'vitest';
import { z } from 'zod';
import { contracts } from '#apps/server/contracts.ts';
import { secondStepFields, secondStepRefusals } from '#features/factors/contract.ts';
import { paymentProofFields, paymentProofRefusals } from '#features/accounts/payment-proof.ts';
import type { Call } from '#foundation/core/calls.ts';
import { stepFindings } from './second-steps.ts';
import { findingLines } from './tree.ts';

const repo = Object.fromEntries(contracts.flatMap(({ contract }) => Object.entries<Call>(contract.calls)));
const paths = Object.keys(repo);
const policyOf = (path: string) => repo[path]?.secondStep;
const reasonOf = (path: string) => {
  const step = policyOf(path);
  return typeof step === 'object' ? step.none : undefined;
};

test('every call of a logged-in user requires a second step, or declares why not', () => {
  expect(findingLines(stepFindings(repo))).toEqual([]);
});

test('a call that changes something and requires no step is one of these: none of operators on credentials, access, cards, money and whole account numbers', () => {
  const reasons = paths.filter((path) => !['reads', undefined].includes(reasonOf(path)));
  expect(reasons.sort()).toEqual([
    '/agent/changebio',
    '/announcement/read',
    '/apisettings/epayCheck',
    '/apisettings/resend',
    '/apisettings/resendCancel',
    '/apisettings/resendPlan',
    '/apisettings/resendRun',
    '/apisettings/resumeReceiver',
    '/apisettings/simulate',
    '/batch/cancelFailed',
    '/batch/validate',
    '/notice/read',
    '/operator/announcement/save',
    '/operator/books/run',
    '/operator/callback/pause',
    '/operator/callback/plan',
    '/operator/callback/resume',
    '/operator/callback/run',
    '/operator/certification/claim',
    '/operator/disbursement/freeze',
    '/operator/disbursement/query',
    '/operator/member/addNote',
    '/operator/member/endView',
    '/operator/order/query',
    '/operator/order/resend',
    '/operator/reconciliation/assign',
    '/operator/reconciliation/resolve',
    '/operator/reconciliation/upload',
    '/operator/routing/discard',
    '/operator/routing/draftChannel',
    '/operator/routing/draftPayouts',
    '/operator/upstream/test',
    '/order/notify',
    '/payout/cancel',
    '/payout/retry',
    '/reconciliation/check',
    '/reconciliation/checkResult',
    '/schedule/remove',
    '/schedule/save',
    '/user/auth',
    '/user/clearmobilebind',
    '/user/downloads/cancel',
    '/user/getGoogleQrcode',
    '/user/logout',
    '/user/profile',
    '/user/recharge',
    '/user/sessions/end',
    '/user/upload',
    '/view/remove',
    '/view/save',
    '/withdrawal/cancel',
    '/withdrawal/retry',
  ]);
});

test('a call that only reads is named like one, and one of operators like one of theirs', () => {
  const reads = paths.filter((path) => reasonOf(path) === 'reads');
  const isNamed = (path: string, names: readonly string[]) => names.some((name) => path.endsWith(`/${name}`));
  const operatorReads = reads.filter((path) => repo[path]?.who === 'operators');
  expect(operatorReads.filter((path) => !isNamed(path, operatorReading))).toEqual([]);
  expect(reads.filter((path) => !isNamed(path, [...operatorReading, ...otherReading]))).toEqual([]);
  expect(operatorReads.length).toBeGreaterThan(25);
  expect(reads.length - operatorReads.length).toBeGreaterThan(25);
});
const operatorReading = [
  'list',
  'day',
  'days',
  'detail',
  'bulkDetail',
  'fileDetail',
  'terms',
  'reversals',
  'proposals',
  'mappings',
  'files',
  'differences',
  'clearing',
  'figures',
  'queues',
  'health',
  'roles',
  'invitations',
  'ownRates',
  'get',
  'preview',
  'check',
  'versions',
  'try',
  'changes',
  'effect',
  'verify',
  'receivers',
  'people',
  'api',
  'moneyLog',
  'overview',
  'statement',
  'statementDay',
  'statementEntries',
  'notes',
  'history',
];
const otherReading = [
  'orderlist',
  'orderdetail',
  'commission',
  'entries',
  'userlist',
  'normal',
  'template',
  'chart',
  'summary',
  'attention',
  'export',
  'file/:id',
  'getAuthInfo',
  'info',
  'logs',
  'moneylog',
  'sessions',
  'quote',
  'userrate',
  'callbackLog',
  'callbackDetail',
  'resendState',
  'testKey',
  'gatewayLog',
  'gatewayRequest',
  'downloads',
  'download/:id',
];

test('every policy weaker than the strongest is one of these', () => {
  const weaker = paths.filter((path) => typeof policyOf(path) === 'string' && policyOf(path) !== 'strongest');
  expect(Object.fromEntries(weaker.map((path) => [path, policyOf(path)]))).toEqual({
    '/user/login': 'authenticator',
    '/user/changePassword': 'any',
    '/user/clearGoogleBind': 'authenticator',
  });
  expect(paths.filter((path) => policyOf(path) === 'strongest').length).toBeGreaterThan(20);
});

const plain: Call = { who: 'operators', summary: '', input: z.strictObject({}) };
const wanting: Call = {
  ...plain,
  secondStep: 'strongest',
  input: z.strictObject(secondStepFields),
  refusals: secondStepRefusals,
};
const proving: Call = {
  ...plain,
  secondStep: 'strongest',
  proof: 'payPassword',
  input: z.strictObject(paymentProofFields),
  refusals: paymentProofRefusals,
};
const { proof: _proof, ...withoutProof } = proving;
const reading = { none: 'reads' };

test.each<[fault: string, call: Call]>([
  ['neither requires a second step nor says why not', plain],
  ['gives an empty reason for requiring no second step', { ...plain, secondStep: { none: ' ' } }],
  ['needs no reason: strangers have no second step', { ...plain, who: 'anyone', secondStep: reading }],
  ['requires a second step and has no field for it', { ...wanting, input: z.strictObject({}) }],
  ['does not say that the second step may be wrong', { ...wanting, refusals: [] }],
  ['takes a second step that it does not declare', { ...wanting, secondStep: reading }],
  ['takes a payment password that it does not declare', withoutProof],
  [
    'declares a payment password and has no field for it',
    { ...wanting, proof: 'payPassword', refusals: paymentProofRefusals },
  ],
  ['does not say that the payment password may be missing or locked', { ...proving, refusals: secondStepRefusals }],
])('/raffle/draw %s', (fault, call) => {
  expect(findingLines(stepFindings({ '/raffle/draw': call }))).toEqual([`/raffle/draw ${fault}`]);
});

test('a payment password without a second step is found', () => {
  const calls = {
    '/raffle/draw': { ...proving, secondStep: reading, input: z.strictObject({ payPassword: z.string() }) },
  };
  expect(findingLines(stepFindings(calls))).toEqual(['/raffle/draw takes a payment password without a second step']);
});

test('anonymous callers have no second step, and a correct call is not found', () => {
  const calls = {
    '/raffle/list': { who: 'anyone', summary: '' },
    '/raffle/draw': wanting,
    '/raffle/pay': proving,
  } as const;
  expect(stepFindings(calls)).toEqual([]);
});
