/**
 * Makes each `import()` of a file of ours go through `foundation/console/wire/import-again.ts`. It runs last, when the
 * names of the files and the lists of what is fetched with each are final.
 */
import type { Plugin } from 'vite';

export function importsAgain(): Plugin {
  return {
    name: 'imports-again',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const part of Object.values(bundle)) {
          if (part.type !== 'chunk') continue;
          part.code = part.code.replaceAll(
            /\bimport\((["'`])(\.\/[\w.-]+\.js)\1\)/g,
            (_whole, _quote, file) => `importAgain(\`${file}\`)`,
          );
        }
      },
    },
  };
}
