/**
 * Reads what a bank reports about one of our files: pain.002 (ISO 20022, a customer's payment status report), versions 3
 * to 14, whose elements have the same meaning. Only a payment that is settled is paid; a status that can still change
 * leaves its rows as they are. Nothing outside the document is fetched, and no entity of its own is known.
 */
import { SaxesParser } from 'saxes';
import { isBlank } from '#foundation/core/typed-line.ts';
import { xmlText } from '#foundation/core/xml-text.ts';
import type { HandResult } from '../../hand-payments.ts';
import { type ResultFault, ResultFaults, type Said, type SentFile } from './results.ts';

/** Settled: between the banks, or in the payee's account. */
const PAID = new Set(['ACSC', 'ACCC']);
const FAILED = new Set(['RJCT', 'CANC']);
const [MIN_VERSION, MAX_VERSION] = [3, 14];
/** The deepest element that is read is at 8, without an envelope. */
const MAX_DEPTH = 40;
/** The longest text of the schema that is read has 105 characters. */
const MAX_TEXT = 1_000;
/** What the calls take. */
const MAX_REFERENCE = 64;
const MAX_REASON = 200;
const MAX_SHOWN = 40;

/** What the report says about rows of the file. Throws `ResultFaults`. */
export function readStatusReport(bytes: Uint8Array, file: SentFile): Said[] {
  const { text } = xmlText(bytes);
  if (text === undefined) throw fault('xml_encoding', 1);
  const reports = reportsIn(text);
  if (reports.length === 0) throw fault('report_type', 1);
  return reports.flatMap((report) => saidIn(report, file));
}

interface Element {
  name: string;
  line: number;
  text: string;
  children: Element[];
}

/** The elements that are read. Any other is skipped with all that is in it, such as what a bank adds of its own. */
const READ = new Set(
  [
    ['GrpHdr', 'MsgId'],
    ['OrgnlGrpInfAndSts', 'OrgnlMsgId', 'GrpSts'],
    ['OrgnlPmtInfAndSts', 'OrgnlPmtInfId', 'PmtInfSts'],
    ['TxInfAndSts', 'StsId', 'OrgnlInstrId', 'OrgnlEndToEndId', 'TxSts', 'AcctSvcrRef', 'ClrSysRef'],
    ['StsRsnInf', 'Rsn', 'Cd', 'Prtry', 'AddtlInf'],
  ].flat(),
);

/** The reports of a document, which can be in an envelope. */
function reportsIn(text: string): Element[] {
  const parser = new SaxesParser({ position: true });
  // No document begins with blanks, but files do.
  const whole = text.trimStart();
  const linesAbove = text.slice(0, text.length - whole.length).split('\n').length - 1;
  const line = (): number => parser.line + linesAbove;
  const reports: Element[] = [];
  /** From the report on. */
  const open: Element[] = [];
  let depth = 0;
  let skippedFrom = Infinity;
  parser.on('error', () => {
    throw fault('xml_broken', line());
  });
  parser.on('doctype', () => {
    throw fault('xml_doctype', line());
  });
  parser.on('opentag', ({ name: written, attributes }) => {
    const name = bare(written);
    if ((depth += 1) > MAX_DEPTH) throw fault('xml_broken', line());
    if (depth > skippedFrom) return;
    for (const [attribute, value] of Object.entries(attributes)) checkVersion(attribute, value, line());
    const isReport = name === 'CstmrPmtStsRpt';
    const parent = open.at(-1);
    if (parent ? !READ.has(name) : !isReport) {
      if (parent) skippedFrom = depth;
      return;
    }
    const element: Element = { name, line: line(), text: '', children: [] };
    (parent?.children ?? reports).push(element);
    open.push(element);
  });
  const take = (part: string): void => {
    const element = depth < skippedFrom ? open.at(-1) : undefined;
    if (element && element.text.length < MAX_TEXT) element.text += part.slice(0, MAX_TEXT);
  };
  parser.on('text', take);
  parser.on('cdata', take);
  parser.on('closetag', () => {
    if (depth === skippedFrom) skippedFrom = Infinity;
    else if (depth < skippedFrom) open.pop();
    depth -= 1;
  });
  parser.write(whole).close();
  return reports;
}

