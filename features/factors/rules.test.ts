import { describe, expect, it } from 'vitest';
import {
  type GuardedCall,
  heldUntil,
  methodsFor,
  plainRecoveryCode,
  RECOVERY_CODE_FORM,
  secondSteps,
  type StepMethod,
} from './rules.ts';

const none = { google: false, sms: false };
const phone = { google: false, sms: true };
const app = { google: true, sms: false };
const both = { google: true, sms: true };

describe('a call takes', () => {
  it.each<[GuardedCall, Record<'phone' | 'app' | 'both', StepMethod[]>]>([
    ['/user/login', { phone: [], app: ['google'], both: ['google'] }],
    ['/user/changePassword', { phone: ['sms'], app: ['google'], both: ['sms', 'google'] }],
    ['/user/setPayPassword', { phone: ['sms'], app: ['google'], both: ['google'] }],
    ['/user/bindGoogleQrcode', { phone: ['sms'], app: ['google'], both: ['google'] }],
    ['/user/clearGoogleBind', { phone: [], app: ['google'], both: ['google'] }],
    ['/user/bindmobile', { phone: ['sms'], app: ['google'], both: ['google'] }],
    ['/bankcard/add', { phone: ['sms'], app: ['google'], both: ['google'] }],
    ['/bankcard/edit', { phone: ['sms'], app: ['google'], both: ['google'] }],
    ['/bankcard/remove', { phone: ['sms'], app: ['google'], both: ['google'] }],
  ])('%s: %j', (call, expected) => {
    expect({ phone: methodsFor(call, phone), app: methodsFor(call, app), both: methodsFor(call, both) }).toEqual(
      expected,
    );
  });

  it('nothing from somebody who has bound nothing, and only what is bound', () => {
    for (const call of Object.keys(secondSteps) as GuardedCall[]) {
      expect(methodsFor(call, none)).toEqual([]);
      expect(methodsFor(call, phone)).not.toContain('google');
      expect(methodsFor(call, app)).not.toContain('sms');
    }
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
  ])('looks like one: %j %s', (typed, isOne) => {
    expect(RECOVERY_CODE_FORM.test(typed)).toBe(isOne);
  });
});

describe('payouts rest', () => {
  const now = new Date('2026-11-20T04:00:00.000Z');
  it.each([
    ['not when nothing was taken away', undefined, 24, null],
    ['for the hours of the setting', '2026-11-20T03:00:00.000Z', 24, '2026-11-21T03:00:00.000Z'],
    ['no longer', '2026-11-19T04:00:00.000Z', 24, null],
    ['to the last millisecond', '2026-11-19T04:00:00.001Z', 24, '2026-11-20T04:00:00.001Z'],
    ['not when the platform wants none', '2026-11-20T04:00:00.000Z', 0, null],
  ])('%s', (_, removedAt, hours, until) => {
    expect(
      heldUntil([removedAt === undefined ? undefined : new Date(removedAt), null], hours, now)?.toISOString() ?? null,
    ).toBe(until);
  });
});
