import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';

/** A repository with one broken file and our lint rules. The lint step itself checks the real repository. */
const folder = mkdtempSync(join(tmpdir(), 'countinghouse-lint-'));
afterAll(() => rmSync(folder, { recursive: true }));
const root = fileURLToPath(new URL('../', import.meta.url));
cpSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
cpSync(join(root, 'tsconfig.base.json'), join(folder, 'tsconfig.base.json'));
symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ extends: './tsconfig.base.json', include: ['*.ts'] }));

test('the lint rules catch long files and functions, unhandled promises, missing cases and any', async () => {
  const longFunction = `export function long(): void {\n${'  call();\n'.repeat(120)}}\n`;
  const broken = [
    'declare function call(): void;',
    'declare function pay(): Promise<void>;',
    "type Status = 'paid' | 'frozen';",
    'export function lose(): void {\n  pay();\n}',
    'export function forget(): void {\n  call();\n  [1].forEach(async () => pay());\n}',
    "export function name(status: Status): string {\n  switch (status) {\n    case 'paid':\n      return 'x';\n  }\n  return '';\n}",
    'export const anything: any = 1;',
    longFunction,
    '// line\n'.repeat(380),
  ].join('\n');
  writeFileSync(join(folder, 'broken.ts'), broken);
  expect(await brokenRules()).toEqual([
    'eslint(max-lines)',
    'eslint(max-lines-per-function)',
    'typescript(no-explicit-any)',
    'typescript(no-floating-promises)',
    'typescript(no-misused-promises)',
    'typescript(switch-exhaustiveness-check)',
  ]);
});

function brokenRules(): Promise<string[]> {
  const program = join(root, 'node_modules', 'oxlint', 'bin', 'oxlint');
  return new Promise((resolve, reject) => {
    // oxlint exits with 1 when it finds a problem, which is expected here.
    execFile(
      process.execPath,
      [program, '--format=json', 'broken.ts'],
      { cwd: folder, timeout: 50_000 },
      (error, output) => {
        if (!output.startsWith('{')) return reject(error ?? new Error(output));
        const { diagnostics } = JSON.parse(output) as { diagnostics: { code: string }[] };
        return resolve([...new Set(diagnostics.map(({ code }) => code))].sort());
      },
    );
  });
}
