/**
 * The merchants' protocol as an OpenAPI document, generated from its contract. The database tests compare every reply of
 * the gateway with it.
 */
import { sharedRefusals } from '#foundation/core/refusal-words.ts';
import { GATEWAY_BASE, type GatewayField, gatewayCalls, type GatewayPath, gatewayRefusals } from './contract.ts';
import {
  callbackForms,
  type CallbackKind,
  fieldForms,
  type GivenForm,
  refusalFacts,
  replyForms,
  reportForm,
  requestSigning,
  type ValueForm,
} from './forms.ts';
import { callSummaries, gatewayMeanings, referenceWords, refusalGuide } from './reference-words.ts';

type Json = Readonly<Record<string, unknown>>;

/** `gateway`: the address that the calls are below. */
export function gatewayDocument(gateway: string): Json {
  const paths = Object.keys(gatewayCalls) as GatewayPath[];
  return {
    openapi: '3.1.0',
    info: {
      title: 'Countinghouse gateway',
      version: GATEWAY_BASE.split('/').at(-1),
      description: [
        referenceWords.rule_post.en,
        referenceWords.rule_reply.en,
        referenceWords.rule_retry.en,
        referenceWords.sign_headers.en,
        referenceWords.sign_path.en,
        referenceWords.sign_body.en,
        referenceWords.sign_replies.en,
      ].join('\n\n'),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: gateway }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(paths.map((path) => [path, { post: operation(path) }])),
    webhooks: Object.fromEntries(webhookKinds.map((kind) => [`${kind}Callback`, { post: webhook(kind) }])),
    components: {
      securitySchemes: {
        signature: {
          type: 'apiKey',
          in: 'header',
          name: requestSigning.sign,
          description: referenceWords.sign_headers.en,
        },
      },
      parameters: Object.fromEntries(signParts.map((part) => [part, headerParameter(part)])),
      schemas: { TransportRefusal: transportRefusal },
    },
  };
}

const tags: Readonly<Record<string, string>> = {
  pay: 'Orders that payers pay',
  payout: 'Payouts to bank cards and Alipay accounts',
  balance: 'The wallet',
  callbacks: 'What the platform sends to a notifyUrl',
};

function operation(path: GatewayPath): Json {
  const schema = requestSchema(path);
  return {
    tags: [path.split('/')[1]],
    operationId: path.slice(1).replace('/', '_'),
    summary: callSummaries[path].en,
    security: [{ signature: [] }, {}],
    parameters: signParts.map((part) => ({ $ref: `#/components/parameters/${part}` })),
    requestBody: {
      required: true,
      content: { 'application/json': { schema }, 'application/x-www-form-urlencoded': { schema } },
    },
    responses: {
      '200': { description: 'The call was answered', content: json({ oneOf: [success(path), refusal(path, 200)] }) },
      '400': { description: 'The body cannot be read', content: json(refusal(path, 400)) },
      '429': {
        description: 'Too many requests',
        headers: { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'string', pattern: '^[0-9]+$' } } },
        content: json(refusal(path, 429)),
      },
      default: {
        description: 'The request did not reach the gateway’s calls',
        content: json({ $ref: '#/components/schemas/TransportRefusal' }),
      },
    },
  };
}

type WebhookKind = CallbackKind | 'report';
const webhookKinds: readonly WebhookKind[] = [...(Object.keys(callbackForms) as CallbackKind[]), 'report'];

function webhook(kind: WebhookKind): Json {
  const forms: Readonly<Record<string, GivenForm>> = kind === 'report' ? reportForm : callbackForms[kind];
  return {
    tags: ['callbacks'],
    operationId: `callback_${kind}`,
    summary: referenceWords[`callback_${kind}`].en,
    description:
      kind === 'report'
        ? referenceWords.report_when.en
        : `${callSummaries.callback.en}. ${referenceWords.callback_retry.en}`,
    security: [{ signature: [] }, {}],
    requestBody: {
      required: true,
      content: { 'application/x-www-form-urlencoded': { schema: { ...givenObject(forms, false) } } },
    },
    responses: {
      '200': {
        description: 'Stored',
        content: { 'text/plain': { schema: { type: 'string', enum: ['success', 'ok'] } } },
      },
      '4XX': { description: 'Not accepted; the platform tries again' },
    },
  };
}

type SignPart = keyof typeof requestSigning;
const signParts = Object.keys(requestSigning) as SignPart[];

const signForms: Readonly<Record<SignPart, ValueForm>> = {
  ...callbackForms.payin,
  sign: { type: 'text', example: callbackForms.payin.sign.example },
};

