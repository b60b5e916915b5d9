/**
 * Who gets money: one schema and one form for every door, be it a member's own card, a payout, a row of a table or a signed
 * request. Field errors are words of beneficiary-words.ts.
 */
import { z } from 'zod';
import { findBank } from './banks.ts';

export const beneficiaryTypes = ['bank', 'alipay'] as const;
export type BeneficiaryType = (typeof beneficiaryTypes)[number];

/** Checked, and in the one form in which it is kept and compared. */
export interface Beneficiary {
  type: BeneficiaryType;
  holder: string;
  /** Code of the bank; null for an Alipay account, as is the branch. */
  bank: string | null;
  branch: string | null;
  /** Digits alone, or an e-mail address. */
  account: string;
}

const PARTS_OF_A_NAME = /^[\p{L}\p{M}0-9]+(?:[ ·][\p{L}\p{M}0-9]+)*$/u;
/** No control characters, no marks that turn the line around. */
const PLAIN_TEXT = /^[^\p{C}\p{Zl}\p{Zp}]*$/u;

const fields = {
  type: z.enum(beneficiaryTypes, { error: 'beneficiary_type' }),
  holder: z.string({ error: 'required' }).overwrite(plainHolder).min(1, { error: 'required' }).max(60).regex(PARTS_OF_A_NAME, { error: 'holder_form' }),
  /** Code or name of the bank; needed for a bank card. */
  bank: z.string({ error: 'bank_unknown' }).trim().max(100, { error: 'bank_unknown' }).default(''),
  branch: z.string({ error: 'branch_form' }).trim().max(100).regex(PLAIN_TEXT, { error: 'branch_form' }).default(''),
  account: z.string({ error: 'required' }).trim().max(100),
};

/** What a request is given in these fields: as typed, checked, not yet in its kept form. */
export type TypedBeneficiary = z.output<z.ZodObject<typeof fields>>;

/** The schema of a request that names who gets money, and whatever else it has. */
export function withBeneficiary<More extends z.ZodRawShape>(more: More) {
  return z.strictObject({ ...fields, ...more }).superRefine(tellWrongBeneficiary, { when: ({ value }) => isTyped(value) });
}

/** As above, where the account may be left out: what is there stays. */
export function withChangedBeneficiary<More extends z.ZodRawShape>(more: More) {
  const { account, ...others } = fields;
  return z
    .strictObject({ ...others, ...more, account: account.default('') })
    .superRefine((typed, context) => tellWrongBeneficiary(typed, context, { mayStay: true }), { when: ({ value }) => isTyped(value) });
}

/** In its kept form. Only for what the schema has let through. */
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

/** The word of what is wrong with an account as it was typed; undefined: nothing. */
export function accountFault(type: BeneficiaryType, typed: string): string | undefined {
  if (typed.trim() === '') return 'required';
  if (/[\uff10-\uff19]/.test(typed)) return 'account_full_width';
  const account = plainAccount(type, typed);
  if (type === 'alipay') return ALIPAY_MOBILE.test(account) || isEmail(account) ? undefined : 'alipay_account_form';
  if (!CARD_NUMBER.test(account)) return 'card_number_form';
  return passesLuhn(account) ? undefined : 'card_number_check';
}

/** Alipay knows mainland numbers, whatever the platform's own rule for phones is. */
const ALIPAY_MOBILE = /^1[3-9]\d{9}$/;
const CARD_NUMBER = /^[1-9]\d{11,18}$/;

/** At most the first six and the last four: `622202****1234`, `138****1234`, `lan***@***.com`. */
export function maskAccount(account: string): string {
  const at = account.indexOf('@');
  if (at >= 0) return `${account.slice(0, Math.min(6, Math.floor(at / 2)))}***@***${account.slice(-4)}`;
  return `${account.slice(0, ALIPAY_MOBILE.test(account) ? 3 : Math.min(6, account.length - 10))}****${account.slice(-4)}`;
}

/** Cards are typed in groups; addresses are the same in any case. */
function plainAccount(type: BeneficiaryType, typed: string): string {
  const account = typed.trim();
  return type === 'alipay' && account.includes('@') ? account.toLowerCase() : account.replaceAll(/[\s-]/g, '');
}

/** Composed, with single spaces, and one sign for the point in a name however it was typed. */
function plainHolder(typed: string): string {
  return typed
    .normalize('NFC')
    .trim()
    .replaceAll(/[\s\u3000]+/g, ' ')
    .replaceAll(/ ?[•‧・･] ?/g, '·');
}

function isEmail(text: string): boolean {
  return z.email().max(100).safeParse(text).success;
}

/** ISO/IEC 7812: sees every single wrong digit, and nearly every two that changed places. */
function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let at = digits.length - 1, doubled = false; at >= 0; at -= 1, doubled = !doubled) {
    const digit = Number(digits[at]) * (doubled ? 2 : 1);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
}

/** Both checks need these, and nothing else: another wrong field must not keep their messages back. */
function isTyped(value: unknown): value is Pick<TypedBeneficiary, 'type' | 'bank' | 'account'> {
  const { type, bank, account } = (value ?? {}) as Partial<Record<keyof TypedBeneficiary, unknown>>;
  return (type === 'bank' || type === 'alipay') && typeof bank === 'string' && typeof account === 'string';
}

function tellWrongBeneficiary(typed: unknown, context: z.RefinementCtx, { mayStay = false } = {}): void {
  if (!isTyped(typed)) return;
  const tell = (field: keyof TypedBeneficiary, message: string): void => context.addIssue({ code: 'custom', path: [field], message });
  if (typed.type === 'bank' && !findBank(typed.bank)) tell('bank', typed.bank === '' ? 'required' : 'bank_unknown');
  const fault = mayStay && typed.account === '' ? undefined : accountFault(typed.type, typed.account);
  if (fault !== undefined) tell('account', fault);
}
