import { expect, test } from 'vitest';
import { callsDocument } from '#apps/server/calls-document.ts';
import { contracts, merchantProtocol } from '#apps/server/contracts.ts';
import { repository } from './tree.ts';

const repo = repository();

// database/schema.sql needs PostgreSQL, so database/schema.db.test.ts checks it.
test('docs/calls.md matches the contracts', () => {
  expect(repo.read('docs/calls.md')).toBe(callsDocument(contracts, merchantProtocol));
});

test('a changed contract changes the document', () => {
  expect(callsDocument(contracts.slice(1), merchantProtocol)).not.toBe(callsDocument(contracts, merchantProtocol));
});
