/** The gateway's document passes the linter of Redocly, with its recommended rules as errors. */
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, it } from 'vitest';
import { gatewayDocument } from '../openapi.ts';

async function problemsOf(document: unknown): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended-strict'] });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer})`);
}

it('has no problem', async () => {
  expect(await problemsOf(gatewayDocument('https://pay.test/gateway/v1'))).toEqual([]);
});

it('and the linter finds one in a broken document', async () => {
  const { paths: _paths, ...others } = gatewayDocument('https://pay.test/gateway/v1');
  const broken = { ...others, paths: { '/balance': { post: { responses: { '200': {} } } } } };
  expect((await problemsOf(broken)).join('\n')).toMatch(/operation-operationId|description/);
});
