/**
 * The rules for a row of a table, and the state of a batch: pure functions, for the server's authoritative check and
 * for the browser's preview. A row is only texts, so that submitted rows are checked exactly like rows from a file.
 */
import type { z } from 'zod';
import { type Beneficiary, beneficiaryOf, type BeneficiaryType, withBeneficiary } from '#features/cards/beneficiary.ts';
import type { Limits } from '#features/disbursements/quote.ts';
import type { AmountRange } from '#features/channels/rules.ts';
import { disbursementFee, type DisbursementOutcome, isInRange } from '#features/disbursements/rules.ts';
import { readAmount } from '#foundation/core/amount-text.ts';
import { type Currency, money } from '#foundation/core/money.ts';
import { isBlank, withoutInvisible } from '#foundation/core/typed-line.ts';
import { typedCode } from '#foundation/core/typed-text.ts';
import { languages, type PhraseValues } from '#foundation/core/words.ts';
import { columnWords } from './column-words.ts';
import { type BatchColumn, batchColumns, type RowTexts, typeAliases } from './columns.ts';
import { shownAndHeld } from './number-format.ts';

export const MAX_ROWS = 10_000;
/** How many failed payouts one call pays again or takes back. */
export const MAX_AT_ONCE = 2_000;
export const MAX_TABLE_BYTES = 1_048_576;
/** Max length of a cell. Longer text is cut, and is an error in every column. */
export const MAX_CELL_CHARACTERS = 1_000;

export const templateFormats = ['xlsx', 'csv'] as const;

/** How far back duplicate payouts (same account and amount) are reported. */
export const RECENT_MS = 24 * 3_600_000;

export const batchStates = ['processing', 'done', 'partial', 'failed'] as const;
export type BatchState = (typeof batchStates)[number];

export type OutcomeCounts = Readonly<Record<DisbursementOutcome, number>>;

export function batchState({ open, paid, failed, cancelled }: OutcomeCounts): BatchState {
  if (open > 0) return 'processing';
  if (paid === 0) return 'failed';
  return failed + cancelled === 0 ? 'done' : 'partial';
}

/** The name of a text in words.ts, cards' beneficiary-words.ts or the shared field words, with its values. */
export interface RowFault {
  readonly word: string;
  readonly values?: PhraseValues;
}
export type RowFaults = Readonly<Partial<Record<BatchColumn, RowFault>>>;

export interface GoodRow {
  readonly amountMinor: bigint;
  readonly feeMinor: bigint;
  readonly beneficiary: Beneficiary;
}

/** The fees and limits of the member's payouts. The browser does not know them and leaves out limits. */
export interface RowTerms {
  readonly currency: Currency;
  readonly limits?: Limits;
}

/** Returns all errors of a row, or its payment. */
export function checkRow(texts: RowTexts, { currency, limits }: RowTerms): { faults: RowFaults } | { good: GoodRow } {
  const faults: Partial<Record<BatchColumn, RowFault>> = {};
  for (const column of batchColumns) {
    const fault = cellFault(texts[column]);
    if (fault) faults[column] = fault;
  }
  const cells = extraCells(texts.amount);
  if (cells !== undefined) faults.amount ??= { word: 'cells_beyond', values: { cells } };
  const amountMinor = readAmount(texts.amount, { currency });
  if (typeof amountMinor === 'object') faults.amount ??= amountMinor;
  else if (limits && !isInRange(amountMinor, limits))
    faults.amount ??= { word: 'payout_range', values: payoutRange(limits, currency) };
  const type = typeIn(texts.type);
  if (type === undefined) faults.type ??= { word: isBlank(texts.type) ? 'required' : 'beneficiary_type' };
  if (ROUNDED.test(texts.account.trim())) faults.account ??= { word: 'account_rounded' };
  const payee = type === undefined ? undefined : Payee.safeParse(payeeIn(texts, type));
  const others = payee ? faultsIn(payee) : faultsOfEither(texts);
  for (const column of batchColumns) if (others[column]) faults[column] ??= others[column];
  if (!payee?.success || typeof amountMinor === 'object' || Object.keys(faults).length > 0) return { faults };
  return {
    good: {
      amountMinor,
      feeMinor: limits ? disbursementFee(amountMinor, limits) : 0n,
      beneficiary: beneficiaryOf(payee.data),
    },
  };
}

