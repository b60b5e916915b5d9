/** The grid's steps: no row is lost unless it was removed, and a removed row returns to its place. */
import { expect, test } from 'vitest';
import { MAX_ROWS } from '../../rules.ts';
import { emptyGrid, type Grid, type GridStep, isEmptyRow, stepGrid } from './grid-rows.ts';

const after = (...steps: GridStep[]): Grid => steps.reduce(stepGrid, emptyGrid());
const amounts = ({ rows }: Grid) => rows.map(({ texts }) => texts.amount);
const type = (at: number, text: string): GridStep => ({ do: 'type', at, column: 'amount', text });

test('starts with rows that are not paid', () => {
  const { rows } = emptyGrid();
  expect(rows).toHaveLength(3);
  expect(rows.every(({ texts }) => isEmptyRow(texts))).toBe(true);
  expect(after(type(0, '1')).rows.map(({ texts }) => isEmptyRow(texts))).toEqual([false, true, true]);
});

test('typing changes only its own row', () => {
  const before = after(type(0, '1'));
  const then = stepGrid(before, type(1, '2'));
  expect(amounts(then)).toEqual(['1', '2', '']);
  expect(then.rows[0]).toBe(before.rows[0]);
});

test('a row is added at the end, and duplicated below itself', () => {
  const grid = after(type(0, '1'), type(1, '2'), { do: 'duplicate', at: 0 }, { do: 'add' });
  expect(amounts(grid)).toEqual(['1', '1', '2', '', '']);
  expect(new Set(grid.rows.map(({ id }) => id)).size).toBe(5);
});

test('a deleted row returns to its place and keeps what was typed since', () => {
  const grid = after(type(0, '1'), type(1, '2'), type(2, '3'), { do: 'remove', at: 1 }, type(0, '1.50'));
  expect(amounts(grid)).toEqual(['1.50', '3']);
  expect(amounts(stepGrid(grid, { do: 'undo' }))).toEqual(['1.50', '2', '3']);
});

test('deleting the last row leaves an empty one', () => {
  const grid = after({ do: 'remove', at: 0 }, { do: 'remove', at: 0 }, type(0, '9'), { do: 'remove', at: 0 });
  expect(amounts(grid)).toEqual(['']);
  expect(amounts(stepGrid(grid, { do: 'undo' }))).toEqual(['9', '']);
});

test('a pasted block overwrites rows, grows downwards, and can be undone', () => {
  const before = after(type(0, '1'), { do: 'type', at: 1, column: 'holder', text: 'Ann' });
  const grid = stepGrid(before, { do: 'paste', at: 1, rows: [{ amount: '2' }, { amount: '3' }, { amount: '4' }] });
  expect(amounts(grid)).toEqual(['1', '2', '3', '4']);
  expect(grid.rows[1]?.texts.holder).toBe('Ann');
  expect(grid.undo).toMatchObject({ what: 'pasted', count: 3 });
  expect(stepGrid(grid, { do: 'undo' }).rows).toBe(before.rows);
  // After more typing, undoing the block would also remove the typed text.
  expect(stepGrid(grid, type(0, '7')).undo).toBeUndefined();
});

test('cleared rows can be restored', () => {
  const before = after(type(0, '1'), type(1, '2'));
  const cleared = stepGrid(before, { do: 'clear' });
  expect(amounts(cleared)).toEqual(['', '', '']);
  expect(cleared.undo).toMatchObject({ what: 'cleared', count: 2 });
  expect(amounts(stepGrid(cleared, { do: 'undo' }))).toEqual(['1', '2', '']);
});

test('the grid never has more rows than a batch takes', () => {
  const many = Array.from({ length: MAX_ROWS + 5 }, (_, index) => ({ amount: String(index + 1) }));
  const full = after({ do: 'paste', at: 1, rows: many });
  expect(full.rows).toHaveLength(MAX_ROWS);
  expect(stepGrid(full, { do: 'add' }).rows).toHaveLength(MAX_ROWS);
  expect(stepGrid(full, { do: 'duplicate', at: 0 })).toBe(full);
});
