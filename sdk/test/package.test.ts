/**
 * The package as published: packed, checked by the tools that registries and bundlers use, installed from its file into
 * fresh projects of each kind, and used there. Its README's samples compile against it.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { stagePackage } from '../scripts/stage-package.ts';

const MAX_PACKED_BYTES = 50_000;

// Inside the repository, so that a TypeScript project finds the type packages that the samples use.
const cache = fileURLToPath(new URL('../../.cache/', import.meta.url));
const require = createRequire(import.meta.url);
let folder = '';
let staged = '';
let packed = '';

beforeAll(() => {
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, 'sdk-package-'));
  staged = join(folder, 'staged');
  stagePackage(staged);
  const [file] = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', folder], staged)) as {
    filename: string;
  }[];
  packed = join(folder, file?.filename ?? '');
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(program: string, args: readonly string[], cwd: string): string {
  return execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

/** A fresh project with the package installed from its file. It has no dependency, so no registry is asked. */
function project(name: string, manifest: object): string {
  const at = join(folder, name);
  mkdirSync(at);
  writeFileSync(join(at, 'package.json'), JSON.stringify({ name, private: true, ...manifest }));
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', packed], at);
  return at;
}

test('every export has its files, and every export of the workspace is published', () => {
  const published = JSON.parse(readFileSync(join(staged, 'package.json'), 'utf8'));
  const workspace = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  expect(Object.keys(published.exports)).toEqual(Object.keys(workspace.exports));
  const filesOf = (entry: unknown): string[] =>
    typeof entry === 'string' ? [entry] : Object.values(entry as object).flatMap(filesOf);
  expect(filesOf(published.exports).filter((file) => !existsSync(join(staged, file)))).toEqual([]);
  expect(filesOf(workspace.exports).filter((file) => !existsSync(new URL(`../${file}`, import.meta.url)))).toEqual([]);
  expect(published).not.toHaveProperty('scripts');
  for (const kind of ['dependencies', 'peerDependencies', 'optionalDependencies'])
    expect(published).not.toHaveProperty(kind);
  for (const file of ['README.md', 'LICENSE']) expect(existsSync(join(staged, file))).toBe(true);
});

test('packed, it is smaller than 50 kB', () => {
  expect(statSync(packed).size).toBeLessThan(MAX_PACKED_BYTES);
});

test('publint has nothing to say', async () => {
  const { messages, pkg } = await publint({ pkgDir: staged, strict: true });
  expect(messages.map((message) => formatMessage(message, pkg ?? {}))).toEqual([]);
});

test('its types are right for every way to import it', () => {
  const attw = join(require.resolve('@arethetypeswrong/cli/package.json'), '../dist/index.js');
  expect(run(process.execPath, [attw, packed, '--format', 'json'], folder)).not.toBe('');
});

describe('installed from its file', () => {
  const use = `
    createClient({ baseUrl: 'https://pay.example/gateway/v1', merchantNo: '1', signType: 'MD5', key: 'k' });
    const [{ fields, sign }] = vectors.md5;
    const [{ path, headers, body }] = vectors.callbacks;
    const { merchantNo, key } = vectors;
    const asked = { url: path, headers, rawBody: body, merchantNo, key, signTypes: ['MD5'], now: () => vectors.now * 1000 };
    verifyCallback(asked).then(({ ok }) => console.log(verifyMd5({ ...fields, sign }, key), ok, typeof signCallback));
  `;

  test('an ES module uses it', () => {
    const at = project('esm', { type: 'module' });
    writeFileSync(
      join(at, 'run.js'),
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
      ${use}`,
    );
    expect(run(process.execPath, ['--no-strip-types', 'run.js'], at)).toBe('true true function\n');
  });

  test('CommonJS uses it, and gets the CommonJS files', () => {
    const at = project('commonjs', { type: 'commonjs' });
    writeFileSync(
      join(at, 'run.js'),
      `
      const { createClient } = require('@countinghouse/sdk');
      const { signCallback, verifyCallback } = require('@countinghouse/sdk/callbacks');
      const vectors = require('@countinghouse/sdk/vectors.json');
      const { verifyMd5 } = require('@countinghouse/sdk/signing');
      for (const part of ['returns', 'replies', 'messages', 'form', 'rsa-keys'])
        if (!require.resolve('@countinghouse/sdk/' + part).includes('cjs')) throw new Error(part);
      ${use}`,
    );
    expect(run(process.execPath, ['--no-strip-types', '--no-experimental-require-module', 'run.js'], at)).toBe(
      'true true function\n',
    );
  });

  test('the TypeScript samples of the README compile against its types, in ES modules and in CommonJS', () => {
    const readme = readFileSync(join(staged, 'README.md'), 'utf8');
    const samples = [...readme.matchAll(/```ts\n([^]*?)```/g)].map(([, code]) => code ?? '');
    expect(samples.length).toBeGreaterThanOrEqual(5);
    const wrong =
      "import { createClient, type RefusalName } from '@countinghouse/sdk';\n" +
      "createClient({ baseUrl: '', merchantNo: '', signType: 'RSA-SHA256', key: '' });\n" +
      "export const name: RefusalName = 'no_such_refusal';\n";
    const esm = project('typescript', { type: 'module' });
    samples.forEach((code, index) => writeFileSync(join(esm, `sample-${index}.ts`), code));
    writeFileSync(join(esm, 'wrong.ts'), wrong);
    expect(faultsOf(esm)).toEqual(['wrong.ts', 'wrong.ts']);
    const cjs = project('typescript-commonjs', { type: 'commonjs' });
    writeFileSync(
      join(cjs, 'sample.ts'),
      "import { createClient } from '@countinghouse/sdk';\nimport { verifyCallback } from '@countinghouse/sdk/callbacks';\nexport const made = [createClient, verifyCallback];\n",
    );
    writeFileSync(join(cjs, 'wrong.ts'), wrong);
    expect(faultsOf(cjs)).toEqual(['wrong.ts', 'wrong.ts']);
  });

  /** The files that the compiler finds wrong, one for each error. */
  function faultsOf(at: string): string[] {
    const compilerOptions = {
      module: 'nodenext',
      target: 'es2023',
      lib: ['es2023'],
      types: ['node'],
      strict: true,
      noEmit: true,
      skipLibCheck: false,
      exactOptionalPropertyTypes: true,
    };
    writeFileSync(join(at, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    const compiler = join(require.resolve('typescript/package.json'), '../bin/tsc');
    let output = '';
    try {
      output = run(process.execPath, [compiler, '-p', '.', '--pretty', 'false'], at);
    } catch (error) {
      output = String((error as { stdout: unknown }).stdout);
    }
    return output
      .split('\n')
      .filter((line) => /^\S+\(\d+,\d+\): error/.test(line))
      .map((line) => line.split('(')[0] ?? '');
  }
});
