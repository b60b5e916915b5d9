/** Cells of a text file without a heading: an error, because an amount may have been split. */
import { describe, expect, test } from 'vitest';
import { checkRow } from '../rules.ts';
import { judged, read } from './reading-for-tests.ts';

describe('cells without a heading in a text', () => {
  const head = 'type,holder,bank,branch,account,amount';
  const beyond = (cells: string) => ({ amount: { word: 'cells_beyond', values: { cells } } });

  test.each([
    ['an amount with a comma and no quotes', `${head}\nbank,Ana,ICBC,,6222020200112345703,1,500`, '500'],
    ['with a heading that is empty', `${head},\nbank,Ana,ICBC,,6222020200112345703,1,500`, '500'],
    ['in tabs', `${head}\nbank,Ana,ICBC,,6222020200112345703,1,\u200b,500`.replaceAll(',', '\t'), '500'],
    ['far to the right', `${head}\nbank,Ana,ICBC,,6222020200112345703,1${','.repeat(200)}500`, '500'],
    ['between the columns', `type,amount,,holder,bank,account\nbank,1,500,Ana,ICBC,6222020200112345703`, '500'],
  ])('are an error of the row: %s', async (_, file, cells) => {
    expect(await judged(file)).toEqual([[2, beyond(cells)]]);
    // Also when the rows are sent back without their file.
    const [row] = (await read(file)).rows;
    expect(row && checkRow(row.values, { currency: 'CNY' })).toEqual({ faults: beyond(cells) });
  });

  test('that are empty or invisible do not count', async () => {
    expect(await judged(`${head}\nbank,Ana,ICBC,,6222020200112345703,1, ,\u200b,`)).toEqual([[2, 100n]]);
    expect(await judged(`${head}\nbank,Ana,ICBC,,6222020200112345703,"1,500.00"`)).toEqual([[2, 150_000n]]);
  });

  test('headings and types are recognized despite invisible marks', async () => {
    expect(
      await judged(
        `\u200b${head.replace('amount', 'Amo\u00adunt')},\u200b\n\u200ebank,Ana,ICBC,,6222020200112345703,1`,
      ),
    ).toEqual([[2, 100n]]);
  });
});
