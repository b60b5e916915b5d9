/**
 * Reads statements in camt.053 (ISO 20022), versions 2 to 13: their elements have the same meaning, and differ only in
 * where a few of them are. The document is read as a stream of tags; nothing outside it is fetched, and no entity of its
 * own is known.
 */
import { SaxesParser } from 'saxes';
import { type Currency, money, sum } from '#foundation/core/money.ts';
import { xmlText } from '#foundation/core/xml-text.ts';
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

/** The deepest element of the schema is at 20. */
const MAX_DEPTH = 40;
/** The longest text of the schema is 500 characters, and several are joined. */
const MAX_TEXT = 10_000;
/** Characters to read before other work gets a turn. */
const PIECE = 65_536;

export async function readCamt053(bytes: Uint8Array, rest: Rest = async () => undefined): Promise<ReadBankFile> {
  return readOrFault(async () => {
    checkSize(bytes);
    const document = new DocumentReader();
    await parse(textOf(bytes), document, rest);
    return document.statements();
  });
}

function textOf(bytes: Uint8Array): string {
  const { text, declared = 'utf-8' } = xmlText(bytes);
  if (text === undefined) throw new BankFileFault('bank_file_encoding', { line: 1, field: declared });
  return text;
}

async function parse(text: string, document: DocumentReader, rest: Rest): Promise<void> {
  const parser = new SaxesParser({ position: true });
  // No document begins with blanks, but files do.
  const whole = text.trimStart();
  const linesAbove = text.slice(0, text.length - whole.length).split('\n').length - 1;
  const place = (field: string): Required<Place> => ({
    line: parser.line + linesAbove,
    column: parser.column + 1,
    field,
  });
  parser.on('error', () => {
    throw new BankFileFault('bank_file_broken', place('XML'));
  });
  parser.on('doctype', () => {
    throw new BankFileFault('bank_file_doctype', place('DOCTYPE'));
  });
  parser.on('opentag', ({ name, attributes }) => {
    const currency = Object.entries(attributes).find(([attribute]) => bare(attribute) === 'Ccy')?.[1];
    document.open(bare(name), place(bare(name)), currency);
  });
  parser.on('text', (part) => document.text(part));
  parser.on('cdata', (part) => document.text(part));
  parser.on('closetag', () => document.close());
  for (let from = 0; from < whole.length; from += PIECE) {
    parser.write(whole.slice(from, from + PIECE));
    await rest();
  }
  parser.close();
}

