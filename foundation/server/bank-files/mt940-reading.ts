/**
 * Reads statements in MT940 (SWIFT), as banks write them: with or without the envelope of a message, with national
 * forms of the free text, with pages. Amounts, marks and balances are read strictly, the rest as far as it can be.
 */
import { type Currency, money } from '#foundation/core/money.ts';
import { decodedIn, markedEncoding } from '#foundation/core/xml-text.ts';
import {
  BankFileFault,
  type BankLine,
  type BankStatement,
  checkChain,
  checkSum,
  type Place,
  type ReadBankFile,
  readOrFault,
  type Rest,
} from './bank-statement.ts';
import { checkSize, formFault, oneLine, readCurrency, readDay, readMagnitude } from './bank-text.ts';
import { readNarrative } from './mt940-narrative.ts';

export async function readMt940(bytes: Uint8Array, rest: Rest = async () => undefined): Promise<ReadBankFile> {
  return readOrFault(async () => {
    checkSize(bytes);
    const file = new FileReader();
    let count = 0;
    for (const field of fieldsIn(lettersOf(bytes))) {
      file.take(field);
      if ((count += 1) % FIELDS_A_TURN === 0) await rest();
    }
    return file.statements();
  });
}
const FIELDS_A_TURN = 1_000;

/** Banks write UTF-8 or the Western letters of a byte each. */
function lettersOf(bytes: Uint8Array): string {
  const marked = markedEncoding(bytes);
  const text =
    decodedIn(bytes, marked ?? 'utf-8') ?? (marked === undefined ? decodedIn(bytes, 'windows-1252') : undefined);
  if (text === undefined) throw new BankFileFault('bank_file_encoding', { line: 1, field: marked ?? '' });
  return text;
}

interface Field extends Place {
  /** In upper case: `61`, `60F`. */
  tag: string;
  /** The lines of its content, as written. */
  lines: string[];
}

/** `{4:` begins the text of a message; what stands before it is its envelope. */
const ENVELOPE = /^.*\{4:\s*/;
/** Only the tags of the format: a time in a free text, broken into two lines, can look like one. */
const TAG = /^:(20|21|25P?|28C?|60[FM]|61|62[FM]|64|65|86|NS):/i;
/** `-` or `-}` ends a message. The envelope of the next one can follow on the same line. */
const END = /^\s*-(?:\}.*)?\s*$/;
/** What follows in a text of more lines is left out. */
const MAX_FIELD_LINES = 1_000;

function* fieldsIn(text: string): Generator<Field> {
  let current: Field | undefined;
  let line = 0;
  for (const match of text.matchAll(/([^\r\n]*)(?:\r\n|\r|\n|$)/g)) {
    line += 1;
    const raw = (match[1] ?? '').replaceAll(/\p{Cc}/gu, ' ');
    const envelope = ENVELOPE.exec(raw)?.[0] ?? '';
    if (envelope !== '' || END.test(raw)) {
      if (current) yield current;
      current = undefined;
    }
    const written = raw.slice(envelope.length);
    const found = END.test(written) ? undefined : TAG.exec(written.trimStart());
    if (found) {
      if (current) yield current;
      const tag = (found[1] ?? '').toUpperCase();
      current = { tag, line, column: 1, field: `:${tag}:`, lines: [written.trimStart().slice(found[0].length)] };
    } else if (current && current.lines.length < MAX_FIELD_LINES) current.lines.push(written);
  }
  if (current) yield current;
}

interface Balance {
  isFinal: boolean;
  amountMinor: bigint;
  currency: Currency;
  day: string;
  place: Place;
}

/** A statement while it is read; its pages become one. */
interface Draft {
  place: Place;
  account: string;
  number: string;
  opening?: Balance;
  closing?: Balance;
  lines: BankLine[];
  movement?: Movement | undefined;
}

class FileReader {
  readonly #drafts: Draft[] = [];
  #draft: Draft | undefined;

  take(field: Field): void {
    const content = oneLine(field.lines[0] ?? '');
    switch (field.tag) {
      case '20':
        this.#finish();
        this.#draft = { place: field, account: '', number: '', lines: [] };
        break;
      case '25':
      case '25P':
        this.#begun(field).account = content;
        break;
      case '28':
      case '28C':
        this.#begun(field).number = content;
        break;
      case '60F':
      case '60M':
        this.#open(field);
        break;
      case '61':
        this.#move(field);
        break;
      case '86':
      case 'NS':
        this.#describe(field);
        break;
      case '62F':
      case '62M':
        this.#close(field);
        break;
      default:
    }
  }

