/** Statements in the manner of real banks: each as its bank lays it out, with accounts and names that do not exist. */
import { describe, expect, it } from 'vitest';
import { readCamt053 } from './camt053-reading.ts';
import { readMt940 } from './mt940-reading.ts';

type Line = Record<string, unknown>;

/** What a sample has: its balances, and each movement's amount, numbers, names. */
interface Sample {
  bank: string;
  text: string;
  statements: { account: string; openingMinor: bigint; closingMinor: bigint; lines: Line[] }[];
}

const mt940: Sample[] = [
  {
    bank: 'a German savings bank: numbered parts, letters of the currency, no :64:',
    text: `:20:STARTUMSE
:25:50050201/0001234567
:28C:00012/001
:60F:C151116EUR1234,56
:61:1511171117CR250,00N062NONREF
:86:166?00GUTSCHR. UEBERWEISUNG?109251?20EREF+RE-2015-0815?21SVWZ+RE 2015
-0815 Kd 4711?30HELADEF1822?31DE02500502010001234567?32MUSTERMANN ERI
KA?34000
:61:1511171117DR23,70N033NONREF
:86:177?00SB-SEPA-Ueberweisung?20KREF+2015111700012?21SVWZ+Strom Novemb
er?30GENODEF1XXX?31DE12500105170648489890?32STADTWERKE?34997
:62F:C151117EUR1460,86
-`,
    statements: [
      {
        account: '50050201/0001234567',
        openingMinor: 123_456n,
        closingMinor: 146_086n,
        lines: [
          { amountMinor: 25_000n, ourReference: 'RE-2015-0815', counterparty: 'MUSTERMANN ERIKA' },
          { amountMinor: -2_370n, description: 'Strom November', counterparty: 'STADTWERKE' },
        ],
      },
    ],
  },
  {
    bank: 'a German bank: a direct debit that comes back, and one that it took back itself',
    text: `:20:DEUTDEDBXXX
:25:DEUTDEDBXXX/1234567EUR
:28C:00233/00001
:60F:D201201EUR100,00
:61:2012021202RDR59,90N059NONREF//2012020001
:86:109?00SEPA-LS RUECKBELASTUNG?20EREF+M-1?21SVWZ+Rueckgabe?32KUNDE EINS?34914
:61:2012021202RCR10,10N159NONREF//2012020002
:86:109?00STORNO?20EREF+M-2?32KUNDE ZWEI
:62F:D201202EUR50,20
:64:D201202EUR50,20
-
`,
    statements: [
      {
        account: 'DEUTDEDBXXX/1234567EUR',
        openingMinor: -10_000n,
        closingMinor: -5_020n,
        lines: [
          { amountMinor: 5_990n, isReversal: true, reference: '2012020001', ourReference: 'M-1' },
          { amountMinor: -1_010n, isReversal: true, reference: '2012020002', ourReference: 'M-2' },
        ],
      },
    ],
  },
  {
    bank: 'ABN AMRO: words of the transfer above each message, amounts without decimals, several days',
    text: `ABNANL2A
940
ABNANL2A
:20:ABN AMRO BANK NV
:25:517852257
:28:19321/1
:60F:C110522EUR3236,28
:61:1105240524D9,N192NONREF
:86:GIRO   428428 KPN - DIGITENNE    BETALINGSKENM.  0000000042188659
5314606715                       BETREFT FACTUUR D.D. 20-05-2011
INCL. 1,44 BTW
:62F:C110524EUR3227,28
-
ABNANL2A
940
ABNANL2A
:20:ABN AMRO BANK NV
:25:517852257
:28:19322/1
:60F:C110524EUR3227,28
:61:1105260526C500,01N655NONREF
:86:/TRTP/SEPA OVERBOEKING/IBAN/NL32INGB0000012345/BIC/INGBNL2A/NAME/J
 DE VRIES/REMI/BESTELLING 4711/EREF/NOTPROVIDED
:62F:C110526EUR3727,29
-
`,
    statements: [
      { account: '517852257', openingMinor: 323_628n, closingMinor: 322_728n, lines: [{ amountMinor: -900n }] },
      {
        account: '517852257',
        openingMinor: 322_728n,
        closingMinor: 372_729n,
        lines: [{ amountMinor: 50_001n, description: 'BESTELLING 4711' }],
      },
    ],
  },
  {
    bank: 'ING in the Netherlands: blocks of SWIFT, a line below :61:, sums after the balances',
    text: `{1:F01INGBNL2ABXXX0000000000}
{2:I940INGBNL2AXXXN}
{4:
:20:P140220000000001
:25:NL20INGB0001234567EUR
:28C:00000
:60F:C140219EUR662,23
:61:1402200220C1,56NTRFEREF//00000000001005
/TRCD/00100/
:86:/EREF/EV12341REP1231456T1234//CNTP/NL32INGB0000012345/INGBNL2
A/ING BANK NV INZAKE WEB///REMI/USTD//EV10001REP1000000T1000/
:61:1402200220D1,57NTRFPREF//00000000001006
/TRCD/00200/
:86:/PREF/M000000003333333//REMI/USTD//TOTAAL 1 VZ/
:61:1402200220RD1,57NRTIEREF//00000000001007
/TRCD/00190/
:86:/RTRN/MS03//EREF/20120123456789//CNTP/NL32INGB0000012345/INGB
NL2A/J.Janssen///REMI/USTD//Factuurnr 123456 Klantnr 00123/
:62F:C140220EUR663,79
:64:C140220EUR663,79
:65:C140221EUR663,79
:86:/SUM/2/1/1,57/3,13/
-}`,
    statements: [
      {
        account: 'NL20INGB0001234567EUR',
        openingMinor: 66_223n,
        closingMinor: 66_379n,
        lines: [
          { amountMinor: 156n, ourReference: 'EV12341REP1231456T1234', counterparty: 'ING BANK NV INZAKE WEB' },
          { amountMinor: -157n, reference: '00000000001006' },
          { amountMinor: 157n, isReversal: true, ourReference: '20120123456789' },
        ],
      },
    ],
  },
  {
    bank: 'Rabobank: its own first tag, zeros before amounts, an account with its currency',
    text: `:940:
:20:940S130403
:25:NL50RABO0123456789 EUR
:28C:13092
:60F:C130402EUR000000001147,95
:61:130403D000000000127,50N102EREF
NL48RABO0300065264
:86:/EREF/02-04-2013 22:56 1120000153447185/BENM//NAME/Nespresso Ned
erland B.V./REMI/Factuur 100000/ISDT/2013-04-03
:61:130403C000000000010,00N5410000000000000000
:86:/ORDP//NAME/A. Bakker/REMI/Terug/ISDT/2013-04-03
:62F:C130403EUR000000001030,45
`,
    statements: [
      {
        account: 'NL50RABO0123456789 EUR',
        openingMinor: 114_795n,
        closingMinor: 103_045n,
        lines: [
          { amountMinor: -12_750n, ourReference: '02-04-2013 22:56 1120000153447185', description: 'Factuur 100000' },
          { amountMinor: 1_000n, counterparty: 'A. Bakker', description: 'Terug' },
        ],
      },
    ],
  },
  {
    bank: 'a Polish bank: parts after <, letters of the currency, blanks around amounts',
    text: `:20:ST170403CYC/1
:25:PL91109010140000071219812874
:28C:00001
:60F:C170331PLN1000,00
:61:1704030403CN150,00S020NONREF//BR17093159000202
:86:020<00Przelew<10 0<20Faktura 12/2017<21 za marzec<27ul. Prosta 1<30109
01014<3161109010140000071219812874<32JAN KOWALSKI<33SP. Z O.O.<34020
:61:1704030403DN 0,99S809NONREF
:86:809<00Oplata<20Prowizja
:62F:C170403PLN1149,01
:64:C170403PLN1149,01
-`,
    statements: [
      {
        account: 'PL91109010140000071219812874',
        openingMinor: 100_000n,
        closingMinor: 114_901n,
        lines: [
          { amountMinor: 15_000n, reference: 'BR17093159000202', counterparty: 'JAN KOWALSKI SP. Z O.O.' },
          { amountMinor: -99n, description: 'Prowizja' },
        ],
      },
    ],
  },
  {
    bank: 'another Polish bank: parts after ~ without a code before them',
    text: `:20:MT940
:25:/PL61109010140000071219812874
:28C:1
:60F:C200102PLN0,00
:61:2001030103C12,34NTRFNONREF
:86:~00TRF~20ZAMOWIENIE 77~21~29~32ANNA NOWAK~33
:62F:C200103PLN12,34
-`,
    statements: [
      {
        account: '/PL61109010140000071219812874',
        openingMinor: 0n,
        closingMinor: 1_234n,
        lines: [{ amountMinor: 1_234n, description: 'ZAMOWIENIE 77', counterparty: 'ANNA NOWAK' }],
      },
    ],
  },
  {
    bank: 'a Swiss bank: plain text, a first advice, two pages',
    text: `{1:F01UBSWCHZHX80A0000000000}{2:I940XXXXXXXXXXXXN}{4:
:20:0240UBS201221
:25:0240P0123456
:28C:244/1
:60F:C201218CHF100,
:61:2012211221C1500,25NTRFNONREF//9930356TO0123456
:86:VERGUTUNG HANS MUSTER RECHNUNG 10
:62M:C201221CHF1600,25
-}{1:F01UBSWCHZHX80A0000000000}{2:I940XXXXXXXXXXXXN}{4:
:20:0240UBS201221
:25:0240P0123456
:28C:244/2
:60M:C201221CHF1600,25
:61:201221D0,25FCHGNONREF
:86:SPESEN
:62F:C201221CHF1600,
-}`,
    statements: [
      {
        account: '0240P0123456',
        openingMinor: 10_000n,
        closingMinor: 160_000n,
        lines: [
          { amountMinor: 150_025n, reference: '9930356TO0123456', description: 'VERGUTUNG HANS MUSTER RECHNUNG 10' },
          { amountMinor: -25n, description: 'SPESEN' },
        ],
      },
    ],
  },
  {
    bank: 'a Hungarian bank: two decimals that the currency does not have, all zero',
    text: `:20:OTP
:25:11700024-00000000
:28C:1/1
:60F:C230102HUF15000,00
:61:2301030103D5000,00NTRFNONREF
:62F:C230103HUF10000,00`,
    statements: [
      { account: '11700024-00000000', openingMinor: 15_000n, closingMinor: 10_000n, lines: [{ amountMinor: -5_000n }] },
    ],
  },
];

