/**
 * Parses a subset of Markdown into a tree: headings, paragraphs, lists, bold, links. Everything else stays text, and
 * HTML is impossible. Every step is linear in the text's length, so that a hostile text can't hang the page.
 */

export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'break' }
  | { kind: 'strong'; children: readonly Inline[] }
  | { kind: 'link'; href: string; children: readonly Inline[] };

export interface ListItem {
  text: readonly Inline[];
  /** Nested lists. */
  lists: readonly ListBlock[];
}
export interface ListBlock {
  kind: 'list';
  ordered: boolean;
  /** The first number of an ordered list. */
  start: number;
  items: readonly ListItem[];
}
export type Block =
  | { kind: 'heading'; level: number; text: readonly Inline[] }
  | { kind: 'paragraph'; text: readonly Inline[] }
  | ListBlock;

export function parseMarkdown(text: string): Block[] {
  const blocks: Block[] = [];
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? '';
    const heading = headingIn(line);
    if (line.trim() === '') at += 1;
    else if (heading) {
      blocks.push(heading);
      at += 1;
    } else if (markerIn(line)) {
      const end = endOfList(lines, at);
      blocks.push(...listsIn(lines.slice(at, end), 0));
      at = end;
    } else {
      const end = endOfParagraph(lines, at);
      blocks.push({
        kind: 'paragraph',
        text: inlinesIn(
          lines
            .slice(at, end)
            .map((each) => each.trim())
            .join('\n'),
        ),
      });
      at = end;
    }
  }
  return blocks;
}

