/** The package as published: it runs as plain JavaScript, has types, and the README's samples compile against them. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { stagePackage } from '../scripts/stage-package.ts';

// Inside the repository, so that the consumer finds the type packages that the samples use.
const cache = fileURLToPath(new URL('../../.cache/', import.meta.url));
let consumer = '';
let installed = '';

beforeAll(() => {
  mkdirSync(cache, { recursive: true });
  consumer = mkdtempSync(join(cache, 'sdk-consumer-'));
  installed = join(consumer, 'node_modules/@countinghouse/sdk');
  stagePackage(installed);
  writeFileSync(join(consumer, 'package.json'), '{ "type": "module" }');
});

afterAll(() => rmSync(consumer, { recursive: true, force: true }));

test('every export has a file, and every export of the workspace is published', () => {
  const published = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  const workspace = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  expect(Object.keys(published.exports)).toEqual(Object.keys(workspace.exports));
  const files = [published.exports, workspace.exports].map((exported) =>
    Object.values<string | Record<string, string>>(exported).flatMap((entry) =>
      typeof entry === 'string' ? [entry] : Object.values(entry),
    ),
  );
  expect(files[0]?.filter((file) => !existsSync(join(installed, file)))).toEqual([]);
  expect(files[1]?.filter((file) => !existsSync(new URL(`../${file}`, import.meta.url)))).toEqual([]);
  expect(published).not.toHaveProperty('scripts');
  for (const kind of ['dependencies', 'peerDependencies', 'optionalDependencies'])
    expect(published).not.toHaveProperty(kind);
  for (const file of ['README.md', 'LICENSE']) expect(existsSync(join(installed, file))).toBe(true);
});

test('the published package runs without type stripping', () => {
  writeFileSync(
    join(consumer, 'run.js'),
    `
    import { createClient } from '@countinghouse/sdk';
    import { signCallback, verifyCallback } from '@countinghouse/sdk/callbacks';
    import vectors from '@countinghouse/sdk/vectors.json' with { type: 'json' };
    import { verifyMd5 } from '@countinghouse/sdk/signing';
    import '@countinghouse/sdk/returns';
    import '@countinghouse/sdk/replies';
    import '@countinghouse/sdk/messages';
    import '@countinghouse/sdk/form';
    import '@countinghouse/sdk/rsa-keys';
    createClient({ baseUrl: 'https://pay.example/gateway/v1', merchantNo: '1', signType: 'MD5', key: 'k' });
    const [{ fields, sign }] = vectors.md5;
    const [{ path, headers, body }] = vectors.callbacks;
    const { merchantNo, key } = vectors;
    const result = await verifyCallback({ url: path, headers, rawBody: body, merchantNo, key, signTypes: ['MD5'], now: () => vectors.now * 1000 });
    console.log(verifyMd5({ ...fields, sign }, key), result.ok, typeof signCallback);
  `,
  );
  expect(execFileSync(process.execPath, ['--no-strip-types', 'run.js'], { cwd: consumer, encoding: 'utf8' })).toBe(
    'true true function\n',
  );
});

test('the TypeScript samples of the README compile against the published types', () => {
  const readme = readFileSync(join(installed, 'README.md'), 'utf8');
  const samples = [...readme.matchAll(/```ts\n([^]*?)```/g)].map(([, code]) => code ?? '');
  expect(samples.length).toBeGreaterThanOrEqual(5);
  samples.forEach((code, index) => writeFileSync(join(consumer, `sample-${index}.ts`), code));
  writeFileSync(
    join(consumer, 'wrong.ts'),
    "import { createClient } from '@countinghouse/sdk';\ncreateClient({ baseUrl: '', merchantNo: '', signType: 'RSA-SHA256', key: '' });\n",
  );
  writeFileSync(
    join(consumer, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        module: 'nodenext',
        target: 'es2023',
        lib: ['es2023'],
        types: ['node'],
        strict: true,
        noEmit: true,
        skipLibCheck: true,
        exactOptionalPropertyTypes: true,
      },
      include: ['*.ts'],
    }),
  );
  const compiler = join(createRequire(import.meta.url).resolve('typescript/package.json'), '../bin/tsc');
  let output = '';
  try {
    output = execFileSync(process.execPath, [compiler, '-p', '.', '--pretty', 'false'], {
      cwd: consumer,
      encoding: 'utf8',
    });
  } catch (error) {
    output = String((error as { stdout: unknown }).stdout);
  }
  const faults = output.split('\n').filter((line) => /^\S+\(\d+,\d+\): error/.test(line));
  expect(faults.map((line) => line.split('(')[0])).toEqual(['wrong.ts']);
});
