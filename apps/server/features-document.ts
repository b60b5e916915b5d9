/** Generates docs/features.md from the manifests alone. */
import type { Feature } from '#foundation/server/feature.ts';

export function featuresDocument(features: readonly Feature[]): string {
  const rows = features.map(
    ({ name, contracts = [], writes = [], reads = [] }) =>
      `| ${name} | ${contracts.reduce((calls, { contract }) => calls + Object.keys(contract.calls).length, 0)} | ${codes(writes)} | ${codes(reads)} |`,
  );
  return `${header}\n\n| Feature | Calls | Writes | Reads of others |\n|---|---|---|---|\n${rows.join('\n')}\n`;
}

const header = `# Features

Written by \`apps/server/write-calls.ts\` from the manifests (\`features/*/server/feature.ts\`). Never edit it by hand.

The features in their order: each imports and reads only what is above it. A name that begins with \`audit.\` is a view for the checks of
the books. \`tidy/tables.ts\` has the reasons for reads in the other direction.`;

function codes(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ');
}
