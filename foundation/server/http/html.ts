/** Pages written on the server: one template function, which escapes everything from outside. */

/** Text that is safe to put into a page. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = string | number | Html | readonly Html[];

/** Escapes every part that is not `Html` itself. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(String.raw({ raw: strings }, ...parts.map(partText)));
}

function partText(part: Part): string {
  if (part instanceof Html) return part.text;
  return typeof part === 'string' || typeof part === 'number'
    ? escaped(part.toString())
    : part.map(({ text }) => text).join('');
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