  statements(): BankStatement[] {
    this.#finish();
    if (this.#drafts.length === 0) throw new BankFileFault('bank_file_type', { line: 1, field: ':20:' });
    const all = this.#drafts.map((draft) => ({
      statement: statementOf(draft),
      place: draft.opening?.place ?? draft.place,
    }));
    checkChain(all);
    return all.map(({ statement }) => statement);
  }

  /** Some banks begin the next statement of an account without a `:20:`. */
  #begun(field: Field): Draft {
    if (this.#draft?.closing) this.#finish();
    this.#draft ??= { place: field, account: '', number: '', lines: [] };
    return this.#draft;
  }

  #open(field: Field): void {
    const draft = this.#begun(field);
    if (draft.opening) throw new BankFileFault('bank_field_order', field);
    draft.opening = balanceOf(field);
  }

  #move(field: Field): void {
    const draft = this.#draft;
    if (!draft?.opening) throw new BankFileFault('bank_field_missing', { ...field, field: ':60F:' });
    if (draft.closing) throw new BankFileFault('bank_field_order', field);
    this.#endMovement(draft);
    draft.movement = movementOf(field, draft.opening.currency);
  }

  /** After the closing balance it is about the statement. */
  #describe(field: Field): void {
    const draft = this.#draft;
    if (draft?.movement && !draft.closing) draft.movement.narrative.push(...field.lines);
  }

  #close(field: Field): void {
    const draft = this.#draft;
    if (!draft?.opening) throw new BankFileFault('bank_field_missing', { ...field, field: ':60F:' });
    if (draft.closing) throw new BankFileFault('bank_field_order', field);
    this.#endMovement(draft);
    const closing = balanceOf(field);
    if (closing.currency !== draft.opening.currency)
      throw new BankFileFault('bank_currency_differs', field, {
        text: closing.currency,
        currency: draft.opening.currency,
      });
    draft.closing = closing;
  }

  #endMovement(draft: Draft): void {
    if (draft.movement) draft.lines.push(lineOf(draft.movement));
    draft.movement = undefined;
  }

  #finish(): void {
    const draft = this.#draft;
    this.#draft = undefined;
    // A header alone is not a statement.
    if (!draft || (draft.account === '' && !draft.opening && draft.lines.length === 0)) return;
    const before = this.#drafts.at(-1);
    if (before && isNextPage(before, draft)) return appendPage(before, draft);
    if (draft.closing?.isFinal === false) statementOf(draft);
    this.#drafts.push(draft);
  }
}

function isNextPage(before: Draft, { account, opening }: Draft): boolean {
  return before.account === account && before.closing?.isFinal === false && opening?.isFinal === false;
}

function appendPage(before: Draft, page: Draft): void {
  const [end, { opening }] = [before.closing, page];
  if (end && opening && end.amountMinor !== opening.amountMinor)
    throw new BankFileFault('bank_pages_differ', opening.place, {
      amount: money(opening.amountMinor, opening.currency),
      total: money(end.amountMinor, end.currency),
    });
  // The sum of each page holds by itself.
  statementOf(page);
  before.lines.push(...page.lines);
  if (page.closing) before.closing = page.closing;
}

function statementOf({ place, account, number, opening, closing, lines }: Draft): BankStatement {
  if (account === '') throw new BankFileFault('bank_field_missing', { ...place, field: ':25:' });
  if (!opening) throw new BankFileFault('bank_field_missing', { ...place, field: ':60F:' });
  if (!closing) throw new BankFileFault('bank_field_missing', { ...place, field: ':62F:' });
  const statement = {
    account,
    currency: opening.currency,
    ...(number === '' ? {} : { number }),
    openingMinor: opening.amountMinor,
    openingDay: opening.day,
    closingMinor: closing.amountMinor,
    closingDay: closing.day,
    lines,
  };
  checkSum(statement, closing.place);
  return statement;
}

const BALANCE = /^([CD])\s*(\d{2})(\d{2})(\d{2})\s*([A-Z]{3})\s*([\d,.]+)$/i;

function balanceOf(field: Field): Balance {
  const text = oneLine(field.lines[0] ?? '');
  const [, mark = '', year, month, dayOfMonth, code = '', amount = ''] = BALANCE.exec(text) ?? [];
  const day = readDay(2000 + Number(year), Number(month), Number(dayOfMonth));
  if (day === undefined) throw formFault(field, text);
  const currency = readCurrency(code, field);
  const magnitude = readMagnitude(withComma(amount), ',', currency, field);
  return {
    isFinal: field.tag.endsWith('F'),
    amountMinor: mark.toUpperCase() === 'D' ? -magnitude : magnitude,
    currency,
    day,
    place: field,
  };
}

/** Some banks write a point: with one sign alone, both are the decimal sign. */
function withComma(amount: string): string {
  return /^\d*\.\d*$/.test(amount) ? amount.replace('.', ',') : amount;
}

