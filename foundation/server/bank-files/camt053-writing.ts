/**
 * Writes a statement as camt.053.001.08 (ISO 20022), piece by piece while its lines are read. One entry a movement; a
 * fee is the entry's charge. Texts keep their letters; what the schema limits is cut, and what XML can't hold replaced.
 */
import { type Currency, formatAmount } from '#foundation/core/money.ts';
import type { WrittenLine, WrittenStatement } from './bank-statement.ts';
import { oneLine } from './bank-text.ts';
import { tag, textTag } from './bank-xml.ts';

export const CAMT053_TYPE = 'application/xml; charset=utf-8';

export async function* writeCamt053(statement: WrittenStatement): AsyncGenerator<string, void> {
  const { id, number, createdAt, account, currency, owner, keeper } = statement;
  const created = tag('CreDtTm', createdAt.toISOString());
  yield [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt>',
    tag('GrpHdr', textTag('MsgId', id, 35) + created),
    '\n<Stmt>',
    textTag('Id', id, 35),
    tag('ElctrncSeqNb', number.toString()),
    created,
    tag(
      'Acct',
      [
        tag('Id', tag('Othr', textTag('Id', account, 34))),
        tag('Ccy', currency),
        tag('Ownr', textTag('Nm', owner, 140)),
        tag('Svcr', tag('FinInstnId', textTag('Nm', keeper, 140))),
      ].join(''),
    ),
    balance('OPBD', statement.openingMinor, { currency, day: statement.openingDay }),
    balance('CLBD', statement.closingMinor, { currency, day: statement.closingDay }),
    '\n',
  ].join('');
  for await (const lines of statement.lines) yield lines.map((line) => `${entry(line, currency)}\n`).join('');
  yield '</Stmt></BkToCstmrStmt></Document>\n';
}

function entry(line: WrittenLine, currency: Currency): string {
  const { amountMinor, feeMinor = 0n, isReversal = false, bookedOn, valueOn = bookedOn } = line;
  const reference = textTag('AcctSvcrRef', line.reference, 35);
  return tag(
    'Ntry',
    [
      amount(amountMinor, currency),
      ...(isReversal ? [tag('RvslInd', 'true')] : []),
      tag('Sts', tag('Cd', 'BOOK')),
      tag('BookgDt', tag('Dt', bookedOn)),
      tag('ValDt', tag('Dt', valueOn)),
      reference,
      tag('BkTxCd', tag('Prtry', textTag('Cd', line.kind, 35))),
      // A charge takes from the account, and a fee that comes back adds to it.
      ...(feeMinor === 0n ? [] : [tag('Chrgs', tag('Rcrd', amount(-feeMinor, currency) + tag('ChrgInclInd', 'true')))]),
      tag('NtryDtls', tag('TxDtls', details(line, reference, currency))),
    ].join(''),
  );
}

const MAX_NUMBER = 35;

function details(
  { amountMinor, isReversal = false, ourReference, counterparty, description }: WrittenLine,
  reference: string,
  currency: Currency,
): string {
  const isNumber = ourReference !== undefined && [...ourReference].length <= MAX_NUMBER;
  const role = amountMinor >= 0n !== isReversal ? 'Dbtr' : 'Cdtr';
  const texts = [...(isNumber ? [] : [ourReference ?? '']), description].map(oneLine).filter((text) => text !== '');
  return [
    tag('Refs', reference + (isNumber ? textTag('EndToEndId', ourReference, MAX_NUMBER) : '')),
    amount(amountMinor, currency),
    ...(counterparty === undefined ? [] : [tag('RltdPties', tag(role, tag('Pty', textTag('Nm', counterparty, 140))))]),
    ...(texts.length === 0 ? [] : [tag('RmtInf', texts.map((text) => textTag('Ustrd', text, 140)).join(''))]),
  ].join('');
}

function balance(code: string, minor: bigint, { currency, day }: { currency: Currency; day: string }): string {
  const type = tag('Tp', tag('CdOrPrtry', tag('Cd', code)));
  return tag('Bal', type + amount(minor, currency) + tag('Dt', tag('Dt', day)));
}

/** A magnitude, and whether it adds to the account. */
function amount(minor: bigint, currency: Currency): string {
  const magnitude = formatAmount(minor < 0n ? -minor : minor, currency);
  return `<Amt Ccy="${currency}">${magnitude}</Amt>${tag('CdtDbtInd', minor < 0n ? 'DBIT' : 'CRDT')}`;
}