/** Without the prefix of its namespace. */
function bare(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** An element, as long as it is needed. */
interface Element extends Required<Place> {
  name: string;
  text: string;
  currency: string | undefined;
  children: Element[];
  /** The payments of an entry, which take the place of their elements. */
  payments: Payment[];
}

/** The elements whose content is kept until they end. */
const KEPT = new Set(['Id', 'ElctrncSeqNb', 'LglSeqNb', 'StmtPgntn', 'Acct', 'Bal', 'Ntry']);

class DocumentReader {
  readonly #pages: Page[] = [];
  readonly #names: string[] = [];
  /** Where the statement is in the tree of names, from the root; 0 outside of it. */
  #statementDepth = 0;
  readonly #open: Element[] = [];
  #hasMessage = false;
  #page: Page | undefined;

  open(name: string, place: Required<Place>, currency: string | undefined): void {
    this.#names.push(name);
    if (this.#names.length > MAX_DEPTH) throw new BankFileFault('bank_file_deep', place);
    if (name === 'BkToCstmrStmt') this.#hasMessage = true;
    if (this.#hasMessage && name === 'Stmt' && this.#statementDepth === 0) {
      this.#statementDepth = this.#names.length;
      this.#page = new Page(place);
      return;
    }
    const inStatement = this.#statementDepth > 0 && this.#names.length === this.#statementDepth + 1;
    if (this.#open.length === 0 && !(inStatement && KEPT.has(name))) return;
    const parent = this.#open.at(-1);
    const field = parent ? `${parent.field}/${name}` : name;
    const element: Element = { ...place, field, name, text: '', currency, children: [], payments: [] };
    this.#open.push(element);
  }

  text(part: string): void {
    const element = this.#open.at(-1);
    if (element && element.text.length < MAX_TEXT) element.text += part.slice(0, MAX_TEXT);
  }

  close(): void {
    const depth = this.#names.length;
    this.#names.pop();
    if (depth === this.#statementDepth) {
      if (this.#page) this.#pages.push(this.#page);
      [this.#statementDepth, this.#page] = [0, undefined];
      return;
    }
    const element = this.#open.pop();
    if (!element) return;
    const parent = this.#open.at(-1);
    if (!parent) this.#page?.take(element);
    else if (element.name === 'TxDtls') this.#open[0]?.payments.push(paymentOf(element));
    else parent.children.push(element);
  }

  statements(): BankStatement[] {
    if (!this.#hasMessage) throw new BankFileFault('bank_file_type', { line: 1, field: 'BkToCstmrStmt' });
    const [first, ...others] = this.#pages;
    if (!first) throw new BankFileFault('bank_file_empty', { line: 1, field: 'Stmt' });
    const joined = [first];
    for (const page of others) {
      const last = joined.at(-1);
      if (last && page.continues(last)) last.append(page);
      else joined.push(page);
    }
    const all = joined.map((page) => page.statement());
    checkChain(all);
    return all.map(({ statement }) => statement);
  }
}

interface Balance {
  code: string;
  amountMinor: bigint;
  day: string;
  place: Place;
}

const OPENING = ['OPBD', 'PRCD'];
const CLOSING = ['CLBD'];
const INTERIM = 'ITBD';

/** A statement, or a page of one. */
class Page {
  readonly #place: Place;
  #id = '';
  #sequence = '';
  #pageNo = 1;
  #account = '';
  #currency: Currency | undefined;
  readonly #balances: Element[] = [];
  /** An entry is its lines as soon as they can be read, which takes far less memory. */
  readonly #entries: (Element | BankLine[])[] = [];

  constructor(place: Place) {
    this.#place = place;
  }

  take(element: Element): void {
    const text = oneLine(element.text);
    switch (element.name) {
      case 'Id':
        this.#id = text;
        break;
      case 'ElctrncSeqNb':
        this.#sequence = text;
        break;
      case 'LglSeqNb':
        this.#sequence ||= text;
        break;
      case 'StmtPgntn':
        this.#pageNo = Number(textAt(element, 'PgNb') ?? 1);
        break;
      case 'Acct':
        this.#takeAccount(element);
        break;
      case 'Bal':
        this.#balances.push(element);
        break;
      default:
        this.#takeEntry(element);
    }
  }

  #takeEntry(element: Element): void {
    const currency = this.#currency ?? currencyOfBalances(this.#balances);
    const isDated = childOf(element, 'BookgDt') ?? childOf(element, 'ValDt');
    this.#entries.push(currency !== undefined && isDated ? linesOf(element, currency, '') : element);
  }

  #takeAccount(element: Element): void {
    this.#account = textAt(element, 'Id', 'IBAN') ?? textAt(element, 'Id', 'Othr', 'Id') ?? '';
    const currency = childOf(element, 'Ccy');
    if (currency) this.#currency = readCurrency(currency.text, currency);
  }

  continues(before: Page): boolean {
    return this.#pageNo > before.#pageNo && this.#id === before.#id && this.#account === before.#account;
  }

  append(page: Page): void {
    this.#pageNo = page.#pageNo;
    this.#entries.push(...page.#entries);
    // Pages either repeat the balances of the whole, or pass an interim one on.
    const own = this.#balances.filter((element) => codeOf(element) !== INTERIM);
    const next = page.#balances.filter((element) => codeOf(element) !== INTERIM);
    this.#balances.splice(0, this.#balances.length, ...own, ...next);
  }

  /** `place`: of its opening balance. */
  statement(): { statement: BankStatement; place: Place } {
    if (this.#account === '') throw new BankFileFault('bank_field_missing', { ...this.#place, field: 'Acct/Id' });
    const currency = this.#currency ?? currencyOfBalances(this.#balances);
    if (currency === undefined) throw new BankFileFault('bank_field_missing', { ...this.#place, field: 'Bal' });
    const balances = this.#balances.flatMap((element) => {
      const code = codeOf(element);
      return [...OPENING, ...CLOSING, INTERIM].includes(code) ? [balanceOf(element, code, currency)] : [];
    });
    const interim = balances.filter(({ code }) => code === INTERIM);
    const opening =
      firstOf(balances, OPENING) ?? (interim.length > 1 || firstOf(balances, CLOSING) ? interim[0] : undefined);
    const closing =
      balances.findLast(({ code }) => CLOSING.includes(code)) ?? interim.findLast((one) => one !== opening);
    const known = closing ?? opening;
    if (!known) throw new BankFileFault('bank_field_missing', { ...this.#place, field: 'Bal' });
    const lines = this.#entries.flatMap((entry) =>
      Array.isArray(entry) ? entry : linesOf(entry, currency, known.day),
    );
    const totalMinor = sum(lines.map(({ amountMinor }) => amountMinor));
    const statement = {
      account: this.#account,
      currency,
      ...(this.#sequence || this.#id ? { number: this.#sequence || this.#id } : {}),
      // Some banks give one of the two balances alone: then the other one follows from it.
      openingMinor: opening?.amountMinor ?? known.amountMinor - totalMinor,
      openingDay: opening?.day ?? lines[0]?.bookedOn ?? known.day,
      closingMinor: closing?.amountMinor ?? known.amountMinor + totalMinor,
      closingDay: closing?.day ?? lines.at(-1)?.bookedOn ?? known.day,
      lines,
    };
    checkSum(statement, known.place);
    return { statement, place: opening?.place ?? known.place };
  }
}

function firstOf(balances: readonly Balance[], codes: readonly string[]): Balance | undefined {
  return codes.map((wanted) => balances.find(({ code }) => code === wanted)).find((found) => found !== undefined);
}

function codeOf(balance: Element): string {
  const type = childOf(balance, 'Tp');
  const code = type && (textAt(type, 'CdOrPrtry', 'Cd') ?? textAt(type, 'CdOrPrtry', 'Prtry') ?? textAt(type, 'Cd'));
  return (code ?? '').toUpperCase();
}

function currencyOfBalances(balances: readonly Element[]): Currency | undefined {
  const amount = balances.map((balance) => childOf(balance, 'Amt')).find((found) => found?.currency !== undefined);
  return amount && readCurrency(amount.currency ?? '', { ...amount, field: `${amount.field}/@Ccy` });
}

function balanceOf(element: Element, code: string, currency: Currency): Balance {
  const amountMinor = signed(element, amountOf(needed(element, 'Amt'), currency));
  return { code, amountMinor, day: dayIn(needed(element, 'Dt')), place: { ...element, field: `Bal/${code}` } };
}

/** A payment within an entry. Its amount is in the account's currency, or left out. */
interface Payment {
  amount: Element | undefined;
  direction: string | undefined;
  charges: readonly Element[];
  reference: string | undefined;
  ourReference: string | undefined;
  description: string;
  debtor: string | undefined;
  creditor: string | undefined;
  line: number;
}

/** How programs write that a payment has no number of its own. */
const NO_NUMBER = /^(?:NOT[ _-]?PROVIDED|NONREF|NOTAVAILABLE|-+)$/i;

function paymentOf(element: Element): Payment {
  const [references, parties, remittance] = ['Refs', 'RltdPties', 'RmtInf'].map((name) => childOf(element, name));
  const number = (...names: readonly string[]): string | undefined =>
    names
      .map((name) => references && textAt(references, name))
      .find((text) => text !== undefined && !NO_NUMBER.test(text));
  const structured = childrenOf(remittance, 'Strd');
  const given = structured.flatMap((one) => textAt(one, 'CdtrRefInf', 'Ref') ?? []);
  const texts = [
    ...childrenOf(remittance, 'Ustrd').map(({ text }) => oneLine(text)),
    ...given,
    ...structured.flatMap((one) => childrenOf(one, 'AddtlRmtInf').map(({ text }) => oneLine(text))),
  ];
  const party = (role: string): string | undefined =>
    [`Ultmt${role}`, role]
      .map((name) => parties && (textAt(parties, name, 'Pty', 'Nm') ?? textAt(parties, name, 'Nm')))
      .findLast((name) => name !== undefined);
  return {
    amount: childOf(element, 'Amt') ?? under(element, 'AmtDtls', 'TxAmt', 'Amt'),
    direction: textAt(element, 'CdtDbtInd'),
    charges: childrenOf(element, 'Chrgs'),
    reference: number('AcctSvcrRef', 'TxId', 'ClrSysRef'),
    ourReference: number('EndToEndId', 'InstrId', 'PmtInfId') ?? given[0],
    description: texts.filter((text) => text !== '').join(' ') || (textAt(element, 'AddtlTxInf') ?? ''),
    debtor: party('Dbtr'),
    creditor: party('Cdtr'),
    line: element.line,
  };
}

/** Returns no line for an entry that is not booked: it is in none of the balances. */
function linesOf(element: Element, currency: Currency, statementDay: string): BankLine[] {
  const status = textAt(element, 'Sts', 'Cd') ?? textAt(element, 'Sts') ?? 'BOOK';
  if (status.toUpperCase() !== 'BOOK') return [];
  const amount = needed(element, 'Amt');
  const amountMinor = signed(element, amountOf(amount, currency));
  const [booked, value] = [childOf(element, 'BookgDt'), childOf(element, 'ValDt')];
  const valueOn = value && dayIn(value);
  const entry: Entry = {
    isReversal: /^(?:true|1)$/i.test(textAt(element, 'RvslInd') ?? ''),
    bookedOn: (booked && dayIn(booked)) ?? valueOn ?? statementDay,
    valueOn,
    reference: textAt(element, 'AcctSvcrRef') ?? textAt(element, 'NtryRef'),
    description: textAt(element, 'AddtlNtryInf') ?? '',
  };
  const { payments } = element;
  const parts = partsOf(payments, amountMinor, currency);
  const charged = childrenOf(element, 'Chrgs');
  if (parts === undefined) {
    const [only] = payments.length === 1 ? payments : [];
    const charges = charged.length > 0 ? charged : payments.flatMap((payment) => payment.charges);
    return [lineOf(entry, only, { amountMinor, feeMinor: chargesIn(charges, currency), line: element.line })];
  }
  const partsMinor = sum(parts);
  if (partsMinor !== amountMinor) {
    // The amount of the entry is what is left of its parts after the charges.
    const feeMinor = chargesIn([...charged, ...payments.flatMap((payment) => payment.charges)], currency);
    if (partsMinor - feeMinor !== amountMinor)
      throw new BankFileFault('bank_parts_differ', amount, {
        amount: money(amountMinor, currency),
        total: money(partsMinor, currency),
      });
    return [lineOf(entry, undefined, { amountMinor, feeMinor, line: element.line })];
  }
  return payments.map((payment, at) =>
    lineOf(entry, payment, {
      amountMinor: parts[at] ?? 0n,
      feeMinor: chargesIn(payment.charges, currency),
      line: payment.line,
    }),
  );
}

interface Entry {
  isReversal: boolean;
  bookedOn: string;
  valueOn: string | undefined;
  reference: string | undefined;
  description: string;
}

/** The amounts of several payments; undefined where one is not known in the account's currency. */
function partsOf(payments: readonly Payment[], amountMinor: bigint, currency: Currency): bigint[] | undefined {
  if (payments.length < 2) return undefined;
  const parts = payments.flatMap(({ amount, direction }) => {
    if (!amount || (amount.currency ?? currency).toUpperCase() !== currency) return [];
    const magnitude = amountOf(amount, currency);
    const isDebit = direction === undefined ? amountMinor < 0n : direction.toUpperCase() === 'DBIT';
    return [isDebit ? -magnitude : magnitude];
  });
  return parts.length === payments.length ? parts : undefined;
}

interface Figures {
  amountMinor: bigint;
  feeMinor: bigint;
  line: number;
}

function lineOf(entry: Entry, payment: Payment | undefined, { amountMinor, feeMinor, line }: Figures): BankLine {
  // A movement that is taken back still names who paid whom.
  const isIncoming = amountMinor >= 0n !== entry.isReversal;
  const counterparty = isIncoming ? (payment?.debtor ?? payment?.creditor) : (payment?.creditor ?? payment?.debtor);
  const reference = payment?.reference ?? entry.reference;
  return {
    bookedOn: entry.bookedOn,
    ...(entry.valueOn === undefined ? {} : { valueOn: entry.valueOn }),
    amountMinor,
    ...(reference === undefined ? {} : { reference }),
    ...(payment?.ourReference === undefined ? {} : { ourReference: payment.ourReference }),
    description: payment?.description || entry.description,
    ...(counterparty === undefined ? {} : { counterparty }),
    ...(feeMinor > 0n ? { feeMinor } : {}),
    ...(entry.isReversal ? { isReversal: true } : {}),
    line,
  };
}

/** What was kept from the amount. Version 2 has one element a charge; later ones have one with records. */
function chargesIn(charges: readonly Element[], currency: Currency): bigint {
  const records = charges.flatMap((element) => {
    const inside = childrenOf(element, 'Rcrd');
    return inside.length > 0 ? inside : [element];
  });
  return sum(
    records.flatMap((record) => {
      const amount = childOf(record, 'Amt') ?? childOf(record, 'TtlChrgsAndTaxAmt');
      const isIncluded = !/^(?:false|0)$/i.test(textAt(record, 'ChrgInclInd') ?? '');
      if (!amount || !isIncluded || (amount.currency ?? currency).toUpperCase() !== currency) return [];
      const magnitude = amountOf(amount, currency);
      return [textAt(record, 'CdtDbtInd')?.toUpperCase() === 'CRDT' ? -magnitude : magnitude];
    }),
  );
}

function signed(element: Element, magnitude: bigint): bigint {
  const direction = needed(element, 'CdtDbtInd');
  const word = oneLine(direction.text).toUpperCase();
  if (word !== 'CRDT' && word !== 'DBIT') throw formFault(direction, word);
  return word === 'DBIT' ? -magnitude : magnitude;
}

function amountOf(element: Element, currency: Currency): bigint {
  const own = element.currency === undefined ? currency : readCurrency(element.currency, element);
  if (own !== currency) throw new BankFileFault('bank_currency_differs', element, { text: own, currency });
  return readMagnitude(oneLine(element.text), '.', currency, element);
}

/** A day, or the day of a moment as the bank wrote it. */
function dayIn(element: Element): string {
  const inside = childOf(element, 'Dt') ?? childOf(element, 'DtTm') ?? element;
  const text = oneLine(inside.text);
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})(?:$|[TZ+-])/.exec(text) ?? [];
  const found = readDay(Number(year), Number(month), Number(day));
  if (found === undefined) throw formFault(inside, text);
  return found;
}

function childrenOf(element: Element | undefined, name: string): Element[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

function childOf(element: Element, name: string): Element | undefined {
  return element.children.find((child) => child.name === name);
}

function under(element: Element, ...path: readonly string[]): Element | undefined {
  return path.reduce<Element | undefined>((found, name) => found && childOf(found, name), element);
}

/** Undefined where there is no text. */
function textAt(element: Element, ...path: readonly string[]): string | undefined {
  const text = oneLine(under(element, ...path)?.text ?? '');
  return text === '' ? undefined : text;
}

function needed(element: Element, name: string): Element {
  const found = childOf(element, name);
  if (!found) throw new BankFileFault('bank_field_missing', { ...element, field: `${element.field}/${name}` });
  return found;
}
