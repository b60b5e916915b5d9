/** The README's facts match the code. */
import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { makeVectors } from '../scripts/make-vectors.ts';
import { unsignedErrors } from '../src/replies.ts';
import { signHmac, signMd5 } from '../src/signing.ts';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const vectors = makeVectors();

test('the README’s examples are the first test vectors', () => {
  const [md5] = vectors.md5;
  const [message] = vectors.messages;
  expect(readme).toContain(`\n${md5?.text}&key=${vectors.key}\n`);
  expect(readme).toContain(`\`${md5?.sign}\``);
  expect(readme).toContain(`\n${message?.body}\n`);
  expect(readme).toContain(`\n${message?.text}\n`);
  expect(readme).toContain(`\`${message?.hmacSha256}\``);
  expect(signMd5(md5?.fields ?? {}, vectors.key)).toBe('5634F069ADF710652663A0093819793C');
  expect(signHmac(message?.text ?? '', vectors.key)).toBe(
    'e355f6161fa83660fb5f71a73a33a17d260cdc62bbb0df15198423d2a3072da6',
  );
});

test('the README lists the errors that can be unsigned', () => {
  const [, section = ''] = readme.split('### Errors without a signature');
  const listed = [...(section.split('can occur')[0] ?? '').matchAll(/`([a-z_]+)`/g)].map(([, name]) => name);
  expect(listed).toEqual(unsignedErrors);
});
