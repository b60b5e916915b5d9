/**
 * What a call's fields can contain, and what makes two requests the same. Pure: the caller passes in the address
 * checks. Every value is text. An empty value counts as absent, because MD5 does not sign it.
 */
import { type Beneficiary, beneficiaryOf, signedFieldFault, withBeneficiary } from '#features/cards/beneficiary.ts';
import { isAddressEntry } from '#features/merchant-keys/rules.ts';
import { MAX_EXPIRE_MINUTES } from '#features/orders/rules.ts';
import { type Currency, parseAmount } from '#foundation/core/money.ts';
import { parseSystemNo } from '#foundation/core/system-number.ts';
import type { PhraseValues } from '#foundation/core/words.ts';
import { gatewayCalls, type GatewayField, type GatewayPath } from './contract.ts';

export type GatewayFields = Readonly<Record<string, string>>;

/** One wrong field; `word` names a text of `gatewayFieldTexts` or the shared field words. */
export interface FieldFault {
  readonly field: string;
  readonly word: string;
  readonly values?: PhraseValues;
}

export interface FieldContext {
  readonly currency: Currency;
  /** Returns the word for what is wrong with an address that we would call, or undefined. */
  notifyUrlFault(url: string): 'url_form' | 'url_not_public' | undefined;
  /** The same for an address that a payer's browser is sent to. */
  returnUrlFault(url: string): 'url_form' | undefined;
}

/** Returns everything that is wrong with the fields of a call. `notText` are fields that were not sent as text. */
export function fieldFaults(
  path: GatewayPath,
  fields: GatewayFields,
  notText: readonly string[],
  context: FieldContext,
): FieldFault[] {
  const { required, optional }: { required: readonly string[]; optional: readonly string[] } = gatewayCalls[path];
  const faults: FieldFault[] = [];
  for (const field of Object.keys(fields)) {
    if (!required.includes(field) && !optional.includes(field)) faults.push({ field, word: 'unknown_field' });
    else if (fields[field] !== '') faults.push(...valueFaults(field as GatewayField, fields[field] ?? '', context));
  }
  for (const field of notText)
    faults.push({ field, word: required.includes(field) || optional.includes(field) ? 'text_only' : 'unknown_field' });
  for (const field of required) {
    if (!fields[field] && !notText.includes(field)) faults.push({ field, word: 'required' });
  }
  if (path === '/payout/create')
    faults.push(...beneficiaryFaults(fields).filter(({ field }) => !faults.some((fault) => fault.field === field)));
  if (path.endsWith('/query') && faults.length === 0 && !fields['orderNo'] && !fields['systemNo'])
    faults.push({ field: 'orderNo', word: 'either_number' });
  return faults;
}

/** A merchant's own number, in every protocol. */
export function isOrderNo(text: string): boolean {
  return /^[A-Za-z0-9._|-]{1,64}$/.test(text);
}

export interface PayCreate {
  orderNo: string;
  amountMinor: bigint;
  channelCode: string;
  notifyUrl: string;
  subject: string | null;
  returnUrl: string | null;
  clientIp: string | null;
  attach: string | null;
  expireMinutes: number;
}

/** Takes fields without faults. */
export function payCreateOf(fields: GatewayFields, currency: Currency): PayCreate {
  const optional = (field: GatewayField): string | null => fields[field] || null;
  return {
    orderNo: fields['orderNo'] ?? '',
    amountMinor: parseAmount(fields['amount'], currency) ?? 0n,
    channelCode: fields['channel'] ?? '',
    notifyUrl: fields['notifyUrl'] ?? '',
    subject: optional('subject'),
    returnUrl: optional('returnUrl'),
    clientIp: optional('clientIp'),
    attach: optional('attach'),
    expireMinutes: Number(fields['expireMinutes'] || DEFAULT_EXPIRE_MINUTES),
  };
}

/**
 * One text for all requests that mean the same: the amount in minor units, defaults filled in. Its hash distinguishes a
 * repetition from a conflict as long as orders live, so neither the order nor the number of its parts may ever change.
 */
export function payCreateText(order: PayCreate, currency: Currency): string {
  const { orderNo, amountMinor, channelCode, notifyUrl, subject, returnUrl, clientIp, attach, expireMinutes } = order;
  return JSON.stringify([
    '/pay/create',
    orderNo,
    amountMinor.toString(),
    currency,
    channelCode,
    notifyUrl,
    subject,
    returnUrl,
    clientIp,
    attach,
    expireMinutes,
  ]);
}

export interface PayoutCreate {
  orderNo: string;
  amountMinor: bigint;
  beneficiary: Beneficiary;
  notifyUrl: string | null;
  attach: string | null;
  remark: string | null;
}

/** Takes fields without faults. */
export function payoutCreateOf(fields: GatewayFields, currency: Currency): PayoutCreate {
  return {
    orderNo: fields['orderNo'] ?? '',
    amountMinor: parseAmount(fields['amount'], currency) ?? 0n,
    beneficiary: beneficiaryOf(BeneficiaryInput.parse(beneficiaryInput(fields))),
    notifyUrl: fields['notifyUrl'] || null,
    attach: fields['attach'] || null,
    remark: fields['remark'] || null,
  };
}

