/** Untrusted Markdown becomes plain elements, never a script, a style or a link with another scheme. */
import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Markdown } from './Markdown.tsx';
import { parseMarkdown, webAddress } from './parse-markdown.ts';

function html(text: string): string {
  const { container, unmount } = render(<Markdown text={text} />);
  const found = container.firstElementChild?.innerHTML ?? '';
  unmount();
  return found;
}

test.each([
  ['# One\n### Three\nText', '<h3>One</h3><h4>Three</h4><p>Text</p>'],
  ['## Two ##\n# One\n###### Six\n## Two', '<h4>Two</h4><h3>One</h3><h5>Six</h5><h4>Two</h4>'],
  ['###### Deep ##', '<h3>Deep</h3>'],
  ['#no heading', '<p>#no heading</p>'],
  ['first\nsecond\n\nthird', '<p>first<br>second</p><p>third</p>'],
  ['**bold** and ** not ** and **open', '<p><strong>bold</strong> and ** not ** and **open</p>'],
  ['请注意：**重要**内容', '<p>请注意：<strong>重要</strong>内容</p>'],
  ['- a\n- b\n  - c\n- d', '<ul><li>a</li><li>b<ul><li>c</li></ul></li><li>d</li></ul>'],
  ['3. c\n4. d\n- e', '<ol start="3"><li>c</li><li>d</li></ol><ul><li>e</li></ul>'],
  ['- a\n\n- b\n\nafter', '<ul><li>a</li><li>b</li></ul><p>after</p>'],
  ['- long\n  item', '<ul><li>long<br>item</li></ul>'],
  [
    'see [the **docs**](https://example.com/a_(b)?c=d)',
    '<p>see <a href="https://example.com/a_(b)?c=d" title="https://example.com/a_(b)?c=d" target="_blank" rel="noopener noreferrer">the <strong>docs</strong></a></p>',
  ],
  ['\\*\\*plain\\*\\* \\[x](https://example.com)', '<p>**plain** [x](https://example.com)</p>'],
  ['', ''],
])('%j', (text, expected) => {
  expect(html(text)).toBe(expected);
});

const hostile = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<b>bold</b> &lt;i&gt;',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](java\tscript:alert(1))',
  '[x](java\nscript:alert(1))',
  '[x](\u0001javascript:alert(1))',
  '[x](data:text/html,<script>alert(1)</script>)',
  '[x](vbscript:msgbox(1))',
  '[x](file:///etc/passwd)',
  '[x](blob:https://example.com/1)',
  '[x](//evil.example)',
  '[x](/order/list)',
  '[x](#/login)',
  '[x](https:evil.example)',
  '[x](https://bank.example@evil.example/)',
  '[x](https://user:pass@evil.example/)',
  '[x](https://)',
  '[x](https://exa mple.com)',
  '[x](https://example.com"onmouseover="alert(1))',
  '[<img src=x onerror=alert(1)>](https://example.com)',
  '**<svg onload=alert(1)>**',
  '# <iframe src="javascript:alert(1)">',
  '- <a href="javascript:alert(1)">x</a>',
  '![x](https://example.com/pixel.png)',
  '[a](https://example.com)[b](javascript:alert(1))',
  '[[a](https://example.com)](javascript:alert(1))',
  '<style>*{display:none}</style>',
  '```\n<script>alert(1)</script>\n```',
  '[x]: javascript:alert(1)\n[x]',
  '<javascript:alert(1)>',
];
const allowedTags = new Set(['DIV', 'H3', 'H4', 'H5', 'H6', 'P', 'BR', 'STRONG', 'UL', 'OL', 'LI', 'A']);

test.each(hostile)('%j renders only plain elements and web links', (text) => {
  const { container } = render(<Markdown text={text} />);
  const elements = [...container.querySelectorAll('*')];
  expect(elements.filter(({ tagName }) => !allowedTags.has(tagName))).toEqual([]);
  const allowed = (tagName: string) => (tagName === 'A' ? ['href', 'title', 'target', 'rel'] : ['class', 'start']);
  expect(
    elements.flatMap(({ tagName, attributes }) =>
      [...attributes].map(({ name }) => name).filter((name) => !allowed(tagName).includes(name)),
    ),
  ).toEqual([]);
  for (const link of container.querySelectorAll('a')) {
    expect(link.getAttribute('href')).toMatch(/^https?:\/\/[^@]*$/);
    expect(link.rel).toBe('noopener noreferrer');
  }
});

test('unsupported syntax is shown as text', () => {
  const { container } = render(<Markdown text={'<b>Offer</b> [click](javascript:alert(1))'} />);
  expect(container.textContent).toBe('<b>Offer</b> [click](javascript:alert(1))');
});

test.each([
  '*'.repeat(100_000),
  '**a '.repeat(25_000),
  '['.repeat(100_000),
  '[a]('.repeat(25_000),
  '#'.repeat(100_000),
  `# ${'#'.repeat(100_000)}`,
  '- '.repeat(50_000),
  Array.from({ length: 2000 }, (_, depth) => `${' '.repeat(depth * 2)}- x`).join('\n'),
  ' '.repeat(100_000),
])('a long hostile text is parsed without hanging (%#)', (text) => {
  expect(Array.isArray(parseMarkdown(text))).toBe(true);
});

test('a web address needs http or https, two slashes and a host', () => {
  expect(webAddress('http://example.com')).toBe('http://example.com/');
  expect(webAddress('HTTPS://EXAMPLE.com/A?b#c')).toBe('https://example.com/A?b#c');
  for (const text of [
    '',
    'example.com',
    'mailto:a@b.c',
    'ftp://example.com',
    ' https://example.com',
    'https:///x y',
    'https:example.com',
    'https:\\\\example.com',
  ])
    expect(webAddress(text)).toBeUndefined();
});
