/** What every sample is written from, whatever its language. */
import type { SignTypeName } from '#features/merchant-keys/rules.ts';

/** Fixed text; a prefix before the Unix seconds; or the program's first argument, with an example of it. */
export type SampleField = readonly [
  name: string,
  value: string | { readonly prefix: string } | { readonly argument: string },
];

export interface SampleRequest {
  readonly signType: SignTypeName;
  /** `https://pay.example`. */
  readonly host: string;
  /** `/gateway/v1/pay/create`. */
  readonly path: string;
  readonly isCallback: boolean;
  readonly merchantNo: string;
  /** The file's name without its ending: `pay-create`. */
  readonly stem: string;
  readonly fields: readonly SampleField[];
}

export interface Sample {
  readonly file: string;
  readonly text: string;
}

/** How the program is started. RSA takes its keys from two files in the present folder. */
export function usage({ signType, fields, isCallback }: SampleRequest, command: string): string {
  const argument = fields.map(([, value]) => value).find((value) => typeof value === 'object' && 'argument' in value);
  const started = typeof argument === 'object' && 'argument' in argument ? `${command} ${argument.argument}` : command;
  if (signType !== 'RSA-SHA256') return `GATEWAY_KEY='your key' ${started}`;
  return `${started}   (needs ${isCallback ? '' : 'merchant-private.pem and '}platform-public.pem in this folder)`;
}

/** Joins the parts of a program with an empty line between them. */
export function program(...parts: readonly (string | false)[]): string {
  return `${parts
    .filter((part) => part !== false)
    .map((part) => part.replace(/^\n+|\s+$/g, ''))
    .join('\n\n')}\n`;
}