/**
 * Like `payCreateText`: neither the order nor the number of its parts may ever change. It contains the whole account
 * number, so it must be kept only as a keyed hash.
 */
export function payoutCreateText(
  { orderNo, amountMinor, beneficiary, notifyUrl, attach, remark }: PayoutCreate,
  currency: Currency,
): string {
  const { type, holder, bank, branch, account } = beneficiary;
  return JSON.stringify([
    '/payout/create',
    orderNo,
    amountMinor.toString(),
    currency,
    type,
    holder,
    bank,
    branch,
    account,
    notifyUrl,
    attach,
    remark,
  ]);
}

const DEFAULT_EXPIRE_MINUTES = 30;
const MAX_TEXT_CHARACTERS = 255;

function valueFaults(field: GatewayField, value: string, context: FieldContext): FieldFault[] {
  // The signature covers what was sent, and half a surrogate pair or a NUL could not be stored as sent.
  if (/\p{Cc}/u.test(value) || !value.isWellFormed()) return [{ field, word: 'control_character' }];
  if (isBeneficiaryField(field)) return [];
  const word = checks[field](value, context);
  if (word === undefined) return [];
  if (word === 'too_long') return [{ field, word, values: { maximum: MAX_TEXT_CHARACTERS } }];
  return [word === 'currency_other' ? { field, word, values: { currency: context.currency } } : { field, word }];
}

const checks: Readonly<
  Record<Exclude<GatewayField, BeneficiaryField>, (value: string, context: FieldContext) => string | undefined>
> = {
  orderNo: (value) => (isOrderNo(value) ? undefined : 'order_no_form'),
  systemNo: (value) => (parseSystemNo(value) === undefined ? 'system_no_form' : undefined),
  amount: (value, { currency }) => (parseAmount(value, currency) === undefined ? 'amount_form' : undefined),
  // The form does not limit channels. An unknown one is a short text too, and gets `channel_unknown`.
  channel: textFault,
  notifyUrl: (value, { notifyUrlFault }) => notifyUrlFault(value),
  returnUrl: (value, { returnUrlFault }) => returnUrlFault(value),
  subject: textFault,
  attach: textFault,
  remark: textFault,
  clientIp: (value) => (!value.includes('/') && isAddressEntry(value) ? undefined : 'ip_form'),
  expireMinutes: (value) =>
    /^[1-9]\d{0,3}$/.test(value) && Number(value) <= MAX_EXPIRE_MINUTES ? undefined : 'expire_minutes_form',
  currency: (value, { currency }) => (value === currency ? undefined : 'currency_other'),
};

function textFault(value: string): 'too_long' | undefined {
  // Counts characters as people do: an emoji is one.
  const tooLong =
    value.length > MAX_TEXT_CHARACTERS &&
    (value.length > 2 * MAX_TEXT_CHARACTERS || [...value].length > MAX_TEXT_CHARACTERS);
  return tooLong ? 'too_long' : undefined;
}

const beneficiaryFields = ['type', 'holder', 'account', 'bank', 'branch'] as const satisfies readonly GatewayField[];
type BeneficiaryField = (typeof beneficiaryFields)[number];
const BeneficiaryInput = withBeneficiary({});

function isBeneficiaryField(field: GatewayField): field is BeneficiaryField {
  return (beneficiaryFields as readonly GatewayField[]).includes(field);
}

function beneficiaryInput(fields: GatewayFields): Partial<Record<BeneficiaryField, string>> {
  return Object.fromEntries(beneficiaryFields.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])));
}

/** The number that a query uses; the system's number comes first. */
export function requestedNumber({
  orderNo = '',
  systemNo = '',
}: GatewayFields): { orderNo: string } | { systemNo: bigint } {
  const number = parseSystemNo(systemNo);
  return number === undefined ? { orderNo } : { systemNo: number };
}

/** Checked together, because the account's form depends on its type. */
function beneficiaryFaults(fields: GatewayFields): FieldFault[] {
  const { error } = BeneficiaryInput.safeParse(beneficiaryInput(fields));
  const faults = (error?.issues ?? []).map((issue): FieldFault => {
    const field = issue.path.join('.');
    return issue.code === 'too_big'
      ? { field, word: 'too_long', values: { maximum: Number(issue.maximum) } }
      : { field, word: issue.message };
  });
  const type = fields['type'] === 'alipay' ? 'alipay' : 'bank';
  const signed = (['holder', 'account', 'bank', 'branch'] as const).flatMap((field) => {
    const word = signedFieldFault(field, fields[field] ?? '', type);
    return word === undefined ? [] : [{ field, word }];
  });
  return [...signed, ...faults.filter(({ field }) => !signed.some((fault) => fault.field === field))];
}
