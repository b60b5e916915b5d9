/**
 * Reads the free text of a movement, `:86:`. Banks write it in one of three forms: subfields of two digits after a sign
 * (`166?00…?20…?32…`, or without the code before the first), code words between slashes (`/EREF/…/NAME/…`), or plain text.
 */
import { oneLine } from './bank-text.ts';

export interface Narrative {
  description: string;
  reference?: string | undefined;
  ourReference?: string | undefined;
  counterparty?: string | undefined;
  /** The text of the code word for charges. */
  charges?: string | undefined;
}

export function readNarrative(lines: readonly string[]): Narrative {
  const unbroken = lines.join('').trimStart();
  const [head, sign] =
    /^(?:\d{3}([^\sA-Za-z0-9])|([?~^<>|]))(?=\d{2})/.exec(unbroken)?.filter((part) => part !== undefined) ?? [];
  if (head !== undefined && sign !== undefined) return readSubfields(unbroken.slice(head.length - 1), sign);
  const text = joined(lines);
  return CODE_WORD.test(text) ? readCodeWords(text) : { description: oneLine(text) };
}

/** A line of this length goes on in the next one without a blank. */
const FULL_LINE = 64;

function joined(lines: readonly string[]): string {
  return lines.reduce((text, line, at) => {
    const isFull = at > 0 && (lines[at - 1] ?? '').length >= FULL_LINE;
    return at === 0 || isFull ? text + line : `${text} ${line}`;
  }, '');
}

/** A subfield has 27 characters, or one less before a blank. */
const FULL_SUBFIELD = 26;

/** 00 type, 10 the bank's journal, 20-29 and 60-63 purpose, 30 bank, 31 account, 32-33 name, 34 code. */
function readSubfields(text: string, sign: string): Narrative {
  const fields = new Map<number, string>();
  for (const part of text.split(sign)) {
    const number = Number(/^\d{2}/.exec(part)?.[0] ?? Number.NaN);
    // The sign itself can stand in a text.
    if (!Number.isNaN(number)) fields.set(number, (fields.get(number) ?? '') + part.slice(2));
  }
  const between = (from: number, to: number): string =>
    [...fields]
      .filter(([number]) => number >= from && number <= to)
      .toSorted(([one], [other]) => one - other)
      .map(([, value]) => (value.length < FULL_SUBFIELD ? `${value} ` : value))
      .join('');
  const purpose = between(20, 29) + between(60, 63);
  const { description, reference, ourReference } = readPurpose(oneLine(purpose));
  const counterparty = oneLine(between(32, 33));
  return {
    description: description || oneLine(fields.get(0) ?? ''),
    reference,
    ourReference,
    ...(counterparty === '' ? {} : { counterparty }),
  };
}

/** SEPA's words within the purpose: `EREF+…SVWZ+…`. */
const PURPOSE_WORD = /(EREF|KREF|MREF|CRED|DEBT|COAM|OAMT|SVWZ|ABWA|ABWE|PREF|IBAN|BIC)\+|(MTLG):/g;

function readPurpose(purpose: string): Narrative {
  const parts = [...purpose.matchAll(PURPOSE_WORD)];
  const values = new Map<string, string>();
  for (const [at, part] of parts.entries()) {
    const end = parts[at + 1]?.index ?? purpose.length;
    values.set(part[1] ?? part[2] ?? '', purpose.slice(part.index + part[0].length, end).trim());
  }
  return {
    description: values.get('SVWZ') ?? values.get('MTLG') ?? purpose,
    ourReference: given(values.get('EREF')) ?? given(values.get('KREF')),
  };
}

const CODE_WORD = /(?:^|\s)\/[A-Z]{3,5}\//;
const CODE_WORDS =
  /\/(EREF|KREF|IREF|PREF|TRID|TRTP|TRCD|MARF|CSID|IBAN|BIC|NAME|REMI|BENM|ORDP|CNTP|PURP|ISDT|ULTB|ULTD|ULTC|RTRN|SVCL|ADDR|CHGS|OCMT|EXCH|STRD|USTD|CDTRREFTP|CDTRREF|ID|TRLT)\//g;

function readCodeWords(text: string): Narrative {
  const parts = [...text.matchAll(CODE_WORDS)];
  const values = new Map<string, string>();
  for (const [at, part] of parts.entries()) {
    // The slash that ends a value begins the next word: two words can share one.
    const begin = part.index + part[0].length;
    const value = oneLine(text.slice(begin, parts[at + 1]?.index ?? text.length)).replace(/\/$/, '');
    const word = part[1] ?? '';
    if (value !== '' && !values.has(word)) values.set(word, value);
  }
  const counterparty = values.get('NAME') ?? counterpartyOf(values.get('CNTP'));
  return {
    description: values.get('REMI')?.replace(/^\/?(?:USTD|STRD)\/+/, '') ?? values.get('USTD') ?? oneLine(text),
    reference: given(values.get('IREF')) ?? given(values.get('TRID')),
    ourReference: given(values.get('EREF')) ?? given(values.get('KREF')) ?? given(values.get('CDTRREF')),
    ...(counterparty === undefined ? {} : { counterparty }),
    charges: values.has('CHGS') ? `/CHGS/${values.get('CHGS')}` : undefined,
  };
}

/** `account/bank/name/city`. */
function counterpartyOf(text: string | undefined): string | undefined {
  return given(text?.split('/')[2]);
}

function given(text: string | undefined): string | undefined {
  return text === undefined || /^(?:NOT ?PROVIDED|NONREF|NOTAVAIL.*)?$/i.test(text) ? undefined : text;
}