/** An error that is the same in every column. */
function cellFault(text: string): RowFault | undefined {
  if (FORMULA.test(text)) return { word: 'cell_formula' };
  const values = shownAndHeld(text);
  return values && { word: 'cell_differs', values };
}

/** Joins an amount and the cells of its row that have no heading. */
const EXTRA_CELLS = ' ⋯ ';

/** Makes an amount that no rule accepts, so that the row is refused wherever its texts go: `1 ⋯ 500`. */
export function amountWithExtraCells(amount: string, cells: string): string {
  return `${amount}${EXTRA_CELLS}${cells}`;
}

function extraCells(text: string): string | undefined {
  const at = text.indexOf(EXTRA_CELLS);
  return at < 0 ? undefined : text.slice(at + EXTRA_CELLS.length);
}

/** Alipay has no bank. */
function payeeIn({ holder, bank, branch, account }: RowTexts, type: BeneficiaryType) {
  return type === 'alipay' ? { type, holder, bank: '', branch: '', account } : { type, holder, bank, branch, account };
}

function faultsIn(payee: z.ZodSafeParseResult<unknown>): RowFaults {
  const faults: Partial<Record<BatchColumn, RowFault>> = {};
  for (const issue of payee.error?.issues ?? []) faults[issue.path[0] as BatchColumn] ??= faultOf(issue);
  return faults;
}

/** For a row with an unknown type: the errors that both types have, and an unknown bank. */
function faultsOfEither(texts: RowTexts): RowFaults {
  const [card, alipay] = [
    faultsIn(Payee.safeParse(payeeIn(texts, 'bank'))),
    faultsIn(Payee.safeParse(payeeIn(texts, 'alipay'))),
  ];
  const { account, bank, ...others } = card;
  return {
    ...others,
    ...(bank && !isBlank(texts.bank) ? { bank } : {}),
    ...(account && alipay.account
      ? {
          account:
            isCardLike(texts.account) || account.word === alipay.account.word ? account : { word: 'account_form' },
        }
      : {}),
  };
}

/** Only digits, and more than a mobile number has. */
function isCardLike(account: string): boolean {
  return /^\d{12,}$/.test(typedCode(account));
}

const Payee = withBeneficiary({});

/** A formula, or what a spreadsheet shows for a failed one. */
const FORMULA = /^\s*[=＝]|^#(?:REF!|N\/A|NAME\?|VALUE!|DIV\/0!|NUM!|NULL!)/;
/** How programs write a long number that they have rounded. */
const ROUNDED = /^\d(?:[.,]\d+)?E\+?\d+$/i;

function faultOf(issue: z.core.$ZodIssue): RowFault {
  if (issue.code === 'too_big') return { word: 'too_long', values: { maximum: Number(issue.maximum) } };
  return { word: issue.message };
}

/** The values of the text `payout_range`. */
export function payoutRange({ minAmountMinor, maxAmountMinor }: AmountRange, currency: Currency): PhraseValues {
  return { least: money(minAmountMinor, currency), most: money(maxAmountMinor, currency) };
}

/** Returns undefined for an unknown type. */
export function typeIn(text: string): BeneficiaryType | undefined {
  return types.get(plainType(text));
}

function plainType(text: string): string {
  return withoutInvisible(text)
    .normalize('NFKC')
    .replaceAll(/[\s_-]/g, '')
    .toLowerCase();
}

const types: ReadonlyMap<string, BeneficiaryType> = new Map(
  (['bank', 'alipay'] as const).flatMap((type) =>
    [type, ...languages.map((language) => columnWords[`type_${type}`][language]), ...typeAliases[type]].map(
      (name) => [plainType(name), type] as const,
    ),
  ),
);

/** The key that two rows share when they pay the same twice. */
export function payeeKey({
  amountMinor,
  beneficiary: { type, account },
}: Pick<GoodRow, 'amountMinor' | 'beneficiary'>): string {
  return `${type}/${account}/${amountMinor}`;
}
