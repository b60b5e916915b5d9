/** Compares replies and callbacks of the gateway with its OpenAPI document. Only tests import this. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { GATEWAY_BASE } from '../contract.ts';
import { gatewayDocument } from '../openapi.ts';

const document = gatewayDocument('https://pay.example/gateway/v1') as {
  paths: Readonly<Record<string, { post: { responses: Readonly<Record<string, unknown>> } }>>;
};

const ajv = new Ajv2020({
  strict: false,
  allErrors: true,
  formats: {
    'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/,
    uri: (text) => URL.canParse(text),
  },
});
ajv.addSchema(document, 'gateway');
const compiled = new Map<string, ValidateFunction>();

/** Returns what is wrong with a reply of a call; empty if the document describes it. `route`: `/gateway/v1/balance`. */
export function replyFaults(route: string, status: number, body: string): string[] {
  const path = route.slice(GATEWAY_BASE.length);
  const responses = document.paths[path]?.post.responses;
  if (!responses) return [`the document has no ${route}`];
  const answer = String(status) in responses ? String(status) : 'default';
  const place = `#/paths/${pointer(path)}/post/responses/${answer}/content/${pointer('application/json')}/schema`;
  return faultsOf(place, JSON.parse(body)).map((fault) => `${route} ${status} ${fault} in ${body}`);
}

export function callbackFaults(kind: 'payin' | 'payout', fields: Readonly<Record<string, string>>): string[] {
  const place = `#/webhooks/${kind}Callback/post/requestBody/content/${pointer('application/x-www-form-urlencoded')}/schema`;
  return faultsOf(place, fields);
}

function faultsOf(place: string, value: unknown): string[] {
  const validate = compiled.get(place) ?? ajv.compile({ $ref: `gateway${place}` });
  compiled.set(place, validate);
  if (validate(value)) return [];
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath || 'it'} ${message}`);
}

function pointer(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'));
}
