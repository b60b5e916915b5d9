/**
 * `node apps/server/write-calls.ts` writes docs/calls.md and docs/openapi-gateway.json from the contracts and
 * docs/features.md from the manifests; `--check` compares instead, and fails when a file is out of date. It adds new
 * optional fields to the frozen contract of the gateway, and fails for any other change of it.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { type FrozenFault, frozenContract, frozenFaults } from '#features/gateway/frozen.ts';
import { gatewayDocument } from '#features/gateway/openapi.ts';
import { callsDocument } from './calls-document.ts';
import { contracts, merchantProtocol } from './contracts.ts';
import { featuresDocument } from './features-document.ts';
import { features } from './features.ts';

const documents = {
  'calls.md': callsDocument(contracts, merchantProtocol),
  'features.md': featuresDocument(features),
  'openapi-gateway.json': `${JSON.stringify(gatewayDocument('https://pay.example/gateway/v1'), null, 2)}\n`,
};

for (const [name, text] of Object.entries(documents)) {
  const file = new URL(`../../docs/${name}`, import.meta.url);
  if (!process.argv.includes('--check')) await writeFile(file, text);
  else if ((await readFile(file, 'utf8').catch(() => '')) !== text) {
    console.error(`docs/${name} is out of date: run node apps/server/write-calls.ts`);
    process.exitCode = 1;
  }
}

const frozenFile = new URL('../../features/gateway/v1-frozen.json', import.meta.url);
const faults: readonly FrozenFault[] = frozenFaults(JSON.parse(await readFile(frozenFile, 'utf8')), frozenContract());
const broken = faults.filter(({ what }) => what !== 'added');
if (broken.length > 0) {
  console.error(`/gateway/v1 is frozen: ${broken.map(({ at, what }) => `${at} is ${what}`).join(', ')}`);
  process.exitCode = 1;
} else if (faults.length > 0 && !process.argv.includes('--check'))
  await writeFile(frozenFile, `${JSON.stringify(frozenContract(), null, 2)}\n`);
