/**
 * `node apps/server/write-calls.ts` writes docs/calls.md from the contracts; `--check` compares instead, and fails when
 * the file is out of date.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { callsDocument } from './calls-document.ts';
import { contracts, merchantProtocol } from './contracts.ts';

const file = new URL('../../docs/calls.md', import.meta.url);
const text = callsDocument(contracts, merchantProtocol);

if (!process.argv.includes('--check')) await writeFile(file, text);
else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
  console.error('docs/calls.md is out of date: run node apps/server/write-calls.ts');
  process.exitCode = 1;
}