interface Movement {
  bookedOn: string;
  valueOn: string;
  amountMinor: bigint;
  isReversal: boolean;
  ownReference: string;
  bankReference: string;
  /** What follows the references. */
  supplement: string;
  narrative: string[];
  currency: Currency;
  place: Place;
}

/**
 * Value date, entry date, mark, the third letter of the currency, amount, type, references. `S`, `N` and `F` begin the
 * type: a message of SWIFT, another payment, or the first advice.
 */
const MOVEMENT =
  /^(\d{2})(\d{2})(\d{2})\s*(\d{4})?\s*(RC|RD|EC|ED|C|D)\s*([A-Z])?\s*(\d[\d,.]*)\s*(?:[SNF][A-Z0-9 ]{3})?(.*)$/is;
/** A movement has 66 characters, and perhaps a name behind them. A line of blanks would be tried in every way to split it. */
const MAX_MOVEMENT = 400;
/** A reference has 16 characters; some banks write a name behind it. */
const REFERENCE = 16;
const NO_REFERENCE = /^(?:NONREF|EREF|KREF|PREF|NOREF|NOT ?PROVIDED)?$/i;

function movementOf(field: Field, currency: Currency): Movement {
  const [head = '', ...more] = field.lines;
  const match = MOVEMENT.exec(head.trim().slice(0, MAX_MOVEMENT));
  if (!match) throw formFault(field, head);
  const [, year, month, dayOfMonth, entry, mark = '', , amount = '', references = ''] = match;
  const valueOn = readDay(2000 + Number(year), Number(month), Number(dayOfMonth));
  const bookedOn = valueOn && entryDay(entry, valueOn);
  if (valueOn === undefined || bookedOn === undefined) throw formFault(field, head);
  const magnitude = readMagnitude(withComma(amount), ',', currency, field);
  const kind = mark.toUpperCase();
  const [own, bank] = splitOnce(references, '//');
  return {
    bookedOn,
    valueOn,
    // Taking a credit back is a debit.
    amountMinor: kind === 'D' || kind === 'ED' || kind === 'RC' ? -magnitude : magnitude,
    isReversal: kind.startsWith('R'),
    ownReference: oneLine(own.slice(0, own.trim().includes('  ') ? REFERENCE : undefined)),
    bankReference: oneLine(bank),
    supplement: oneLine(more.join(' ')),
    narrative: [],
    currency,
    place: field,
  };
}

function splitOnce(text: string, at: string): [string, string] {
  const found = text.indexOf(at);
  return found < 0 ? [text, ''] : [text.slice(0, found), text.slice(found + at.length)];
}

/** The entry date has no year: it is the one that brings it nearest to the value date. */
function entryDay(entry: string | undefined, valueOn: string): string | undefined {
  if (entry === undefined) return valueOn;
  const year = Number(valueOn.slice(0, 4));
  const away = (day: string): number => Math.abs(Date.parse(day) - Date.parse(valueOn));
  return [year - 1, year, year + 1]
    .flatMap((candidate) => readDay(candidate, Number(entry.slice(0, 2)), Number(entry.slice(2))) ?? [])
    .toSorted((one, other) => away(one) - away(other))[0];
}

function lineOf(movement: Movement): BankLine {
  const { bookedOn, valueOn, amountMinor, isReversal, ownReference, bankReference, supplement, currency } = movement;
  const { line, ...place } = movement.place;
  const narrative = readNarrative(movement.narrative);
  const ourReference = narrative.ourReference ?? (NO_REFERENCE.test(ownReference) ? undefined : ownReference);
  const reference = narrative.reference ?? (NO_REFERENCE.test(bankReference) ? undefined : bankReference);
  const feeMinor = chargeIn(`${supplement} ${narrative.charges ?? ''}`, currency, { ...place, line });
  return {
    bookedOn,
    valueOn,
    amountMinor,
    ...(reference === undefined ? {} : { reference }),
    ...(ourReference === undefined ? {} : { ourReference }),
    description: narrative.description || supplement,
    ...(narrative.counterparty === undefined ? {} : { counterparty: narrative.counterparty }),
    ...(feeMinor > 0n ? { feeMinor } : {}),
    ...(isReversal ? { isReversal } : {}),
    line,
  };
}

/** `/CHGS/EUR1,20`: what the bank kept, in the account's currency. */
function chargeIn(text: string, currency: Currency, place: Place): bigint {
  const [, code, amount] = /\/CHGS\/\s*([A-Z]{3})\s*(\d+,\d*)/i.exec(text) ?? [];
  return code?.toUpperCase() === currency && amount !== undefined ? readMagnitude(amount, ',', currency, place) : 0n;
}
