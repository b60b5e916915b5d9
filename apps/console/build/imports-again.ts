/**
 * Makes each `import()` of a file of ours go through `foundation/console/wire/import-again.ts`. It runs last, when the
 * names of the files and the lists of what is fetched with each are final.
 */
import type { Plugin } from 'vite';

export function importsAgain(): Plugin {
  return {
    name: 'imports-again',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        let replaced = 0;
        for (const part of Object.values(bundle)) {
          if (part.type !== 'chunk') continue;
          part.code = part.code.replaceAll(/\bimport\((["'`])(\.\/[\w.-]+\.js)\1\)/g, (_whole, _quote, file) => {
            replaced += 1;
            return `importAgain(\`${file}\`)`;
          });
        }
        if (replaced === 0) this.error('imports-again: found no import() to replace');
      },
    },
  };
}
