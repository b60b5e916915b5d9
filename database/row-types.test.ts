import { expect, test } from 'vitest';
import { addRow, rowsKey } from '#foundation/server/postgres/rows-for-tests.ts';
import { rowFaults, type TypedStatement, type ValueType } from './row-types-for-tests.ts';

const of = (...kinds: string[]): ValueType => ({ kinds: new Set(kinds), properties: new Map(), elements: [] });
const object = (properties: Record<string, ValueType>): ValueType => ({
  ...of('object'),
  properties: new Map(Object.entries(properties)),
});
const list = (element: ValueType, ...others: string[]): ValueType => ({
  ...of('array', ...others),
  elements: [element],
});

const statement: TypedStatement = {
  place: 'store.ts:1',
  text: 'select',
  row: object({
    memberNo: of('bigint'),
    status: of('"paid"', '"pending"'),
    name: of('string', 'null'),
    paidAt: of('Date', 'null'),
    shares: list(object({ agentNo: of('string') }), 'null'),
    note: of('string', 'undefined'),
    anything: of('any'),
  }),
};
const row = {
  memberNo: 1n,
  status: 'paid',
  name: null,
  paidAt: new Date(0),
  shares: [{ agentNo: '20000001' }],
  anything: { of: ['any', 'kind'] },
};

function faults(...rows: object[]): string[] {
  const kinds = new Map<string, Set<string>>();
  for (const each of rows) addRow(kinds, each);
  const recorded = Object.fromEntries([...kinds].map(([place, known]) => [place, [...known]]));
  return rowFaults([statement], [{ [rowsKey('select', rows[0] ?? {})]: recorded }]);
}

test('rows of the type have no fault', () => {
  expect(
    faults(row, { ...row, status: 'pending', name: 'a long name', paidAt: null, shares: null, note: 'said' }),
  ).toEqual([]);
});

test.each<[string, object, string]>([
  ['another kind of number', { memberNo: '1' }, 'store.ts:1 answers "1" as memberNo: bigint'],
  ['a null that the type leaves out', { memberNo: null }, 'store.ts:1 answers null as memberNo: bigint'],
  ['a word that is none of the type’s', { status: 'gone' }, 'store.ts:1 answers "gone" as status: "paid" | "pending"'],
  ['a time as text', { paidAt: '2026-01-01 00:00' }, 'store.ts:1 answers string as paidAt: Date | null'],
  ['a fault inside of a list', { shares: [{ agentNo: 5 }] }, 'store.ts:1 answers number as shares[].agentNo: string'],
  ['a column that the type does not name', { extra: 1 }, 'store.ts:1 answers extra, which its type does not name'],
])('%s is a fault', (_, change, fault) => {
  expect(faults({ ...row, ...change })).toEqual([fault]);
});

test('a column that the type names and no row has is a fault', () => {
  const { name: _, ...without } = row;
  expect(faults(without)).toEqual(['store.ts:1 does not answer name, which its type names']);
});

test('of statements with the same text one type has to fit', () => {
  const other: TypedStatement = { place: 'other.ts:1', text: 'select', row: object({ count: of('number') }) };
  const counted = rowsKey('select', { count: 1 });
  expect(rowFaults([other, statement], [{ [counted]: { count: ['number'] } }])).toEqual([]);
  expect(rowFaults([other, statement], [{ [counted]: { count: ['string'] } }])).toEqual([
    'other.ts:1 answers string as count: number',
  ]);
});
