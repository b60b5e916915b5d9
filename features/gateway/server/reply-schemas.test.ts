import { describe, expect, it } from 'vitest';
import { callbackForms, replyForms } from '../forms.ts';
import { callbackFaults, replyFaults } from './reply-schemas-for-tests.ts';

const examples = (forms: Readonly<Record<string, { example: string }>>): Record<string, string> =>
  Object.fromEntries(Object.entries(forms).map(([name, { example }]) => [name, example]));
const data = examples(replyForms['/pay/query']);
const reply = (more: object) => JSON.stringify({ code: 1, msg: '', data: { ...data, ...more } });

describe('the check of replies', () => {
  it('takes the examples of the document, and null for an absent value', () => {
    expect(replyFaults('/gateway/v1/pay/query', 200, reply({}))).toEqual([]);
    expect(replyFaults('/gateway/v1/pay/query', 200, reply({ paidAt: null, attach: null }))).toEqual([]);
    expect(replyFaults('/gateway/v1/pay/query', 200, '{"code":0,"msg":"x","error":"not_found"}')).toEqual([]);
    expect(replyFaults('/gateway/v1/balance', 405, '{"code":0,"msg":"x","error":"method_not_allowed"}')).toEqual([]);
  });

  it.each([
    ['a number for an amount', '/pay/query', 200, reply({ amount: 100 })],
    ['null for a fee', '/pay/query', 200, reply({ fee: null })],
    ['another status', '/pay/query', 200, reply({ status: 'paid' })],
    ['a field that the document does not have', '/pay/query', 200, reply({ payer: 'x' })],
    ['a time without its zone', '/pay/query', 200, reply({ paidAt: '2026-11-20T09:00:00' })],
    ['a refusal of another call', '/balance', 200, '{"code":0,"msg":"x","error":"order_conflict"}'],
    ['a refusal without a name', '/balance', 200, '{"code":0,"msg":"x"}'],
    ['too many requests with another name', '/balance', 429, '{"code":0,"msg":"x","error":"not_found"}'],
    ['a call that it does not have', '/refund', 200, reply({})],
  ])('finds %s', (_what, path, status, body) => {
    expect(replyFaults(`/gateway/v1${path}`, status, body)).not.toEqual([]);
  });
});

it('the check of callbacks finds a missing and an unknown field', () => {
  const { sign: _sign, signPrevious: _previous, ...fields } = examples(callbackForms.payin);
  expect(callbackFaults('payin', fields)).toEqual([]);
  const { obtained: _obtained, ...others } = fields;
  expect(callbackFaults('payin', others)).not.toEqual([]);
  expect(callbackFaults('payin', { ...fields, payer: 'x' })).not.toEqual([]);
});
