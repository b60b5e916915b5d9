/**
 * Writes payments for a bank to make as pain.001.001.09 (ISO 20022, a customer's credit transfer initiation): one payment
 * instruction with a transfer for each payee. The reference of a transfer comes back in the bank's result.
 */
import { type Currency, formatAmount, sum } from '#foundation/core/money.ts';
import { tag, textTag } from './bank-xml.ts';

export interface CreditTransfers {
  /** At most 35 characters. */
  id: string;
  createdAt: Date;
  /** The day on which the bank is to pay: `YYYY-MM-DD`. */
  day: string;
  currency: Currency;
  /** Who pays, and from which account. */
  payer: { name: string; account: string };
  transfers: readonly CreditTransfer[];
}

export interface CreditTransfer {
  /** At most 35 characters. */
  reference: string;
  amountMinor: bigint;
  payee: { name: string; account: string; bank: string; branch: string };
}

export const PAIN001_TYPE = 'application/xml; charset=utf-8';

const MAX_ID = 35;
const MAX_ACCOUNT = 34;
const MAX_NAME = 140;

export function writePain001({ id, createdAt, day, currency, payer, transfers }: CreditTransfers): string {
  const count = tag('NbOfTxs', transfers.length.toString());
  const total = tag('CtrlSum', formatAmount(sum(transfers.map(({ amountMinor }) => amountMinor)), currency));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n',
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>',
    tag(
      'GrpHdr',
      [
        textTag('MsgId', id, MAX_ID),
        tag('CreDtTm', createdAt.toISOString()),
        count,
        total,
        tag('InitgPty', textTag('Nm', payer.name, MAX_NAME)),
      ].join(''),
    ),
    '\n<PmtInf>',
    textTag('PmtInfId', id, MAX_ID),
    tag('PmtMtd', 'TRF'),
    count,
    total,
    tag('ReqdExctnDt', tag('Dt', day)),
    tag('Dbtr', textTag('Nm', payer.name, MAX_NAME)),
    tag('DbtrAcct', account(payer.account) + tag('Ccy', currency)),
    tag('DbtrAgt', tag('FinInstnId', tag('Othr', tag('Id', 'NOTPROVIDED')))),
    '\n',
    ...transfers.map((transfer) => `${transferOf(transfer, currency)}\n`),
    '</PmtInf></CstmrCdtTrfInitn></Document>\n',
  ].join('');
}

function transferOf({ reference, amountMinor, payee }: CreditTransfer, currency: Currency): string {
  const branch = payee.branch === '' ? '' : tag('BrnchId', textTag('Nm', payee.branch, MAX_NAME));
  return tag(
    'CdtTrfTxInf',
    [
      tag('PmtId', textTag('InstrId', reference, MAX_ID) + textTag('EndToEndId', reference, MAX_ID)),
      tag('Amt', `<InstdAmt Ccy="${currency}">${formatAmount(amountMinor, currency)}</InstdAmt>`),
      tag('CdtrAgt', tag('FinInstnId', textTag('Nm', payee.bank, MAX_NAME)) + branch),
      tag('Cdtr', textTag('Nm', payee.name, MAX_NAME)),
      tag('CdtrAcct', account(payee.account)),
      tag('RmtInf', textTag('Ustrd', reference, MAX_NAME)),
    ].join(''),
  );
}

function account(number: string): string {
  return tag('Id', tag('Othr', textTag('Id', number, MAX_ACCOUNT)));
}
