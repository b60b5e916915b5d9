/** Finds faults in an OpenAPI document. Supports only the features that our documents use. */

export interface OpenApi {
  openapi: string;
  info: { title?: string; version?: string };
  servers: readonly { url: string }[];
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: { securitySchemes: Readonly<Record<string, unknown>> };
}

interface Operation {
  operationId?: string;
  summary?: string;
  tags?: readonly string[];
  security?: readonly Readonly<Record<string, unknown>>[];
  requestBody?: { content: Readonly<Record<string, { schema?: unknown }>> };
  responses?: Readonly<
    Record<string, { description?: string; content?: Readonly<Record<string, { schema?: unknown }>> }>
  >;
}

const types = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];

export function faultsOf(document: OpenApi): string[] {
  const faults: string[] = [];
  const check = (fine: boolean, fault: string): void => void (fine || faults.push(fault));
  check(document.openapi === '3.1.0', `is OpenAPI ${document.openapi}`);
  check(Boolean(document.info.title && document.info.version), 'has no title or no version');
  check(document.servers.length > 0, 'names no server');
  const ids = new Set<string>();
  for (const [path, item] of Object.entries(document.paths)) {
    for (const [
      method,
      { operationId = '', summary = '', tags = [], security = [], requestBody, responses },
    ] of Object.entries(item)) {
      const name = `${method} ${path}`;
      check(/^\/[\w/{}]+$/.test(path) && ['get', 'post'].includes(method), `${name} is not a call`);
      check(operationId !== '' && !ids.has(operationId), `${name} has no unique name`);
      check(summary !== '' && tags.length > 0, `${name} has no summary or tag`);
      for (const scheme of security.flatMap(Object.keys))
        check(scheme in document.components.securitySchemes, `${name} is secured by ${scheme}, which does not exist`);
      const answer = responses?.['200']?.content?.['application/json']?.schema;
      check(answer !== undefined && Boolean(responses?.['200']?.description), `${name} has no answer`);
      ids.add(operationId);
      faults.push(
        ...schemaFaults(document, requestBody?.content['application/json']?.schema ?? true, `${name} request`),
        ...schemaFaults(document, answer ?? true, `${name} answer`),
      );
    }
  }
  return faults;
}

/** Finds faults in a schema and in everything inside it. */
export function schemaFaults(document: unknown, schema: unknown, where: string): string[] {
  if (typeof schema === 'boolean') return [];
  if (typeof schema !== 'object' || schema === null) return [`${where} is not a schema`];
  const {
    $ref,
    type,
    required = [],
    properties = {},
    items,
    additionalProperties,
    pattern,
    anyOf = [],
    allOf = [],
    oneOf = [],
  } = schema as Record<string, never> & {
    $ref?: string;
    type?: string | string[];
    required?: string[];
    properties?: Record<string, unknown>;
    items?: unknown;
    additionalProperties?: unknown;
    pattern?: string;
    anyOf?: unknown[];
    allOf?: unknown[];
    oneOf?: unknown[];
  };
  const inner: [string, unknown][] = [
    ...Object.entries(properties).map(([name, one]): [string, unknown] => [`${where}.${name}`, one]),
    ...(items === undefined ? [] : [[`${where}[]`, items] as [string, unknown]]),
    ...(additionalProperties === undefined ? [] : [[`${where}.*`, additionalProperties] as [string, unknown]]),
    ...[...anyOf, ...allOf, ...oneOf].map((one, index): [string, unknown] => [`${where}|${index}`, one]),
  ];
  return [
    ...required
      .filter((name) => !(name in properties))
      .map((name) => `${where} requires ${name}, which it does not have`),
    ...($ref === undefined || resolves(document, $ref) ? [] : [`${where} refers to ${$ref}, which does not exist`]),
    ...(type === undefined
      ? []
      : [type]
          .flat()
          .filter((one) => !types.includes(one))
          .map((one) => `${where} has the type ${one}`)),
    ...(pattern === undefined || isPattern(pattern) ? [] : [`${where} has an invalid pattern`]),
    ...inner.flatMap(([name, one]) => schemaFaults(document, one, name)),
  ];
}

/** References are resolved from the document's root. */
function resolves(document: unknown, reference: string): boolean {
  if (!reference.startsWith('#/')) return false;
  const steps = reference
    .slice(2)
    .split('/')
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  return (
    steps.reduce<unknown>(
      (found, step) =>
        typeof found === 'object' && found !== null ? (found as Record<string, unknown>)[step] : undefined,
      document,
    ) !== undefined
  );
}

function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u').source !== '';
  } catch {
    return false;
  }
}
