/** Checks that styles use logical sides (`inline-start`), so that the console could support a right-to-left script. */
import type { Finding, Tree } from './tree.ts';

const inStyles =
  /(?<![-\w])(?:(?:margin|padding|border|inset|scroll-margin|scroll-padding)-)?(?:left|right)(?:-(?:width|style|color|radius))?\s*:|(?:text-align|float|clear)\s*:\s*(?:left|right)\b/;
/** Mantine's short props for the margin or padding of one side. */
const inMarkup = /\s[mp][lr]=/;

export function physicalSides(tree: Tree): Finding[] {
  return tree.paths
    .filter((path) => /\.(css|tsx)$/.test(path))
    .flatMap((path) =>
      tree
        .read(path)
        .split('\n')
        .flatMap((text, index) => {
          const found = (path.endsWith('.css') ? inStyles : inMarkup).exec(text)?.[0];
          return found === undefined
            ? []
            : [{ path, line: index + 1, text: `uses a physical side (${found.trim()}): use start or end` }];
        }),
    );
}
