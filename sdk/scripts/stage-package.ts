/**
 * Builds the package for publishing into `sdk/dist/package/` or the given folder: ES modules and CommonJS, each with its
 * types, and a package.json whose `exports` name both. Publish this folder, never the workspace: npm does not apply
 * `publishConfig.exports`, and Node does not strip types below node_modules.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const sdk = fileURLToPath(new URL('..', import.meta.url));
const compiler = join(createRequire(import.meta.url).resolve('typescript/package.json'), '../bin/tsc');

/** Empties `target` and builds the package into it. */
export function stagePackage(target: string): void {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  compile('module', join(target, 'dist/esm'));
  compile('commonjs', join(target, 'dist/cjs'));
  // Its own package.json says that these files are CommonJS.
  writeFileSync(join(target, 'dist/cjs/package.json'), '{ "type": "commonjs" }\n');
  copyFileSync(join(sdk, 'src/vectors.json'), join(target, 'vectors.json'));
  for (const file of ['README.md', 'LICENSE']) copyFileSync(join(sdk, file), join(target, file));
  const { exports, scripts: _scripts, ...manifest } = JSON.parse(readFileSync(join(sdk, 'package.json'), 'utf8'));
  writeFileSync(
    join(target, 'package.json'),
    `${JSON.stringify({ ...manifest, ...published(Object.entries<string>(exports)) }, null, 2)}\n`,
  );
}

/** The format that the compiler writes is that of the nearest package.json, so each has its own copy of the sources. */
function compile(type: 'module' | 'commonjs', folder: string): void {
  const cache = join(sdk, '../.cache');
  mkdirSync(cache, { recursive: true });
  // Inside the repository, so that the compiler finds the types of Node.
  const sources = mkdtempSync(join(cache, 'sdk-sources-'));
  try {
    cpSync(join(sdk, 'src'), join(sources, 'src'), { recursive: true });
    writeFileSync(join(sources, 'package.json'), JSON.stringify({ type }));
    const settings = { extends: join(sdk, 'tsconfig.build.json'), include: ['src/**/*.ts'] };
    const compilerOptions = {
      rootDir: 'src',
      outDir: folder,
      ...(type === 'commonjs' ? { verbatimModuleSyntax: false } : {}),
    };
    writeFileSync(join(sources, 'tsconfig.json'), JSON.stringify({ ...settings, compilerOptions }));
    execFileSync(process.execPath, [compiler, '-p', sources], { stdio: 'inherit' });
  } finally {
    rmSync(sources, { recursive: true, force: true });
  }
}

/** `main`, `types` and `typesVersions` are for tools that do not read `exports`. */
function published(exports: readonly (readonly [string, string])[]): Record<string, unknown> {
  const modules = exports.flatMap(([name, file]): [string, string][] => {
    const stem = /^\.\/src\/(.+)\.ts$/.exec(file)?.[1];
    return stem === undefined ? [] : [[name, stem]];
  });
  const of = (format: 'esm' | 'cjs', stem: string) => ({
    types: `./dist/${format}/${stem}.d.ts`,
    default: `./dist/${format}/${stem}.js`,
  });
  return {
    main: './dist/cjs/client.js',
    module: './dist/esm/client.js',
    types: './dist/cjs/client.d.ts',
    typesVersions: {
      '*': Object.fromEntries(
        modules.filter(([name]) => name !== '.').map(([name, stem]) => [name.slice(2), [`./dist/cjs/${stem}.d.ts`]]),
      ),
    },
    exports: {
      ...Object.fromEntries(
        modules.map(([name, stem]) => [name, { import: of('esm', stem), require: of('cjs', stem) }]),
      ),
      './vectors.json': './vectors.json',
      './package.json': './package.json',
    },
  };
}

if (import.meta.main) stagePackage(resolve(process.argv[2] ?? join(sdk, 'dist/package')));
