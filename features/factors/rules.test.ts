import { describe, expect, it } from 'vitest';
import type { StepPolicy } from '#foundation/core/calls.ts';
import {
  pausedUntil,
  methodsFor,
  plainRecoveryCode,
  RECOVERY_CODE_FORM,
  type StepMethod,
  takesRecoveryCode,
} from './rules.ts';

const none = { google: false, sms: false };
const phone = { google: false, sms: true };
const app = { google: true, sms: false };
const both = { google: true, sms: true };

describe('a policy accepts', () => {
  it.each<[StepPolicy, Record<'phone' | 'app' | 'both', StepMethod[]>]>([
    ['authenticator', { phone: [], app: ['google'], both: ['google'] }],
    ['any', { phone: ['sms'], app: ['google'], both: ['sms', 'google'] }],
    ['strongest', { phone: ['sms'], app: ['google'], both: ['google'] }],
  ])('%s: %j', (policy, expected) => {
    expect({ phone: methodsFor(policy, phone), app: methodsFor(policy, app), both: methodsFor(policy, both) }).toEqual(
      expected,
    );
  });

  it('nothing from a user who has bound nothing, and only what is bound', () => {
    for (const policy of ['authenticator', 'any', 'strongest'] as const) {
      expect(methodsFor(policy, none)).toEqual([]);
      expect(methodsFor(policy, phone)).not.toContain('google');
      expect(methodsFor(policy, app)).not.toContain('sms');
    }
  });

  it('a recovery code only if it accepts nothing but the authenticator', () => {
    expect((['authenticator', 'any', 'strongest'] as const).filter(takesRecoveryCode)).toEqual(['authenticator']);
  });
});

describe('a recovery code', () => {
  it.each(['ab1cd-2ef3g', 'AB1CD2EF3G', ' ab1cd 2ef3g ', 'Ab1Cd-2eF3g'])('is the same as %j', (typed) => {
    expect(plainRecoveryCode(typed)).toBe('ab1cd2ef3g');
  });

  it.each([
    ['ab1cd-2ef3g', true],
    ['ab1cd2ef3g', true],
    ['ab1cd-2ef3', false],
    ['123456', false],
    ['', false],
  ])('has the form of a recovery code: %j %s', (typed, isOne) => {
    expect(RECOVERY_CODE_FORM.test(typed)).toBe(isOne);
  });
});

describe('payouts are paused', () => {
  const now = new Date('2026-11-20T04:00:00.000Z');
  it.each([
    ['not at all if no factor was removed', undefined, 24, null],
    ['for the hours of the setting', '2026-11-20T03:00:00.000Z', 24, '2026-11-21T03:00:00.000Z'],
    ['no longer than that', '2026-11-19T04:00:00.000Z', 24, null],
    ['to the last millisecond', '2026-11-19T04:00:00.001Z', 24, '2026-11-20T04:00:00.001Z'],
    ['not at all if the setting is zero', '2026-11-20T04:00:00.000Z', 0, null],
  ])('%s', (_, removedAt, hours, until) => {
    expect(
      pausedUntil([removedAt === undefined ? undefined : new Date(removedAt), null], hours, now)?.toISOString() ?? null,
    ).toBe(until);
  });
});
