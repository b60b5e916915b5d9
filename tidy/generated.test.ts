import { expect, test } from 'vitest';
import { callsDocument } from '#apps/server/calls-document.ts';
import { contracts, merchantProtocol } from '#apps/server/contracts.ts';
import { featuresDocument } from '#apps/server/features-document.ts';
import { features } from '#apps/server/features.ts';
import { repository } from './tree.ts';

const house = repository();

// database/schema.sql needs PostgreSQL: its check is database/schema.db.test.ts.
test('docs/calls.md tells the contracts as they are', () => {
  expect(house.read('docs/calls.md')).toBe(callsDocument(contracts, merchantProtocol));
});

test('docs/features.md shows the manifests as they are', () => {
  expect(house.read('docs/features.md')).toBe(featuresDocument(features));
  expect(featuresDocument(features.slice(1))).not.toBe(featuresDocument(features));
});

test('a contract that changes makes the document another one', () => {
  expect(callsDocument(contracts.slice(1), merchantProtocol)).not.toBe(callsDocument(contracts, merchantProtocol));
});