const camtHead = (version: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">\n<BkToCstmrStmt><GrpHdr><MsgId>1</MsgId><CreDtTm>2020-12-21T20:00:00+01:00</CreDtTm><MsgPgntn><PgNb>1</PgNb><LastPgInd>true</LastPgInd></MsgPgntn></GrpHdr>`;
const camtEnd = '</BkToCstmrStmt></Document>';
const bal = (code: string, amount: string, currency: string, day: string): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>\n`;

const camt053: Sample[] = [
  {
    bank: 'a German savings bank in version 2: a batch of payments with amounts in AmtDtls',
    text: `${camtHead('02')}<Stmt><Id>0000481100</Id><ElctrncSeqNb>0</ElctrncSeqNb><CreDtTm>2013-12-27T22:05:00.0+01:00</CreDtTm>
<Acct><Id><IBAN>DE58123456780123456789</IBAN></Id><Ccy>EUR</Ccy><Ownr><Nm>TEST GMBH</Nm></Ownr><Svcr><FinInstnId><BIC>PBNKDEFFXXX</BIC></FinInstnId></Svcr></Acct>
${bal('PRCD', '15568.27', 'EUR', '2013-12-26')}${bal('CLBD', '16368.27', 'EUR', '2013-12-27')}
<Ntry><Amt Ccy="EUR">800.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2013-12-27</Dt></BookgDt><ValDt><Dt>2013-12-27</Dt></ValDt>
<AcctSvcrRef>2013122710583450000</AcctSvcrRef><BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>IDDT</Cd><SubFmlyCd>ESDD</SubFmlyCd></Fmly></Domn><Prtry><Cd>NDDT+192</Cd><Issr>DK</Issr></Prtry></BkTxCd>
<NtryDtls><Btch><PmtInfId>Batch-1</PmtInfId><NbOfTxs>2</NbOfTxs></Btch>
<TxDtls><Refs><EndToEndId>E2E-1</EndToEndId><MndtId>M1</MndtId></Refs><AmtDtls><TxAmt><Amt Ccy="EUR">500.00</Amt></TxAmt></AmtDtls><RltdPties><Dbtr><Nm>Eins</Nm></Dbtr></RltdPties></TxDtls>
<TxDtls><Refs><EndToEndId>E2E-2</EndToEndId><MndtId>M2</MndtId></Refs><AmtDtls><TxAmt><Amt Ccy="EUR">300.00</Amt></TxAmt></AmtDtls><RltdPties><Dbtr><Nm>Zwei</Nm></Dbtr></RltdPties></TxDtls>
</NtryDtls></Ntry></Stmt>${camtEnd}`,
    statements: [
      {
        account: 'DE58123456780123456789',
        openingMinor: 1_556_827n,
        closingMinor: 1_636_827n,
        lines: [
          { amountMinor: 50_000n, ourReference: 'E2E-1', counterparty: 'Eins' },
          { amountMinor: 30_000n, ourReference: 'E2E-2', counterparty: 'Zwei' },
        ],
      },
    ],
  },
  {
    bank: 'a Dutch bank in version 2: a statement of each day, which go on from each other',
    text: `${camtHead('02')}<Stmt><Id>S1</Id><Acct><Id><IBAN>NL77ABNA0574908765</IBAN></Id></Acct>${bal('OPBD', '1000.01', 'EUR', '2014-01-05')}${bal('CLBD', '985.01', 'EUR', '2014-01-05')}
<Ntry><NtryRef>16061</NtryRef><Amt Ccy="EUR">15.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2014-01-05</Dt></BookgDt><NtryDtls><TxDtls><Refs><InstrId>INNDNL2U20140105000217200000708</InstrId><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RmtInf><Strd><CdtrRefInf><Tp><CdOrPrtry><Cd>SCOR</Cd></CdOrPrtry><Issr>CUR</Issr></Tp><Ref>9000000000000001</Ref></CdtrRefInf></Strd></RmtInf></TxDtls></NtryDtls></Ntry></Stmt>
<Stmt><Id>S2</Id><Acct><Id><IBAN>NL77ABNA0574908765</IBAN></Id></Acct>${bal('OPBD', '985.01', 'EUR', '2014-01-06')}${bal('CLBD', '985.01', 'EUR', '2014-01-06')}</Stmt>${camtEnd}`,
    statements: [
      {
        account: 'NL77ABNA0574908765',
        openingMinor: 100_001n,
        closingMinor: 98_501n,
        lines: [{ amountMinor: -1_500n, reference: '16061', ourReference: 'INNDNL2U20140105000217200000708' }],
      },
      { account: 'NL77ABNA0574908765', openingMinor: 98_501n, closingMinor: 98_501n, lines: [] },
    ],
  },
  {
    bank: 'PostFinance in version 4: a collected credit of payments with references, a charge, a return',
    text: `${camtHead('04')}<Stmt><Id>20180301</Id><LglSeqNb>42</LglSeqNb><Acct><Id><IBAN>CH5809000000123456789</IBAN></Id><Ccy>CHF</Ccy></Acct>${bal('OPBD', '100', 'CHF', '2018-02-28')}${bal('CLBD', '298.9', 'CHF', '2018-03-01')}${bal('CLAV', '298.9', 'CHF', '2018-03-01')}
<Ntry><NtryRef>010391391</NtryRef><Amt Ccy="CHF">200.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><RvslInd>false</RvslInd><Sts>BOOK</Sts><BookgDt><DtTm>2018-03-01T09:30:47.000+01:00</DtTm></BookgDt>
<Chrgs><TtlChrgsAndTaxAmt Ccy="CHF">1.10</TtlChrgsAndTaxAmt><Rcrd><Amt Ccy="CHF">1.10</Amt><CdtDbtInd>DBIT</CdtDbtInd><ChrgInclInd>false</ChrgInclInd></Rcrd></Chrgs>
<NtryDtls><Btch><NbOfTxs>2</NbOfTxs></Btch><TxDtls><Amt Ccy="CHF">150.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><RmtInf><Strd><CdtrRefInf><Ref>210000000003139471430009017</Ref></CdtrRefInf><AddtlRmtInf>?REJECT?0</AddtlRmtInf></Strd></RmtInf></TxDtls>
<TxDtls><Amt Ccy="CHF">50.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><RmtInf><Strd><CdtrRefInf><Ref>210000000003139471430009018</Ref></CdtrRefInf></Strd></RmtInf></TxDtls></NtryDtls></Ntry>
<Ntry><Amt Ccy="CHF">1.10</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2018-03-01</Dt></BookgDt><AddtlNtryInf>PREISE</AddtlNtryInf></Ntry>
<Ntry><Amt Ccy="CHF">77.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>PDNG</Sts></Ntry></Stmt>${camtEnd}`,
    statements: [
      {
        account: 'CH5809000000123456789',
        openingMinor: 10_000n,
        closingMinor: 29_890n,
        lines: [
          { amountMinor: 15_000n, ourReference: '210000000003139471430009017' },
          { amountMinor: 5_000n, ourReference: '210000000003139471430009018' },
          { amountMinor: -110n, description: 'PREISE' },
        ],
      },
    ],
  },
  {
    bank: 'a Polish bank in version 2, with a prefix of its namespace',
    text: `${camtHead('02')}<Stmt><Id>1</Id><Acct><Id><Othr><Id>61109010140000071219812874</Id></Othr></Id><Ccy>PLN</Ccy></Acct>${bal('OPBD', '0.00', 'PLN', '2020-01-02')}${bal('CLBD', '12.34', 'PLN', '2020-01-03')}<Ntry><Amt Ccy="PLN">12.34</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2020-01-03</Dt></BookgDt><AddtlNtryInf>Zażółć gęślą jaźń</AddtlNtryInf></Ntry></Stmt>${camtEnd}`
      .replaceAll(/<(\/?)(?=[A-Z])/g, '<$1ns2:')
      .replace('xmlns=', 'xmlns:ns2='),
    statements: [
      {
        account: '61109010140000071219812874',
        openingMinor: 0n,
        closingMinor: 1_234n,
        lines: [{ amountMinor: 1_234n, description: 'Zażółć gęślą jaźń' }],
      },
    ],
  },
  {
    bank: 'a German bank in version 8: names in Pty, a code of the state, a return that is a debit',
    text: `${camtHead('08')}<Stmt><Id>1</Id><StmtPgntn><PgNb>1</PgNb><LastPgInd>true</LastPgInd></StmtPgntn><Acct><Id><IBAN>DE02500105170137075030</IBAN></Id><Ccy>EUR</Ccy></Acct>${bal('OPBD', '50.00', 'EUR', '2024-05-02')}${bal('CLBD', '48.00', 'EUR', '2024-05-03')}
<Ntry><Amt Ccy="EUR">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2024-05-03+02:00</Dt></BookgDt><NtryDtls><TxDtls><Refs><EndToEndId>E1</EndToEndId><UETR>8a562c67-ca16-48ba-b074-65581be6f001</UETR></Refs><Amt Ccy="EUR">5.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><RltdPties><Dbtr><Pty><Nm>Ana</Nm></Pty></Dbtr></RltdPties></TxDtls></NtryDtls></Ntry>
<Ntry><Amt Ccy="EUR">7.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><RvslInd>true</RvslInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2024-05-03</Dt></BookgDt><NtryDtls><TxDtls><Refs><EndToEndId>E2</EndToEndId></Refs><Amt Ccy="EUR">7.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf></TxDtls></NtryDtls></Ntry></Stmt>${camtEnd}`,
    statements: [
      {
        account: 'DE02500105170137075030',
        openingMinor: 5_000n,
        closingMinor: 4_800n,
        lines: [
          { amountMinor: 500n, ourReference: 'E1', counterparty: 'Ana', bookedOn: '2024-05-03' },
          { amountMinor: -700n, ourReference: 'E2', isReversal: true },
        ],
      },
    ],
  },
];

const lineBreaks = [
  ['line feeds', '\n'],
  ['carriage returns and line feeds', '\r\n'],
] as const;

describe.each(lineBreaks)('with %s', (_, lineBreak) => {
  it.each(mt940)('MT940 of $bank', async ({ text, statements }) => {
    expect(await readMt940(Buffer.from(text.replaceAll('\n', lineBreak)))).toMatchObject({ statements });
  });
  it.each(camt053)('camt.053 of $bank', async ({ text, statements }) => {
    expect(await readCamt053(Buffer.from(text.replaceAll('\n', lineBreak)))).toMatchObject({ statements });
  });
});

describe('is refused with its line and field', () => {
  const [, , abn, , , , , , hungarian] = mt940;
  const [, dutch] = camt053;
  it.each([
    [
      'MT940 whose next statement begins with another balance',
      abn?.text.replace(':60F:C110524EUR3227,28', ':60F:C110524EUR3227,29').replace('3727,29', '3727,30'),
      'bank_chain_differs',
      20,
      ':60F:',
    ],
    [
      'MT940 with a part of a unit that the currency does not have',
      hungarian?.text.replace('D5000,00', 'D5000,50'),
      'bank_field_form',
      5,
      ':61:',
    ],
    [
      'MT942, which has no balances',
      ':20:VMK\n:25:50050201/1\n:28C:1/1\n:34F:EUR0,\n:13D:2011171200+0100\n:61:201117C1,NTRFNONREF\n',
      'bank_field_missing',
      6,
      ':60F:',
    ],
  ] as const)('%s', async (_, text, word, line, field) => {
    expect(await readMt940(Buffer.from(text ?? ''))).toMatchObject({ fault: { word, line, field } });
  });
  it.each([
    [
      'camt.053 whose next statement begins with another balance',
      dutch?.text.replaceAll(
        '985.01</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2014-01-06',
        '985.02</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2014-01-06',
      ),
      'bank_chain_differs',
      7,
      'Bal/OPBD',
    ],
    [
      'camt.054, which has no balances',
      `${camtHead('04').replaceAll('BkToCstmrStmt', 'BkToCstmrDbtCdtNtfctn')}</BkToCstmrDbtCdtNtfctn></Document>`,
      'bank_file_type',
      1,
      'BkToCstmrStmt',
    ],
  ] as const)('%s', async (_, text, word, line, field) => {
    expect(await readCamt053(Buffer.from(text ?? ''))).toMatchObject({ fault: { word, line, field } });
  });
});
