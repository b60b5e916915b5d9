import { expect, test } from 'vitest';
import { callsDocument } from '#apps/server/calls-document.ts';
import { contracts, merchantProtocol } from '#apps/server/contracts.ts';
import { gatewayDocument } from '#features/gateway/openapi.ts';
import { featuresDocument } from '#apps/server/features-document.ts';
import { features } from '#apps/server/features.ts';
import { repository } from './tree.ts';

const repo = repository();

// database/schema.sql needs PostgreSQL, so database/schema.db.test.ts checks it.
test('docs/calls.md matches the contracts', () => {
  expect(repo.read('docs/calls.md')).toBe(callsDocument(contracts, merchantProtocol));
});

test('docs/openapi-gateway.json matches the contract', () => {
  expect(JSON.parse(repo.read('docs/openapi-gateway.json'))).toEqual(
    JSON.parse(JSON.stringify(gatewayDocument('https://pay.example/gateway/v1'))),
  );
});

test('docs/features.md shows the manifests as they are', () => {
  expect(repo.read('docs/features.md')).toBe(featuresDocument(features));
  expect(featuresDocument(features.slice(1))).not.toBe(featuresDocument(features));
});

test('a changed contract changes the document', () => {
  expect(callsDocument(contracts.slice(1), merchantProtocol)).not.toBe(callsDocument(contracts, merchantProtocol));
});