/** Returns the normalized URL of a web page. Returns undefined for scripts, other schemes and URLs with credentials. */
export function webAddress(text: string): string | undefined {
  // The URL parser silently drops control characters, as in `java\nscript:`.
  if (/[\p{Cc}\s]/u.test(text) || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  const plain = (url.protocol === 'http:' || url.protocol === 'https:') && url.username === '' && url.password === '';
  return plain ? url.href : undefined;
}

function headingIn(line: string): Block | undefined {
  const match = /^ {0,3}(#{1,6})[ \t]+(\S.*)$/.exec(line);
  if (!match) return undefined;
  const text = (match[2] ?? '').trimEnd();
  let end = text.length;
  while (text[end - 1] === '#') end -= 1;
  return { kind: 'heading', level: match[1]?.length ?? 1, text: inlinesIn(text.slice(0, end).trimEnd()) };
}

interface Marker {
  indent: number;
  /** The number of an ordered item. */
  number: number | undefined;
  text: string;
}

function markerIn(line: string): Marker | undefined {
  const match = /^([ \t]*)(?:[-*+]|(\d{1,9})[.)])[ \t]+(\S.*)$/.exec(line);
  if (!match) return undefined;
  return {
    indent: (match[1] ?? '').replaceAll('\t', '    ').length,
    number: match[2] === undefined ? undefined : Number(match[2]),
    text: (match[3] ?? '').trimEnd(),
  };
}

/** A blank line ends a list, unless another item follows it. */
function endOfList(lines: readonly string[], from: number): number {
  let end = from + 1;
  while (end < lines.length) {
    const line = lines[end] ?? '';
    if (headingIn(line) || (line.trim() === '' && !markerIn(lines[end + 1] ?? ''))) break;
    end += 1;
  }
  return end;
}

function endOfParagraph(lines: readonly string[], from: number): number {
  let end = from + 1;
  while (
    end < lines.length &&
    (lines[end] ?? '').trim() !== '' &&
    !headingIn(lines[end] ?? '') &&
    !markerIn(lines[end] ?? '')
  )
    end += 1;
  return end;
}

const MAX_LIST_DEPTH = 3;

/** Parses lines that begin with a list item. A change between bullets and numbers starts another list. */
function listsIn(lines: readonly string[], depth: number): ListBlock[] {
  const outer = markerIn(lines[0] ?? '')?.indent ?? 0;
  const lists: { kind: 'list'; ordered: boolean; start: number; items: ListItem[] }[] = [];
  for (let at = 0; at < lines.length;) {
    const marker = markerIn(lines[at] ?? '');
    let end = at + 1;
    const own = [marker?.text ?? (lines[at] ?? '').trim()];
    const below: string[] = [];
    for (; end < lines.length; end += 1) {
      const line = lines[end] ?? '';
      const next = markerIn(line);
      const nested = next !== undefined && next.indent >= outer + 2 && depth < MAX_LIST_DEPTH;
      if (next && !nested) break;
      if (nested || below.length > 0) below.push(line);
      else if (line.trim() !== '') own.push(line.trim());
    }
    const ordered = marker?.number !== undefined;
    let list = lists.at(-1);
    if (list?.ordered !== ordered)
      lists.push((list = { kind: 'list', ordered, start: marker?.number ?? 1, items: [] }));
    list.items.push({ text: inlinesIn(own.join('\n')), lists: below.length > 0 ? listsIn(below, depth + 1) : [] });
    at = end;
  }
  return lists;
}

const MAX_URL_LENGTH = 2000;

/** `inside` says what encloses the text and so can't be nested again. */
function inlinesIn(text: string, inside: { strong?: boolean; link?: boolean } = {}): Inline[] {
  const found: Inline[] = [];
  let plain = '';
  let noStrong = inside.strong ?? false;
  const flush = () => {
    if (plain !== '') found.push({ kind: 'text', text: plain });
    plain = '';
  };
  for (let at = 0; at < text.length;) {
    const character = text[at] ?? '';
    if (character === '\\' && /[\\*[\]()#+\-.!_`]/.test(text[at + 1] ?? '')) {
      plain += text[at + 1] ?? '';
      at += 2;
      continue;
    }
    if (character === '\n') {
      flush();
      found.push({ kind: 'break' });
      at += 1;
      continue;
    }
    if (!noStrong && text.startsWith('**', at) && /\S/.test(text[at + 2] ?? '')) {
      const end = strongEnd(text, at + 2);
      // Without an end from here there is none further on, so it is not searched again.
      if (end === undefined) noStrong = true;
      else {
        flush();
        found.push({ kind: 'strong', children: inlinesIn(text.slice(at + 2, end), { ...inside, strong: true }) });
        at = end + 2;
        continue;
      }
    }
    const link = character === '[' && !inside.link ? linkAt(text, at) : undefined;
    if (link) {
      flush();
      found.push({ kind: 'link', href: link.href, children: inlinesIn(link.label, { ...inside, link: true }) });
      at = link.end;
      continue;
    }
    plain += character;
    at += 1;
  }
  flush();
  return found;
}

function strongEnd(text: string, from: number): number | undefined {
  for (let end = text.indexOf('**', from + 1); end !== -1; end = text.indexOf('**', end + 1))
    if (/\S/.test(text[end - 1] ?? '')) return end;
  return undefined;
}

/** Parses `[label](address)`. The label has no brackets and the address no spaces. */
function linkAt(text: string, at: number): { label: string; href: string; end: number } | undefined {
  let close = at + 1;
  while (close < text.length && text[close] !== ']' && text[close] !== '[') close += 1;
  const label = text.slice(at + 1, close);
  if (text[close] !== ']' || text[close + 1] !== '(' || label.trim() === '') return undefined;
  const start = close + 2;
  const last = Math.min(text.length, start + MAX_URL_LENGTH);
  let open = 1;
  for (let end = start; end < last; end += 1) {
    const character = text[end] ?? '';
    if (/\s/.test(character)) return undefined;
    if (character === '(') open += 1;
    else if (character === ')' && (open -= 1) === 0) {
      const href = webAddress(text.slice(start, end));
      return href === undefined ? undefined : { label, href, end: end + 1 };
    }
  }
  return undefined;
}
