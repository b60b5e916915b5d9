/** The clients for Python and PHP pass the same vectors, where the language is on the machine. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { describe, expect, test } from 'vitest';

import { vectorsFile } from '../scripts/make-vectors.ts';
import { unsignedErrors } from '../src/replies.ts';

const vectors = fileURLToPath(vectorsFile);
const fileOf = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url));

function has(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

const languages = [
  { program: 'python3', file: 'python/test_vectors.py', client: 'python/countinghouse.py' },
  { program: 'php', file: 'php/test-vectors.php', client: 'php/Countinghouse.php' },
];

describe.each(languages)('$client', ({ program, file, client }) => {
  const present = has(program);

  test.skipIf(!present)(
    present ? 'passes the vectors' : `passes the vectors (${program} is not on this machine)`,
    () => {
      const passed = execFileSync(program, [fileOf(file), vectors], {
        encoding: 'utf8',
        env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1' },
      });
      expect(Number(passed)).toBeGreaterThan(200);
    },
  );

  test('takes the same errors unsigned', () => {
    const [, list = ''] = /UNSIGNED_ERRORS = [([]([^)\]]+)/.exec(readFileSync(fileOf(client), 'utf8')) ?? [];
    expect([...list.matchAll(/'([a-z_]+)'/g)].map(([, name]) => name)).toEqual(unsignedErrors);
  });

  test('is one file that needs no other', () => {
    const text = readFileSync(fileOf(client), 'utf8');
    expect(text).not.toMatch(/^\s*(require|include)/m);
    const imported = [...text.matchAll(/^(?:import|from) ([a-z0-9]+)/gm)].map(([, name]) => name);
    expect(imported.filter((name) => !STANDARD.includes(name ?? ''))).toEqual([]);
  });
});

const STANDARD = ['base64', 'hashlib', 'hmac', 'http', 'json', 'random', 're', 'secrets', 'time', 'urllib'];
