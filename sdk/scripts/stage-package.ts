/**
 * Builds the package for publishing into `sdk/dist/package/` or the given folder: plain JavaScript with types, and a
 * package.json with the `exports` of `publishConfig`. Publish this folder, never the workspace: npm does not apply
 * `publishConfig.exports`, and Node does not strip types below node_modules.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const sdk = fileURLToPath(new URL('..', import.meta.url));

/** Empties `target` and builds the package into it. */
export function stagePackage(target: string): void {
  const dist = join(target, 'dist');
  rmSync(target, { recursive: true, force: true });
  mkdirSync(dist, { recursive: true });
  const compiler = join(createRequire(import.meta.url).resolve('typescript/package.json'), '../bin/tsc');
  execFileSync(process.execPath, [compiler, '-p', join(sdk, 'tsconfig.build.json'), '--outDir', dist], {
    stdio: 'inherit',
  });
  copyFileSync(join(sdk, 'src/vectors.json'), join(dist, 'vectors.json'));
  for (const file of ['README.md', 'LICENSE']) copyFileSync(join(sdk, file), join(target, file));
  const {
    publishConfig: { exports, ...publishConfig },
    scripts: _scripts,
    ...manifest
  } = JSON.parse(readFileSync(join(sdk, 'package.json'), 'utf8'));
  writeFileSync(join(target, 'package.json'), `${JSON.stringify({ ...manifest, exports, publishConfig }, null, 2)}\n`);
}

if (import.meta.main) stagePackage(resolve(process.argv[2] ?? join(sdk, 'dist/package')));
