/**
 * Styles name sides by the direction of reading (`inline-start`), so that the console could be turned around for a
 * script that runs the other way.
 */
import type { Finding, Tree } from './tree.ts';

const inStyles =
  /(?<![-\w])(?:(?:margin|padding|border|inset|scroll-margin|scroll-padding)-)?(?:left|right)(?:-(?:width|style|color|radius))?\s*:|(?:text-align|float|clear)\s*:\s*(?:left|right)\b/;
/** The component library's short properties for margins and paddings of one side. */
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
            : [{ path, line: index + 1, text: `names a side of the screen (${found.trim()}): say start or end` }];
        }),
    );
}