/** Optional, because MD5 signs in the body. */
function headerParameter(part: SignPart): Json {
  const { schema, ...rest } = { schema: valueSchema(signForms[part]), description: meaningOf(part) };
  const isType = part === 'signType';
  return {
    name: requestSigning[part],
    in: 'header',
    required: false,
    ...rest,
    schema: isType ? { ...schema, enum: ['HMAC-SHA256', 'RSA-SHA256'] } : schema,
  };
}

function requestSchema(path: GatewayPath): Json {
  const { required, optional }: { required: readonly GatewayField[]; optional: readonly GatewayField[] } =
    gatewayCalls[path];
  const business = [...required, ...optional].map((name) => [
    name,
    { ...valueSchema(fieldForms[name]), description: meaningOf(name) },
  ]);
  const signing = signParts.map((part) => [
    part,
    {
      ...valueSchema(signForms[part]),
      ...(part === 'signType' ? { enum: ['MD5'], examples: ['MD5'] } : {}),
      description: `With MD5: ${meaningOf(part)}`,
    },
  ]);
  return {
    type: 'object',
    required,
    properties: Object.fromEntries([...business, ...signing]),
    additionalProperties: false,
  };
}

function success(path: GatewayPath): Json {
  return envelope(1, { data: givenObject(replyForms[path], true) }, ['data']);
}

/** Signed with MD5, a refusal has `data`, which repeats its name. */
function refusal(path: GatewayPath, status: number): Json {
  const names = gatewayRefusals.filter((name) => {
    const { calls, statuses } = refusalFacts[name];
    return calls.includes(path) && statuses.includes(status);
  });
  const error = {
    type: 'string',
    enum: names,
    description: names
      .map((name) => `- \`${name}\`: ${refusalGuide[`cause_${name}`].en}. ${refusalGuide[`cure_${name}`].en}`)
      .join('\n'),
  };
  const data = {
    type: 'object',
    required: ['error', ...md5Names],
    properties: { error: { type: 'string' }, ...md5Properties },
    additionalProperties: false,
  };
  const fields = {
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'What is wrong with each field of a bad_request',
  };
  return envelope(0, { error, fields, data }, ['error']);
}

const transportRefusal: Json = envelope(0, { error: { type: 'string', enum: Object.keys(sharedRefusals) } }, ['error']);

function envelope(code: 0 | 1, more: Json, required: readonly string[]): Json {
  return {
    type: 'object',
    required: ['code', 'msg', ...required],
    properties: { code: { type: 'integer', const: code }, msg: { type: 'string' }, ...more },
    additionalProperties: false,
  };
}

const md5Names = ['timestamp', 'nonce', 'signType', 'sign'] as const;
const md5Properties: Json = Object.fromEntries(
  md5Names.map((name) => [
    name,
    {
      ...valueSchema(signForms[name]),
      ...(name === 'signType' ? { enum: ['MD5'], examples: ['MD5'] } : {}),
      description: `With MD5: ${meaningOf(name)}`,
    },
  ]),
);

/** `inReply`: an absent value is null, or left out with MD5, which adds its own fields. In a form it is left out. */
function givenObject(forms: Readonly<Record<string, GivenForm>>, inReply: boolean): Json {
  const properties = Object.fromEntries(
    Object.entries(forms).map(([name, form]) => {
      const schema = valueSchema(form);
      const described = { ...schema, description: meaningOf(form.meaning) };
      return [name, form.optional && inReply ? nullable(described) : described];
    }),
  );
  return {
    type: 'object',
    required: Object.keys(forms).filter((name) => forms[name]?.optional !== true),
    properties: inReply ? { ...md5Properties, ...properties } : properties,
    additionalProperties: false,
  };
}

function nullable(schema: Json): Json {
  const { enum: values, ...rest } = schema;
  return {
    ...rest,
    type: ['string', 'null'],
    ...(Array.isArray(values) ? { enum: [...(values as unknown[]), null] } : {}),
  };
}

function valueSchema({ type, pattern, maxCharacters, values, example, initial }: ValueForm): Json {
  return {
    type: 'string',
    ...(type === 'time' ? { format: 'date-time' } : {}),
    ...(type === 'address' ? { format: 'uri' } : {}),
    ...(pattern === undefined ? {} : { pattern: `^(?:${pattern})$` }),
    ...(maxCharacters === undefined ? {} : { maxLength: maxCharacters }),
    ...(values === undefined ? {} : { enum: values }),
    ...(initial === undefined ? {} : { default: initial }),
    examples: [example],
  };
}

function meaningOf(name: string): string {
  const phrase = (gatewayMeanings as Readonly<Record<string, { en: string }>>)[name];
  if (!phrase) throw new Error(`the reference has no meaning of ${name}`);
  return phrase.en;
}

function json(schema: Json): Json {
  return { 'application/json': { schema } };
}
