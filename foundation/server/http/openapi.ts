/** Generates the OpenAPI document from the contracts that check the calls. */
import { z } from 'zod';
import type { Call, Contract } from '#foundation/core/calls.ts';
import { sharedRefusals } from '#foundation/core/refusal-words.ts';
import type { Words } from '#foundation/core/words.ts';

const whoText: Readonly<Record<Call['who'], string>> = {
  anyone: 'Anyone.',
  session: 'Anyone logged in.',
  members: 'Merchants and agents.',
  agents: 'Agents.',
  operators: 'Operators.',
};

/** Readers see the calls of these in this order. */
const order: readonly Call['who'][] = ['members', 'agents', 'session', 'anyone', 'operators'];

export function openApiDocument(
  contracts: readonly Contract[],
  { title, version, base }: { title: string; version: string; base: string },
): OpenApiDocument {
  const paths: Record<string, unknown> = {};
  const offered = contracts
    .flatMap((contract) => Object.entries(contract.calls).map(([path, call]) => ({ path, call, contract })))
    .toSorted((a, b) => order.indexOf(a.call.who) - order.indexOf(b.call.who));
  for (const { path, call, contract } of offered)
    paths[path.replaceAll(namedPart, '{$1}')] = {
      [call.method === 'GET' ? 'get' : 'post']: operation(path, call, contract),
    };
  const tags = [...new Set(offered.map(({ path, call }) => tagOf(path, call)))];
  return {
    openapi: '3.1.0',
    info: {
      title,
      version,
      description:
        'Every answered call is HTTP 200 with an envelope; `code` tells: 1 success, 0 refused, −1 wrong fields, −2 second step, −3 captcha, 50008 logged out.',
    },
    servers: [{ url: base }],
    tags: tags.map((name) => ({ name })),
    paths,
    components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'X-Token' } } },
  };
}

export interface OpenApiDocument extends Record<string, unknown> {
  readonly tags: readonly { readonly name: string }[];
  readonly paths: Readonly<Record<string, unknown>>;
}

const OPERATORS = 'operators';

/** The tags that a reader finds unfolded: all but the operators' calls. */
export function openTags({ tags }: OpenApiDocument): string[] {
  return tags.map(({ name }) => name).filter((name) => name !== OPERATORS);
}

function tagOf(path: string, call: Call): string {
  return call.who === 'operators' ? OPERATORS : (path.split('/')[1] ?? '');
}

function operation(path: string, call: Call, contract: Contract): Record<string, unknown> {
  const refusals = (call.refusals ?? []).map((name) => `- \`${name}\`: ${textOf(name, contract.texts)}`);
  return {
    tags: [tagOf(path, call)],
    operationId: path.slice(1).replaceAll('/', '_').replaceAll(namedPart, '$1'),
    summary: call.summary,
    description: [
      whoText[call.who],
      ...(call.guide === undefined ? [] : ['', call.guide]),
      ...(refusals.length > 0 ? ['', 'Refusals:', ...refusals] : []),
    ].join('\n'),
    security: call.who === 'anyone' ? [] : [{ token: [] }],
    ...requestOf(path, call),
    responses: {
      200: {
        description: call.download ? 'The file, or the envelope of a refusal' : 'The envelope',
        content: {
          'application/json': { schema: envelopeSchema(call) },
          ...(call.download ? { [fileType(path)]: { schema: { type: 'string', format: 'binary' } } } : {}),
        },
      },
    },
  };
}

/** The type of a file; one that the path names has its own. */
function fileType(path: string): string {
  return path.includes('/:') ? '*/*' : 'application/octet-stream';
}

/** `:id` in a call's path. */
const namedPart = /:(\w+)/g;

function requestOf(path: string, call: Call): Record<string, unknown> {
  if (call.upload) {
    const file = { type: 'string', format: 'binary', maxLength: call.upload.maximumBytes };
    const multipart = {
      'multipart/form-data': { schema: { type: 'object', required: ['file'], properties: { file } } },
    };
    return {
      requestBody: { required: true, content: { ...multipart, ...(call.input ? jsonContent(call.input) : {}) } },
    };
  }
  if (call.download && call.method === 'GET') return { parameters: parametersOf(path, call) };
  return call.input ? { requestBody: { required: true, content: jsonContent(call.input) } } : {};
}

function jsonContent(input: z.ZodType): Record<string, unknown> {
  return { 'application/json': { schema: jsonSchema(input, 'input') } };
}

/** Parameters that the path does not name are in the query. */
function parametersOf(path: string, { input }: Call): Record<string, unknown>[] {
  const inPath = new Set([...path.matchAll(namedPart)].map(([, name]) => name));
  const { properties = {}, required = [] } = (input ? jsonSchema(input, 'input') : {}) as {
    properties?: Record<string, object>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: inPath.has(name) ? 'path' : 'query',
    required: inPath.has(name) || required.includes(name),
    schema,
  }));
}

function envelopeSchema(call: Call): Record<string, unknown> {
  return {
    type: 'object',
    required: ['code', 'msg', 'time'],
    properties: {
      code: { type: 'integer', enum: [1, 0, -1, -2, -3, 50008] },
      msg: { type: 'string' },
      time: { type: 'integer', description: 'Unix seconds' },
      error: { type: 'string', description: 'Stable name of a refusal' },
      fields: { type: 'object', additionalProperties: { type: 'string' } },
      ...(call.output ? { data: jsonSchema(call.output, 'output') } : {}),
    },
  };
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<string, unknown>;
  return rest;
}

function textOf(name: string, texts: Words): string {
  const phrase = texts[name] ?? (sharedRefusals as Words)[name];
  return (phrase?.en ?? '').replace(/\{.*?\}/g, '…');
}
