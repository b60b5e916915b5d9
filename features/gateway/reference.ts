/** The merchants' reference as data, in a reader's language. The console and the open page show the same. */
import { formatPhrase } from '#foundation/core/phrase.ts';
import type { Language, PhraseValues, Words } from '#foundation/core/words.ts';
import { type GatewayField, gatewayCalls, type GatewayPath, gatewayRefusals } from './contract.ts';
import {
  callbackForms,
  fieldForms,
  type GivenForm,
  refusalFacts,
  replyForms,
  reportForm,
  type ValueForm,
} from './forms.ts';
import { callSummaries, gatewayMeanings, referenceWords, refusalGuide } from './reference-words.ts';

export interface ReferenceRow {
  readonly name: string;
  /** What it holds and when it is there: `text, at most 255 characters, required`. */
  readonly value: string;
  readonly meaning: string;
}

export interface ReferenceCall {
  readonly path: GatewayPath;
  readonly summary: string;
  readonly fields: readonly ReferenceRow[];
  readonly data: readonly ReferenceRow[];
}

export interface ReferenceRefusal {
  readonly error: string;
  readonly cause: string;
  readonly cure: string;
  /** The calls that can be refused with it; empty: all of them. */
  readonly calls: readonly string[];
}

export interface Reference {
  readonly calls: readonly ReferenceCall[];
  readonly payinCallback: readonly ReferenceRow[];
  readonly payoutCallback: readonly ReferenceRow[];
  readonly reportCallback: readonly ReferenceRow[];
  readonly refusals: readonly ReferenceRefusal[];
}

export function referenceIn(language: Language): Reference {
  return {
    calls: gatewayPaths.map((path) => callIn(path, language)),
    payinCallback: givenRows(callbackForms.payin, language),
    payoutCallback: givenRows(callbackForms.payout, language),
    reportCallback: givenRows(reportForm, language),
    refusals: gatewayRefusals.map((error) => {
      const { calls } = refusalFacts[error];
      return {
        error,
        cause: text(refusalGuide, `cause_${error}`, language),
        cure: text(refusalGuide, `cure_${error}`, language),
        calls: calls.length === gatewayPaths.length ? [] : calls,
      };
    }),
  };
}

/** Makes the two files that the samples with RSA and the settings need. */
export const RSA_COMMANDS = [
  'openssl genpkey -algorithm RSA -pkeyopt rsa_keygen_bits:2048 -out merchant-private.pem',
  'openssl pkey -in merchant-private.pem -pubout -out merchant-public.pem',
].join('\n');

export const gatewayPaths = Object.keys(gatewayCalls) as GatewayPath[];

export function referenceText(name: keyof typeof referenceWords, language: Language, values?: PhraseValues): string {
  return formatPhrase(referenceWords[name], language, values);
}

function callIn(path: GatewayPath, language: Language): ReferenceCall {
  const { required, optional }: { required: readonly GatewayField[]; optional: readonly GatewayField[] } =
    gatewayCalls[path];
  const row = (name: GatewayField, note: 'required' | 'one_of_two' | undefined): ReferenceRow => ({
    name,
    value: join(valueText(fieldForms[name], language), note && referenceText(note, language)),
    meaning: text(gatewayMeanings, name, language),
  });
  return {
    path,
    summary: text(callSummaries, path, language),
    fields: [
      ...required.map((name) => row(name, 'required')),
      ...optional.map((name) => row(name, path.endsWith('/query') ? 'one_of_two' : undefined)),
    ],
    data: givenRows(replyForms[path], language),
  };
}

function givenRows(forms: Readonly<Record<string, GivenForm>>, language: Language): ReferenceRow[] {
  return Object.entries(forms).map(([name, form]) => ({
    name,
    value: join(valueText(form, language), form.optional && referenceText('can_be_missing', language)),
    meaning: text(gatewayMeanings, form.meaning, language),
  }));
}

function valueText(form: ValueForm, language: Language): string {
  const { type, values, maxCharacters, minimum, maximum, initial } = form;
  const kind = type === 'choice' ? (values ?? []).join(', ') : referenceText(`type_${type}`, language);
  return join(
    kind,
    maxCharacters === undefined ? undefined : referenceText('bound_characters', language, { count: maxCharacters }),
    minimum === undefined || maximum === undefined
      ? undefined
      : referenceText('bound_range', language, { minimum, maximum }),
    type === 'text' && form.pattern !== undefined ? form.pattern : undefined,
    initial === undefined ? undefined : referenceText('bound_initial', language, { value: initial }),
  );
}

function join(...parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined).join(' · ');
}

function text(table: Words, name: string, language: Language): string {
  const phrase = table[name];
  if (!phrase) throw new Error(`the reference has no text for ${name}`);
  return formatPhrase(phrase, language);
}
