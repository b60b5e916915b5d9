/**
 * Samples of the merchants' protocol, as the reference shows them: one whole program for each call, programming language
 * and sign type, and one that receives a callback. They need nothing but the language itself, verify every reply, and
 * read the key from the environment, so that it is in no text. Tests run each of them.
 */
import type { SignTypeName } from '#features/merchant-keys/rules.ts';
import type { GatewayPath } from './contract.ts';
import { fieldForms } from './forms.ts';
import { curlSample } from './sample-curl.ts';
import { goSample } from './sample-go.ts';
import { javaSample } from './sample-java.ts';
import type { Sample, SampleField, SampleRequest } from './sample-parts.ts';
import { phpSample } from './sample-php.ts';
import { pythonSample } from './sample-python.ts';
import { typescriptSample } from './sample-typescript.ts';

export const sampleLanguages = ['curl', 'typescript', 'php', 'python', 'java', 'go'] as const;
export type SampleLanguage = (typeof sampleLanguages)[number];
export const sampleLanguageNames: Readonly<Record<SampleLanguage, string>> = {
  curl: 'curl',
  typescript: 'TypeScript',
  php: 'PHP',
  python: 'Python',
  java: 'Java',
  go: 'Go',
};

/** The recommended type first. */
export const sampleSignTypes = ['HMAC-SHA256', 'RSA-SHA256', 'MD5'] as const satisfies readonly SignTypeName[];

export type SampleSubject = GatewayPath | 'callback';

export interface SampleValues {
  /** `https://pay.example/gateway/v1`. */
  readonly gateway: string;
  readonly merchantNo: string;
  readonly channel: string;
  readonly notifyUrl: string;
}

export function sampleOf(
  language: SampleLanguage,
  signType: SignTypeName,
  subject: SampleSubject,
  { gateway, merchantNo, channel, notifyUrl }: SampleValues,
): Sample {
  const [, host = '', base = ''] = /^(https?:\/\/[^/]+)(.*?)\/?$/.exec(gateway) ?? [];
  return writers[language]({
    signType,
    host,
    path: base + (subject === 'callback' ? '' : subject),
    isCallback: subject === 'callback',
    merchantNo,
    stem: subject.replace(/^\//, '').replace('/', '-'),
    fields: fieldsOf(subject, { channel, notifyUrl: withoutQuotes(notifyUrl) }),
  });
}

const writers: Readonly<Record<SampleLanguage, (request: SampleRequest) => Sample>> = {
  curl: curlSample,
  typescript: typescriptSample,
  php: phpSample,
  python: pythonSample,
  java: javaSample,
  go: goSample,
};

function fieldsOf(
  subject: SampleSubject,
  { channel, notifyUrl }: Pick<SampleValues, 'channel' | 'notifyUrl'>,
): readonly SampleField[] {
  const { amount, type, holder, account, bank } = fieldForms;
  switch (subject) {
    case '/pay/create':
      return [
        ['orderNo', { prefix: 'A-' }],
        ['amount', amount.example],
        ['channel', channel],
        ['notifyUrl', notifyUrl],
      ];
    case '/payout/create':
      return [
        ['orderNo', { prefix: 'P-' }],
        ['amount', amount.example],
        ['type', type.example],
        ['holder', holder.example],
        ['account', account.example],
        ['bank', bank.example],
        ['notifyUrl', notifyUrl],
      ];
    case '/pay/query':
    case '/payout/query':
      return [['orderNo', { argument: subject === '/pay/query' ? 'A-1001' : 'P-2001' }]];
    default:
      return [];
  }
}

/** A quote in an address would end the text that the address is in. */
function withoutQuotes(url: string): string {
  return url.replaceAll(/["'`$\\\s]/g, encodeURIComponent).replaceAll("'", '%27');
}
