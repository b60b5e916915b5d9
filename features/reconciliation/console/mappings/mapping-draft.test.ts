/** A mapping survives its form. */
import { expect, test } from 'vitest';
import { Mapping } from '../../mapping.ts';
import { draftOf, mappingIn } from './mapping-draft.ts';

const table: Mapping = {
  format: 'table',
  feeTolerance: '0.05',
  columns: { reference: 'No', ownNumber: null, amount: 'Sum', fee: null, time: 'At', kind: 'Type', status: 'State' },
  kinds: [{ text: 'PAY', kind: 'payin' }],
  kind: null,
  statuses: [{ text: 'OK', status: 'success' }],
  amounts: 'signed',
  decimal: ',',
  thousands: '.',
  dateForm: 'dmy',
  timeZone: 'Asia/Bangkok',
  headerRow: 3,
  footerRows: 1,
  sheet: 'Day',
  encoding: 'windows-874',
  separator: ';',
};
const bank: Mapping = { format: 'mt940', account: 'DE01', credits: 'payin', debits: 'fee' };

test.each([
  ['a table', table],
  ['a table of one type', { ...table, columns: { ...table.columns, kind: null }, kinds: [], kind: 'payout' as const }],
  ['a bank account', bank],
])('%s is the same after the form', (_, mapping) => {
  expect(Mapping.parse(mappingIn(draftOf(mapping, 'UTC')))).toEqual(mapping);
});

test('a new one lacks only its columns', () => {
  const read = Mapping.safeParse(mappingIn(draftOf(null, 'Asia/Shanghai')));
  expect(read.error?.issues.map(({ path }) => path.join('.')).toSorted()).toEqual([
    'columns.amount',
    'columns.reference',
  ]);
});

test('a number that is none is reported at its field', () => {
  const values = { ...draftOf(table, 'UTC'), 'mapping.headerRow': '' };
  expect(Mapping.safeParse(mappingIn(values)).error?.issues.map(({ path }) => path.join('.'))).toEqual(['headerRow']);
});