/** Without the prefix of its namespace. */
function bare(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Banks' own namespaces name the version too, or none. */
function checkVersion(attribute: string, value: string, line: number): void {
  const version = attribute.startsWith('xmlns') ? /pain\.002\.\d{3}\.(\d{2})/.exec(value)?.[1] : undefined;
  if (version !== undefined && (Number(version) < MIN_VERSION || Number(version) > MAX_VERSION))
    throw fault('report_version', line, { text: version });
}

type Outcome = HandResult | 'open';

/** A status with what it says. */
interface Status {
  code: string;
  outcome: Outcome;
  reason: string;
}

function saidIn(report: Element, file: SentFile): Said[] {
  const group = childOf(report, 'OrgnlGrpInfAndSts') ?? missing(report, 'OrgnlGrpInfAndSts');
  checkIsOurs(childOf(group, 'OrgnlMsgId') ?? missing(group, 'OrgnlMsgId'), file);
  const header = childOf(report, 'GrpHdr');
  const reportId = header && textAt(header, 'MsgId');
  const groupStatus = statusOf(group, 'GrpSts');
  const payments = childrenOf(report, 'OrgnlPmtInfAndSts');
  const said: Said[] = [];
  let isByPayment = false;
  for (const payment of payments) {
    const id = childOf(payment, 'OrgnlPmtInfId');
    if (id) checkIsOurs(id, file);
    const paymentStatus = statusOf(payment, 'PmtInfSts');
    const above = [paymentStatus, groupStatus].filter((status) => status !== undefined);
    checkAgree(above, payment.line);
    const transactions = childrenOf(payment, 'TxInfAndSts');
    said.push(...transactions.map((transaction) => saidOf(transaction, above, reportId)));
    if (paymentStatus && transactions.length === 0) said.push(...saidOfAll(file, paymentStatus, reportId));
    isByPayment ||= paymentStatus !== undefined || transactions.length > 0;
  }
  // Some banks write transactions without their payment. The status of the group is not about all then.
  const loose = childrenOf(report, 'TxInfAndSts');
  said.push(...loose.map((transaction) => saidOf(transaction, groupStatus ? [groupStatus] : [], reportId)));
  if (isByPayment || loose.length > 0) return said;
  return saidOfAll(file, groupStatus ?? missing(group, 'GrpSts'), reportId);
}

/** Our file's number is its id without hyphens, and its only payment has the same. */
function checkIsOurs(element: Element, { fileId }: SentFile): void {
  const id = oneLine(element.text);
  if (id.toLowerCase() !== fileId.replaceAll('-', '').toLowerCase())
    throw fault('report_of_other_file', element.line, { text: shown(id) });
}

/** A group that is rejected has no payment that is settled. */
function checkAgree(statuses: readonly Status[], line: number): void {
  const ended = statuses.filter(({ outcome }) => outcome !== 'open');
  if (new Set(ended.map(({ outcome }) => outcome)).size > 1)
    throw fault('report_differs', line, { text: ended.map(({ code }) => code).join(', ') });
}

/** `above`: the statuses of its payment and group, of which the first counts for one that has none of its own. */
function saidOf(transaction: Element, above: readonly Status[], reportId: string | undefined): Said {
  const { line } = transaction;
  const orderNo = textAt(transaction, 'OrgnlEndToEndId') ?? textAt(transaction, 'OrgnlInstrId');
  if (orderNo === undefined) return missing(transaction, 'OrgnlEndToEndId');
  const own = statusOf(transaction, 'TxSts');
  const status = own ?? above[0] ?? missing(transaction, 'TxSts');
  checkAgree([status, ...above], line);
  const reason = reasonOf(transaction) || status.reason || inherited(status, above);
  const reference = textAt(transaction, 'AcctSvcrRef', 'ClrSysRef', 'StsId') ?? reportId;
  return saidAs(shown(orderNo), { ...status, reason }, reference, line);
}

/** Why the whole was rejected is why each one was. */
function inherited({ outcome }: Status, above: readonly Status[]): string {
  return above.find((status) => status.outcome === outcome && status.reason !== '')?.reason ?? '';
}

/** What is said about a whole file is about those of it that are at the bank. */
function saidOfAll({ rows }: SentFile, status: Status, reportId: string | undefined): Said[] {
  return rows
    .filter(({ state }) => state === 'taken' || state === 'proposed')
    .map(({ orderNo }) => saidAs(orderNo, status, reportId, 1));
}

function saidAs(orderNo: string, { code, outcome, reason }: Status, reference: string | undefined, line: number): Said {
  if (outcome !== 'paid') return { orderNo, outcome, bankReference: '', reason: reason || code, status: code };
  if (reference === undefined) throw fault('report_field', line, { text: 'AcctSvcrRef' });
  return { orderNo, outcome, bankReference: cut(reference, MAX_REFERENCE), reason: '', status: code };
}

function statusOf(element: Element, name: string): Status | undefined {
  const code = textAt(element, name)?.toUpperCase();
  if (code === undefined) return undefined;
  const outcome = PAID.has(code) ? 'paid' : FAILED.has(code) ? 'failed' : 'open';
  return { code: shown(code), outcome, reason: reasonOf(element) };
}

/** The codes of its reasons, each with what the bank adds. */
function reasonOf(element: Element): string {
  const reasons = childrenOf(element, 'StsRsnInf').map((information) => {
    const reason = childOf(information, 'Rsn');
    const added = childrenOf(information, 'AddtlInf').map(({ text }) => oneLine(text));
    return [reason && textAt(reason, 'Cd', 'Prtry'), ...added].filter(Boolean).join(' ');
  });
  return cut(reasons.filter(Boolean).join('; '), MAX_REASON);
}

function childrenOf(element: Element, name: string): Element[] {
  return element.children.filter((child) => child.name === name);
}

function childOf(element: Element, name: string): Element | undefined {
  return element.children.find((child) => child.name === name);
}

/** The text of the first of these elements that is not blank. */
function textAt(element: Element, ...names: readonly string[]): string | undefined {
  return names.map((name) => oneLine(childOf(element, name)?.text ?? '')).find((text) => text !== '');
}

/** As fields of one line take it: no control characters, and no marks that reverse the direction. Empty if it shows nothing. */
function oneLine(text: string): string {
  const line = text.replaceAll(/[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();
  return isBlank(line) ? '' : line;
}

/** Without half a character at the end. */
function cut(text: string, most: number): string {
  return text.length <= most
    ? text
    : text
        .slice(0, most)
        .replace(/[\ud800-\udbff]$/, '')
        .trimEnd();
}

function shown(text: string): string {
  return cut(text, MAX_SHOWN);
}

function missing(element: Element, name: string): never {
  throw fault('report_field', element.line, { text: `${element.name}/${name}` });
}

function fault(word: ResultFault['word'], line: number, values: Partial<ResultFault> = {}): ResultFaults {
  return new ResultFaults([{ word, line, ...values }]);
}
