/**
 * Records how every server of the database tests answers: one line per route and outcome, in the file that
 * `TEST_ANSWERS` names: a new one for each run, unless it names one already. It watches the servers from outside, so
 * the endpoints know nothing of it. Vitest calls `setup` once before the run and imports this file again in every worker.
 * Only tests import this.
 */
import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { testFolder } from '#foundation/server/process/folder-for-tests.ts';

export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['TEST_ANSWERS']) return undefined;
  const folder = await testFolder('countinghouse-answers-');
  const path = join(folder, 'answers.txt');
  await writeFile(path, '');
  process.env['TEST_ANSWERS'] = path;
  return () => rm(folder, { recursive: true, force: true });
}

const file = process.env['TEST_ANSWERS'];
const written = new Set<string>();

if (file !== undefined)
  subscribe('fastify.initialization', (message) => {
    const { fastify: server } = message as { fastify: FastifyInstance };
    server.addHook('onSend', async (request, { statusCode }, payload) => {
      const { url: route } = request.routeOptions;
      if (route === undefined) return;
      const line = `${route} ${outcomeOf(statusCode, payload)}\n`;
      if (written.has(line)) return;
      written.add(line);
      appendFileSync(file, line);
    });
  });

/** Returns `success` or the word of the refusal. */
function outcomeOf(status: number, payload: unknown): string {
  const text = typeof payload === 'string' ? payload : '';
  if (!text.startsWith('{')) return status < 400 ? 'success' : text;
  const { code, error = 'success' } = JSON.parse(text) as { code?: number; error?: string };
  return code === 1 ? 'success' : error;
}
