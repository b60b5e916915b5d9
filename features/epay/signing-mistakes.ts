/**
 * Finds what a plugin did wrong when its signature does not fit: it repeats the usual mistakes until one of them, or two
 * together, gives the signature that was received. Pure. What it returns never contains the key or the signature that
 * would have been right.
 */
import { gbkBytes, SHOWN_KEY } from '#features/gateway/signing-mistakes.ts';

export const epayMistakes = [
  'key_named',
  'key_missing',
  'key_twice',
  'key_other_case',
  'key_with_newline',
  'gateway_key',
  'former_key',
  'values_encoded',
  'money_rewritten',
  'not_sorted',
  'sorted_ignoring_case',
  'not_utf8',
  'letters_other_case',
  'sign_type_signed',
  'field_missing',
] as const;
export type EpayMistake = (typeof epayMistakes)[number];

/** A request whose signature fits none of the accepted texts. */
export interface UnfitRequest {
  /** Hex, of any case. */
  readonly sign: string;
  /** What was received, in that order, without `sign`. */
  readonly fields: Readonly<Record<string, string>>;
}

export interface EpayKeysToTry {
  readonly key: string;
  readonly former: readonly string[];
  /** Keys of the native protocol. */
  readonly gateway: readonly string[];
}

export interface FoundEpayMistakes {
  /** One or two. */
  readonly mistakes: readonly EpayMistake[];
  /** The text that was signed by mistake, with `SHOWN_KEY` in place of the key. */
  readonly text: string;
}

/** Returns undefined when no usual mistake explains the signature: then the key is probably another one. */
export function findEpayMistakes(
  { sign, fields }: UnfitRequest,
  keys: EpayKeysToTry,
  md5: (bytes: Uint8Array) => string,
): FoundEpayMistakes | undefined {
  const wanted = sign.trim().toLowerCase();
  if (!/^[0-9a-f]{32}$/.test(wanted)) return undefined;
  const slips = slipsOf(fields, keys);
  for (const right of draftsOf(fields, keys.key)) {
    for (const chosen of choices(slips)) {
      const draft = chosen.reduce<Draft>((made, { change }) => ({ ...made, ...change(made) }), right);
      const bytes = bytesOf(draft);
      if (bytes !== undefined && md5(bytes) === wanted)
        return { mistakes: chosen.map(({ mistake }) => mistake), text: textOf({ ...draft, key: SHOWN_KEY }) };
    }
  }
  return undefined;
}

interface Draft {
  readonly key: string;
  readonly pairs: readonly (readonly [name: string, value: string])[];
  readonly keepsEmpty: boolean;
  readonly sorting: 'ascii' | 'ignoring case' | 'none';
  readonly ending: 'bare' | 'named' | 'none' | 'twice';
  readonly letters: 'as they are' | 'lower' | 'upper';
  readonly charset: 'utf-8' | 'gbk';
}

interface Slip {
  readonly mistake: EpayMistake;
  /** Slips of one kind exclude each other. */
  readonly kind: string;
  change(draft: Draft): Partial<Draft>;
}

/** What the door accepts: empties left out or kept. */
function draftsOf(fields: UnfitRequest['fields'], key: string): Draft[] {
  const pairs = Object.entries(fields).filter(([name]) => name !== 'sign_type');
  const draft = {
    key,
    pairs,
    sorting: 'ascii',
    ending: 'bare',
    letters: 'as they are',
    charset: 'utf-8',
  } as const;
  return [
    { ...draft, keepsEmpty: false },
    { ...draft, keepsEmpty: true },
  ];
}

function textOf({ key, pairs, keepsEmpty, sorting, ending, letters }: Draft): string {
  const kept = pairs.filter(([, value]) => keepsEmpty || value !== '');
  if (sorting === 'ascii') kept.sort(([a], [b]) => (a < b ? -1 : 1));
  if (sorting === 'ignoring case') kept.sort(([a], [b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1));
  const endings = { bare: key, named: `&key=${key}`, none: '', twice: key + key };
  const text = kept.map(([name, value]) => `${name}=${value}`).join('&') + endings[ending];
  if (letters === 'as they are') return text;
  return letters === 'lower' ? text.toLowerCase() : text.toUpperCase();
}

function bytesOf(draft: Draft): Uint8Array | undefined {
  return draft.charset === 'gbk' ? gbkBytes(textOf(draft)) : new TextEncoder().encode(textOf(draft));
}

function slipsOf(fields: UnfitRequest['fields'], { former, gateway }: EpayKeysToTry): Slip[] {
  const slip = (mistake: EpayMistake, kind: string, change: Slip['change']): Slip => ({ mistake, kind, change });
  const valued = (mistake: EpayMistake, change: (name: string, value: string) => string): Slip =>
    slip(mistake, 'values', ({ pairs }) => ({ pairs: pairs.map(([name, value]) => [name, change(name, value)]) }));
  const encoded = (encode: (value: string) => string): Slip =>
    valued('values_encoded', (_name, value) => encode(value));
  const money = (write: (amount: number) => string): Slip =>
    valued('money_rewritten', (name, value) => (name === 'money' && isPlain(value) ? write(Number(value)) : value));
  const keyed = (mistake: EpayMistake, change: (key: string) => string): Slip =>
    slip(mistake, 'key', ({ key }) => ({ key: change(key) }));
  const { sign_type: signType = 'MD5' } = fields;
  return [
    slip('key_named', 'ending', () => ({ ending: 'named' })),
    slip('key_missing', 'ending', () => ({ ending: 'none' })),
    slip('key_twice', 'ending', () => ({ ending: 'twice' })),
    ...gateway.map((key) => slip('gateway_key', 'which key', () => ({ key }))),
    ...former.map((key) => slip('former_key', 'which key', () => ({ key }))),
    ...['\n', '\r\n', ' '].map((end) => keyed('key_with_newline', (key) => key + end)),
    keyed('key_with_newline', (key) => `\uFEFF${key}`),
    keyed('key_other_case', (key) => key.toLowerCase()),
    keyed('key_other_case', (key) => key.toUpperCase()),
    encoded(encodeURIComponent),
    encoded((value) => new URLSearchParams({ v: value }).toString().slice(2)),
    money((amount) => amount.toFixed(2)),
    money((amount) => String(amount)),
    slip('not_sorted', 'sorting', () => ({ sorting: 'none' })),
    slip('sorted_ignoring_case', 'sorting', () => ({ sorting: 'ignoring case' })),
    slip('not_utf8', 'charset', () => ({ charset: 'gbk' })),
    slip('letters_other_case', 'letters', () => ({ letters: 'lower' })),
    slip('letters_other_case', 'letters', () => ({ letters: 'upper' })),
    slip('sign_type_signed', 'parts', ({ pairs }) => ({ pairs: [...pairs, ['sign_type', signType]] })),
    ...Object.keys(fields)
      .filter((name) => name !== 'sign_type')
      .slice(0, MAX_LEFT_OUT)
      .map((left) =>
        slip('field_missing', 'parts', ({ pairs }) => ({ pairs: pairs.filter(([name]) => name !== left) })),
      ),
  ];
}

/** A stranger chooses how many fields there are. */
const MAX_LEFT_OUT = 20;

function isPlain(money: string): boolean {
  return /^\d{1,9}(?:\.\d{1,2})?$/.test(money);
}

/** Each slip alone, then each two that don't exclude each other. */
function* choices(slips: readonly Slip[]): Generator<readonly Slip[]> {
  for (const one of slips) yield [one];
  for (const [index, one] of slips.entries())
    for (const other of slips.slice(index + 1)) if (other.kind !== one.kind) yield [one, other];
}
