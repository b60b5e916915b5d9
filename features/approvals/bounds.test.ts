import { expect, test } from 'vitest';
import { PlatformSettings } from '#features/platform/settings.ts';
import { amountBounds, boundKinds, boundOf, boundRights, boundSettings, partiesOf } from './bounds.ts';

const defaults = PlatformSettings.parse({});

test('on a fresh platform one person is enough for money of any amount', () => {
  for (const kind of amountBounds) expect(boundOf(kind, defaults, 9)).toBeNull();
});

test('a number of acts that is not set is one as soon as two people could decide', () => {
  for (const kind of boundKinds.filter((each) => !amountBounds.includes(each))) {
    expect(boundOf(kind, defaults, 1)).toBeNull();
    expect(boundOf(kind, defaults, 2)).toBe(1n);
    const set = (value: number) => ({ ...defaults, [boundSettings[kind]]: value });
    expect(boundOf(kind, set(0), 9)).toBeNull();
    expect(boundOf(kind, set(3), 0)).toBe(3n);
  }
});

test('each kind has a setting of its own', () => {
  expect(new Set(Object.values(boundSettings)).size).toBe(boundKinds.length);
  expect(Object.keys(boundRights).filter((kind) => !boundKinds.some((known) => known === kind))).toEqual([]);
});

test('an act counts for its proposer, its member and its beneficiary', () => {
  const act = { kind: 'payouts', object: '7', amount: 1n, proposedBy: 1n, memberNo: 2n, beneficiary: 'f0' } as const;
  expect(partiesOf(act)).toEqual(['proposer 1', 'member 2', 'beneficiary f0']);
  expect(partiesOf({ ...act, memberNo: null, beneficiary: null })).toEqual(['proposer 1']);
});
