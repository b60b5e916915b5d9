/**
 * Who gets money: one schema and one normalized form for a member's own card, a payout, a row of an uploaded table and
 * a signed request. Field errors are names in beneficiary-words.ts.
 */
import { z } from 'zod';
import { mainlandMobileOf } from '#features/sms/mainland.ts';
import { personName } from '#foundation/core/typed-fields.ts';
import { isBlank, typedLine, withoutInvisible } from '#foundation/core/typed-line.ts';
import { typedCode, withPlainDigits } from '#foundation/core/typed-text.ts';
import { findBank } from './banks.ts';

export const beneficiaryTypes = ['bank', 'alipay'] as const;
export type BeneficiaryType = (typeof beneficiaryTypes)[number];

/** Validated and normalized, as it is stored and compared. */
export interface Beneficiary {
  type: BeneficiaryType;
  holder: string;
  /** The bank's code. Bank and branch are null for an Alipay account. */
  bank: string | null;
  branch: string | null;
  /** Digits only, or an e-mail address. */
  account: string;
}

/**
 * A name as banks know it: letters, marks and digits of any script, with spaces and the punctuation that names of
 * people and companies contain. It never starts with a character that starts a spreadsheet formula.
 */
const HOLDER = /^['(（]*[\p{L}\p{Nd}\p{Nl}][\p{L}\p{M}\p{Nd}\p{Nl} ()（）'.,&/·-]*$/u;
const HOLDER_END = /[\p{L}\p{M}\p{Nd}\p{Nl}.'）)]$/u;
/** No control characters, and no marks that change the text direction. */
const PLAIN_TEXT = /^[^\p{C}\p{Zl}\p{Zp}]*$/u;

const fields = {
  type: z.enum(beneficiaryTypes, { error: 'beneficiary_type' }),
  holder: personName({ error: 'required' })
    .min(1, { error: 'required' })
    .max(60)
    .refine(isHolder, { error: 'holder_form' }),
  /** Code or name of the bank; required for a bank card. */
  bank: z.string({ error: 'bank_unknown' }).overwrite(typedLine).max(100, { error: 'bank_unknown' }).default(''),
  branch: z
    .string({ error: 'branch_form' })
    .overwrite(typedLine)
    .max(100)
    .regex(PLAIN_TEXT, { error: 'branch_form' })
    .default(''),
  account: z.string({ error: 'required' }).overwrite(typedLine).max(100),
};

/** The fields of a request: as typed, validated, not yet normalized. */
export type TypedBeneficiary = z.output<z.ZodObject<typeof fields>>;

/** The schema of a request with the beneficiary's fields and `more`. */
export function withBeneficiary<More extends z.ZodRawShape>(more: More) {
  return z
    .strictObject({ ...fields, ...more })
    .superRefine(addBeneficiaryIssues, { when: ({ value }) => isTyped(value) });
}

/** As above, but the account can be empty to keep the present one. */
export function withChangedBeneficiary<More extends z.ZodRawShape>(more: More) {
  const { account, ...others } = fields;
  return z
    .strictObject({ ...others, ...more, account: account.default('') })
    .superRefine((typed, context) => addBeneficiaryIssues(typed, context, { allowsEmpty: true }), {
      when: ({ value }) => isTyped(value),
    });
}

/**
 * Returns the error for a field that a program has signed, or undefined. The console tolerates characters that people
 * paste by accident; a signed request with them is refused. Spaces and hyphens that group an account are accepted from
 * both.
 */
export function signedFieldFault(
  field: 'holder' | 'bank' | 'branch' | 'account',
  sent: string,
  type: BeneficiaryType,
): string | undefined {
  if (field !== 'account')
    return withoutInvisible(sent) === sent ? undefined : field === 'bank' ? 'bank_unknown' : `${field}_form`;
  const grouped = type === 'alipay' && sent.includes('@') ? sent.trim().toLowerCase() : sent.replaceAll(/[\s-]/g, '');
  if (grouped === plainAccount(type, sent) && withoutInvisible(sent) === sent) return undefined;
  if (withPlainDigits(sent) !== sent) return 'account_full_width';
  return type === 'alipay' ? 'alipay_account_form' : 'card_number_form';
}

/** Normalizes a beneficiary. The input must have passed the schema. */
export function beneficiaryOf({ type, holder, bank, branch, account }: TypedBeneficiary): Beneficiary {
  const isCard = type === 'bank';
  return {
    type,
    holder,
    bank: isCard ? (findBank(bank)?.code ?? null) : null,
    branch: isCard && branch !== '' ? branch : null,
    account: plainAccount(type, account),
  };
}

/** Returns the error for an account as it was typed, or undefined. */
export function accountFault(type: BeneficiaryType, typed: string): string | undefined {
  if (isBlank(typed)) return 'required';
  const account = plainAccount(type, typed);
  if (type === 'alipay')
    return mainlandMobileOf(account) !== undefined || isEmail(account) ? undefined : 'alipay_account_form';
  if (!CARD_NUMBER.test(account)) return 'card_number_form';
  return passesLuhn(account) ? undefined : 'card_number_check';
}

const CARD_NUMBER = /^[1-9]\d{11,18}$/;

/** At most the first six and the last four: `622202****1234`, `138****1234`, `lan***@***.com`. */
export function maskAccount(account: string): string {
  const at = account.indexOf('@');
  if (at >= 0) return `${account.slice(0, Math.min(6, Math.floor(at / 2)))}***@***${account.slice(-4)}`;
  return `${account.slice(0, mainlandMobileOf(account) === account ? 3 : Math.min(6, account.length - 10))}****${account.slice(-4)}`;
}

/**
 * People type card numbers in groups, and e-mail addresses in any case. Alipay uses mainland mobile numbers,
 * independent of the platform's own rule for numbers.
 */
function plainAccount(type: BeneficiaryType, typed: string): string {
  if (type === 'bank') return typedCode(typed);
  return typed.includes('@') ? typedLine(typed).toLowerCase() : (mainlandMobileOf(typed) ?? typedCode(typed));
}

/** The account that the text can be, of each type; empty if it is none. */
export function accountsIn(text: string): Pick<Beneficiary, 'type' | 'account'>[] {
  return beneficiaryTypes
    .filter((type) => accountFault(type, text) === undefined)
    .map((type) => ({ type, account: plainAccount(type, text) }));
}

function isHolder(name: string): boolean {
  return HOLDER.test(name) && HOLDER_END.test(name) && hasPairedBrackets(name);
}

/** Counts both widths as the same bracket, because people mix them. */
function hasPairedBrackets(name: string): boolean {
  let open = 0;
  for (const sign of name) {
    if (sign === '(' || sign === '（') open += 1;
    else if (sign === ')' || sign === '）') open -= 1;
    if (open < 0) return false;
  }
  return open === 0;
}

function isEmail(text: string): boolean {
  return z.email().max(100).safeParse(text).success;
}

/** The Luhn check of ISO/IEC 7812: detects any single wrong digit, and nearly every swap of two neighbours. */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = digits.length - 1, doubled = false; at >= 0; at -= 1, doubled = !doubled) {
    const digit = Number(digits[at]) * (doubled ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
}

/** The refinement needs only these fields. Errors in other fields must not suppress its messages. */
function isTyped(value: unknown): value is Pick<TypedBeneficiary, 'type' | 'bank' | 'account'> {
  const { type, bank, account } = (value ?? {}) as Partial<Record<keyof TypedBeneficiary, unknown>>;
  return (type === 'bank' || type === 'alipay') && typeof bank === 'string' && typeof account === 'string';
}

function addBeneficiaryIssues(typed: unknown, context: z.RefinementCtx, { allowsEmpty = false } = {}): void {
  if (!isTyped(typed)) return;
  const addIssue = (field: keyof TypedBeneficiary, message: string): void =>
    context.addIssue({ code: 'custom', path: [field], message });
  if (typed.type === 'bank' && !findBank(typed.bank)) addIssue('bank', typed.bank === '' ? 'required' : 'bank_unknown');
  const fault = allowsEmpty && typed.account === '' ? undefined : accountFault(typed.type, typed.account);
  if (fault !== undefined) addIssue('account', fault);
}
