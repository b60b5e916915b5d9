import { expect, test } from 'vitest';
import { builtInRoles, rights, rightsOf } from '#features/rights.ts';

test('every built-in role reads all areas but that of the owners, and only the owner has every right', () => {
  const views = rights.filter((right) => right.endsWith('.view') && right !== 'staff.view');
  for (const [role, granted] of Object.entries(builtInRoles)) {
    expect(granted, role).toEqual(expect.arrayContaining(views));
    expect(new Set(granted).size, role).toBe(granted.length);
    expect(granted.length === rights.length, role).toBe(role === 'owner');
  }
});

test('an operator has the rights of all its roles together', () => {
  expect(rightsOf([])).toEqual(new Set());
  expect(rightsOf(['auditor', 'support'])).toEqual(new Set([...builtInRoles.support, 'books.act']));
  expect(rightsOf(['6f1c1f0e-0000-4000-8000-000000000000'], ['cards.act'])).toEqual(new Set(['cards.act']));
});

test('a role or a right that the code does not know grants nothing', () => {
  expect(rightsOf(['emperor', 'toString'], ['cards.destroy', 'cards'])).toEqual(new Set());
});
