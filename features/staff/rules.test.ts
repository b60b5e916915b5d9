import { expect, test } from 'vitest';
import { builtInRoles } from '#features/rights.ts';
import { changeText, grantableRights, invitationStateAt, isRaise, isRole, isSameSet } from './rules.ts';

test('what only owners can do is in no role of one’s own, and in no other built-in role', () => {
  expect(grantableRights.filter((right) => right.startsWith('staff.'))).toEqual([]);
  expect(builtInRoles.owner).toEqual(expect.arrayContaining(['staff.view', 'staff.configure', ...grantableRights]));
  const { owner: _owner, ...others } = builtInRoles;
  expect(
    Object.values(others)
      .flat()
      .filter((right) => right.startsWith('staff.')),
  ).toEqual([]);
});

test('a raise adds something, whatever else it takes away', () => {
  expect(isRaise(['a', 'b'], ['a'])).toBe(false);
  expect(isRaise(['a', 'b'], ['c'])).toBe(true);
  expect(isRaise([], [])).toBe(false);
  expect(isSameSet(['a', 'b'], ['b', 'a', 'a'])).toBe(true);
  expect(isSameSet(['a'], ['a', 'b'])).toBe(false);
  expect(changeText(['a', 'b'], ['b', 'c'])).toBe('+c −a');
});

test('a role is a built-in one or one that there is', () => {
  expect(isRole('risk', [])).toBe(true);
  expect(isRole('toString', [])).toBe(false);
  expect(isRole('x', ['x'])).toBe(true);
});

test('an invitation is open until its last millisecond, and what happened to it wins', () => {
  const at = new Date(1_000);
  const made = { openedAt: at, usedAt: null, cancelledAt: null, expiresAt: new Date(2_000) };
  expect(invitationStateAt(made, new Date(1_999))).toBe('open');
  expect(invitationStateAt(made, new Date(2_000))).toBe('expired');
  expect(invitationStateAt({ ...made, openedAt: null }, at)).toBe('waiting');
  expect(invitationStateAt({ ...made, usedAt: at }, new Date(3_000))).toBe('used');
  expect(invitationStateAt({ ...made, cancelledAt: at }, at)).toBe('cancelled');
});
