/** Generates docs/calls.md from the contracts alone. The same contracts give the same text, byte for byte. */
import type { Call, StepPolicy } from '#foundation/core/calls.ts';
import { sharedRefusals } from '#foundation/core/refusal-words.ts';
import type { Words } from '#foundation/core/words.ts';
import type { FeatureContract } from './contracts.ts';
import { schemaForms, type SchemaRow } from './schema-rows.ts';

export interface MerchantProtocol {
  feature: string;
  base: string;
  calls: Readonly<
    Record<
      string,
      { summary: string; required: readonly string[]; optional: readonly string[]; data: readonly string[] }
    >
  >;
  refusals: readonly string[];
  texts: Words;
}

const callersOf: Readonly<Record<Call['who'], string>> = {
  anyone: 'anyone',
  session: 'anyone logged in',
  members: 'merchants and agents',
  agents: 'agents',
  operators: 'operators',
};

export function callsDocument(contracts: readonly FeatureContract[], protocol: MerchantProtocol): string {
  return `${[header, sharedSection(), ...contracts.filter(({ contract }) => Object.keys(contract.calls).length > 0).map(featureSection), protocolSection(protocol)].join('\n\n')}\n`;
}

const header = `# Calls

Written by \`apps/server/write-calls.ts\` from the contracts (\`features/*/contract.ts\`). Never edit it by hand.

Console calls are POST requests below \`/api\` with a JSON body, unless marked GET. The session's token goes in the header \`X-Token\`. A
program's session needs only the token. A browser's session (a browser is recognized by \`Sec-Fetch-Site\` or \`Origin\`) also needs the cookie
\`Admin-Half\`. A request with \`X-Unattended\` does not count as a use of the session, which ends when it is idle for too long.

An answered call has HTTP status 200 (429 if it is refused as \`rate_limited\`). The envelope's \`code\` is the result: 1 success, 0 refused
(\`error\` is the reason, \`fields\` the fields that it concerns, if any), −1 wrong fields (\`fields\`), −2 a second step is needed, −3 a captcha
is needed, 50008 no session. Unknown fields are refused. A user whom an agent added must choose a password first (\`mustChangePassword\`):
until then every call that needs a session refuses with \`password_change_needed\`, except those marked so.

All these are text: an *amount* is a decimal (\`"1234.50"\`), a *percentage* a decimal with at most four decimals, a *time* ISO 8601 with \`Z\`, a
*day* \`YYYY-MM-DD\` of the platform, a *system number* 19 digits, a *member number* 8 digits.`;

function sharedSection(): string {
  return `## Refusals of any call\n\n${table([], [], refusalRows(Object.keys(sharedRefusals), sharedRefusals))}`;
}

function featureSection({ feature, part, contract }: FeatureContract): string {
  const calls = Object.entries(contract.calls).map(([path, call]) => callSection(path, call, contract.texts));
  const file = part === undefined ? 'contract.ts' : `${part}-contract.ts`;
  return [
    `## ${title(feature)}${part === undefined ? '' : `, ${part}`}`,
    `Contract: \`features/${feature}/${file}\``,
    ...calls,
  ].join('\n\n');
}

function callSection(path: string, call: Call, texts: Words): string {
  const { method, who, right, summary, guide, input, upload, output, download, refusals = [] } = call;
  const file = upload
    ? [
        [
          input === undefined ? 'takes' : 'or takes',
          code('file'),
          `multipart, at most ${upload.maximumBytes.toLocaleString('en')} bytes`,
        ],
      ]
    : [];
  const takes = [...(input === undefined ? [] : numbered('takes', schemaForms(input, 'input'))), ...file];
  const gives = [
    ...(output === undefined ? [] : numbered('gives', schemaForms(output, 'output'))),
    ...(download ? [[output === undefined ? 'gives' : 'or gives', '', 'the file itself']] : []),
  ];
  const rows = table(takes, gives, refusalRows(refusals, texts));
  return `### ${method === 'GET' ? 'GET ' : ''}\`${path}\`\n\n${summary}. Asked by ${callersOf[who]}${right === undefined ? '' : ` with the right \`${right}\``}.${factsOf(call)}${rows === '' ? ' Takes nothing and gives nothing.' : `\n\n${rows}`}${guide === undefined ? '' : `\n\n${guide}`}`;
}

/** What the call declares in addition to its fields, in one line. */
function factsOf({ secondStep, proof, beforePassword, audit = [], notices = [], live = [] }: Call): string {
  const steps = [
    ...(proof === undefined ? [] : ['payment password']),
    ...(typeof secondStep === 'string' ? [stepNames[secondStep]] : []),
  ];
  const facts = [
    steps.length === 0 ? '' : `Confirmed by ${steps.join(' and ')}.`,
    beforePassword ? 'Open before a first password is chosen.' : '',
    ...(
      [
        ['Log', audit],
        ['Notices', notices],
        ['Live', live],
      ] as const
    ).map(([name, list]) => (list.length === 0 ? '' : `${name}: ${list.map(code).join(', ')}.`)),
  ].filter((fact) => fact !== '');
  return facts.length === 0 ? '' : ` ${facts.join(' ')}`;
}

const stepNames: Readonly<Record<StepPolicy, string>> = {
  strongest: 'the strongest bound factor',
  any: 'any bound factor',
  authenticator: 'the authenticator or a recovery code',
};

function protocolSection({ feature, base, calls, refusals, texts }: MerchantProtocol): string {
  const sections = Object.entries(calls).map(([path, { summary, required, optional, data }]) => {
    const takes = [
      ...required.map((name) => ['takes', code(name), 'required']),
      ...optional.map((name) => ['takes', code(name), 'optional']),
    ];
    return `### \`${base}${path}\`\n\n${summary}.\n\n${table(
      takes,
      data.map((name) => ['gives', code(name), '']),
      [],
    )}`;
  });
  return [
    `## ${title(feature)}: the merchants' protocol`,
    `Contract: \`features/${feature}/contract.ts\`. Every request, reply and callback is signed; amounts are decimal texts.`,
    ...sections,
    `### What any of these may refuse\n\n${table([], [], refusalRows(refusals, texts))}`,
  ].join('\n\n');
}

function numbered(word: string, forms: readonly (readonly SchemaRow[])[]): string[][] {
  return forms.flatMap((rows, index) =>
    rows.map(({ name, shape }) => [
      forms.length > 1 ? `${word} (form ${index + 1})` : word,
      name === '' ? '' : code(name),
      shape,
    ]),
  );
}

function refusalRows(names: readonly string[], texts: Words): string[][] {
  return names.map((name) => ['refuses', code(name), texts[name]?.en ?? (sharedRefusals as Words)[name]?.en ?? '']);
}

function table(...groups: (readonly (readonly string[])[])[]): string {
  const rows = groups.flat();
  if (rows.length === 0) return '';
  return [
    '| | Name | What |',
    '|---|---|---|',
    ...rows.map((cells) => `| ${cells.join(' | ')} |`.replaceAll('|  |', '| |')),
  ].join('\n');
}

function code(name: string): string {
  return `\`${name}\``;
}

/** `merchant-keys` → `Merchant keys`, `sms` → `SMS`. */
function title(feature: string): string {
  return feature.length <= 3
    ? feature.toUpperCase()
    : feature.charAt(0).toUpperCase() + feature.slice(1).replaceAll('-', ' ');
}
