/**
 * `node apps/server/write-calls.ts` writes docs/calls.md from the contracts and docs/features.md from the manifests;
 * `--check` compares instead, and fails when a file is out of date.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { callsDocument } from './calls-document.ts';
import { contracts, merchantProtocol } from './contracts.ts';
import { featuresDocument } from './features-document.ts';
import { features } from './features.ts';

const documents = {
  'calls.md': callsDocument(contracts, merchantProtocol),
  'features.md': featuresDocument(features),
};

for (const [name, text] of Object.entries(documents)) {
  const file = new URL(`../../docs/${name}`, import.meta.url);
  if (!process.argv.includes('--check')) await writeFile(file, text);
  else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
    console.error(`docs/${name} is out of date: run node apps/server/write-calls.ts`);
    process.exitCode = 1;
  }
}
