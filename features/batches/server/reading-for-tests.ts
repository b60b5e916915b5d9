/** Reads files for the tests. Only tests import this. */
import { readFileSync } from 'node:fs';
import type { Currency } from '#foundation/core/money.ts';
import { readTable } from '../reading.ts';
import { checkRow } from '../rules.ts';

export const caseFile = (name: string) => readFileSync(new URL(`case-${name}`, import.meta.url));
const bytesOf = (file: string | Uint8Array) => (typeof file === 'string' ? Buffer.from(file) : file);
export async function read(file: string | Uint8Array, currency: Currency = 'CNY') {
  const found = await readTable(bytesOf(file), currency);
  if ('fault' in found) throw found.fault;
  return found;
}
export async function faultNameOf(file: string | Uint8Array): Promise<string> {
  const found = await readTable(bytesOf(file), 'CNY');
  return 'fault' in found ? found.fault.word : 'read';
}
/** The line, and its payment or the names of its errors. */
export async function judged(file: string | Uint8Array, currency: Currency = 'CNY') {
  return (await read(file, currency)).rows.map(({ line, values }) => {
    const checked = checkRow(values, { currency });
    return [line, 'good' in checked ? checked.good.amountMinor : checked.faults];
  });
}
