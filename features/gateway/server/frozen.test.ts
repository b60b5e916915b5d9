import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { frozenContract, frozenFaults } from '../frozen.ts';

const frozen: unknown = JSON.parse(readFileSync(new URL('../v1-frozen.json', import.meta.url), 'utf8'));

test('the contract keeps what /gateway/v1 has promised', () => {
  expect(frozenFaults(frozen, frozenContract())).toEqual([]);
});

describe('a change of the contract is found', () => {
  interface Changed {
    calls: Record<string, { required: Record<string, unknown>; data: Record<string, Record<string, unknown>> }>;
    callbacks: Record<string, Record<string, unknown>>;
    refusals: Record<string, unknown>;
    signing: Record<string, unknown>;
  }
  const changes: readonly [what: string, change: (contract: Changed) => void, fault: { at: string; what: string }][] = [
    [
      'a field with another meaning',
      ({ calls }) => Object.assign(calls['/pay/query']?.data['obtained'] ?? {}, { meaning: 'What the payer paid' }),
      { at: 'calls./pay/query.data.obtained.meaning', what: 'changed' },
    ],
    [
      'a lower bound',
      ({ calls }) => Object.assign(calls['/pay/create']?.required['channel'] ?? {}, { maxCharacters: 30 }),
      { at: 'calls./pay/create.required.channel.maxCharacters', what: 'changed' },
    ],
    [
      'a reply without a field',
      ({ calls }) => delete calls['/balance']?.data['frozen'],
      { at: 'calls./balance.data.frozen', what: 'removed' },
    ],
    [
      'a new required field',
      ({ calls }) => Object.assign(calls['/pay/create']?.required ?? {}, { shopId: { type: 'text', example: '1' } }),
      { at: 'calls./pay/create.required.shopId', what: 'forbidden' },
    ],
    [
      'a new field of a reply that is always there',
      ({ calls }) => Object.assign(calls['/balance']?.data ?? {}, { credit: { type: 'amount', example: '1' } }),
      { at: 'calls./balance.data.credit', what: 'forbidden' },
    ],
    [
      'a new refusal',
      ({ refusals }) => Object.assign(refusals, { too_slow: {} }),
      { at: 'refusals.too_slow', what: 'forbidden' },
    ],
    [
      'a new optional field of a callback',
      ({ callbacks }) => Object.assign(callbacks['payin'] ?? {}, { payer: { type: 'text', optional: true } }),
      { at: 'callbacks.payin.payer', what: 'added' },
    ],
    [
      'another way to sign',
      ({ signing }) => Object.assign(signing, { body: 'MD5' }),
      { at: 'signing.body', what: 'changed' },
    ],
  ];

  test.each(changes)('%s', (_what, change, fault) => {
    const changed = frozenContract() as Changed;
    change(changed);
    expect(frozenFaults(frozen, changed)).toEqual([fault]);
  });
});
