/** The columns of a batch's table, and which headings in a file name them. */
import { withoutInvisible } from '#foundation/core/typed-line.ts';
import { languages } from '#foundation/core/words.ts';
import { columnWords } from './column-words.ts';

export const batchColumns = ['amount', 'type', 'holder', 'bank', 'branch', 'account'] as const;
export type BatchColumn = (typeof batchColumns)[number];

/** A row as typed or read: text only. */
export type RowTexts = Readonly<Record<BatchColumn, string>>;

/** A file without one of these can't be read. */
export const neededColumns = ['amount', 'type', 'holder', 'bank', 'account'] as const satisfies readonly BatchColumn[];

/** Headings of a file: the columns, and those that are added to the file of wrong rows. */
export type Heading = BatchColumn | 'aside';

/** Returns undefined where no column is meant. */
export function headingOf(text: string): Heading | undefined {
  return headings.get(plainHeading(text));
}

const aliases: Readonly<Record<BatchColumn, readonly string[]>> = {
  amount: [
    'Sum',
    '提现金额',
    '代付金额',
    '付款金额',
    '转账金额',
    '收款金额',
    '打款金额',
    'Monto',
    'Cantidad',
    'ยอดเงิน',
  ],
  type: ['Type', '类型', '账户类型', '收款类型', '付款方式', 'Tipo', 'ประเภท'],
  holder: [
    'Account holder',
    'Account name',
    'Name',
    'Beneficiary',
    '户名',
    '姓名',
    '开户名',
    '持卡人',
    '收款人姓名',
    '收款人户名',
    '账户名',
    'Titular de la cuenta',
    'Nombre',
    'Beneficiario',
    'ชื่อบัญชี',
    'ชื่อเจ้าของบัญชี',
    'ผู้รับเงิน',
  ],
  bank: ['Bank name', '开户行', '开户银行', '银行名称', '收款银行', 'Nombre del banco', 'ชื่อธนาคาร'],
  branch: ['Bank branch', '开户支行', '支行名称', '分行', 'Oficina', 'ชื่อสาขา'],
  account: [
    'Account number',
    'Card number',
    'Card',
    '卡号',
    '银行卡号',
    '银行账号',
    '收款账号',
    '收款卡号',
    '账户',
    '帐号',
    'Número de cuenta',
    'Número de tarjeta',
    'Tarjeta',
    'เลขที่บัญชี',
    'เลขบัตร',
    'หมายเลขบัญชี',
  ],
};

/** Never looks past the next bracket, so that a text of many brackets does not take the square of its length. */
export const BRACKETED = /\([^()]*\)|\[[^[\]]*\]/g;

/** One form for comparing: half-width, lower case, without blanks, accents, bracketed text and required marks. */
export function plainHeading(text: string): string {
  return withoutInvisible(text)
    .normalize('NFKD')
    .replaceAll(BRACKETED, '')
    .replaceAll(/[\u0300-\u036f\s_*:.-]/g, '')
    .normalize('NFC')
    .toLowerCase();
}

const headings: ReadonlyMap<string, Heading> = new Map([
  ...(['column_line', 'column_error'] as const).flatMap((name) =>
    languages.map((language) => [plainHeading(columnWords[name][language]), 'aside'] as const),
  ),
  ...batchColumns.flatMap((column) =>
    [column, ...languages.map((language) => columnWords[`column_${column}`][language]), ...aliases[column]].map(
      (name) => [plainHeading(name), column] as const,
    ),
  ),
]);

/** In addition to the words that the screens use. */
export const typeAliases = {
  bank: ['card', '银行', '储蓄卡', '借记卡', 'Tarjeta', 'ธนาคาร', 'บัตร'],
  alipay: ['支付宝账户', '支付宝账号'],
} as const;
