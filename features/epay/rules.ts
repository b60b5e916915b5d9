/**
 * What the ePay door takes: the fields' forms, the channels of its types, and that a signed text has one reading only.
 * Pure. The protocol joins decoded values with `&` and escapes nothing, so the door must refuse what could be read twice.
 */
import { isAddressEntry } from '#features/merchant-keys/rules.ts';
import { type Currency, parseAmount } from '#foundation/core/money.ts';
import type { ChannelMode } from '#features/channels/contract.ts';

/** Fields as received, decoded: names to values. */
export type ReceivedFields = Readonly<Record<string, string>>;

/** The names of what an answer of the door says; `epayTexts` has their texts. */
export type EpayFault =
  | 'pid_missing'
  | 'pid_unknown'
  | 'sign_wrong'
  | 'sign_type'
  | 'twice'
  | 'malformed'
  | 'off'
  | 'ip'
  | 'rate'
  | 'banned'
  | 'uncertified'
  | 'order_no_missing'
  | 'order_no_form'
  | 'notify_url_missing'
  | 'notify_url_form'
  | 'notify_url_host'
  | 'name_missing'
  | 'money_missing'
  | 'money_form'
  | 'money_min'
  | 'money_max'
  | 'type_missing'
  | 'type_unknown'
  | 'client_ip'
  | 'paid'
  | 'changed'
  | 'expired'
  | 'failed';

/** The field that a fault is about, for the merchant's log of requests. */
export const faultyFields: Readonly<Partial<Record<EpayFault, string>>> = {
  order_no_missing: 'out_trade_no',
  order_no_form: 'out_trade_no',
  notify_url_missing: 'notify_url',
  notify_url_form: 'notify_url',
  notify_url_host: 'notify_url',
  name_missing: 'name',
  money_missing: 'money',
  money_form: 'money',
  type_missing: 'type',
  client_ip: 'clientip',
};

export const MAX_URL_BYTES = 500;
const MAX_NAME_BYTES = 127;
export const MAX_PARAM_CHARACTERS = 255;
/** Of a query or a form, and of both together. */
export const MAX_FIELDS = 60;

const knownFields = [
  'pid',
  'type',
  'out_trade_no',
  'notify_url',
  'return_url',
  'name',
  'money',
  'clientip',
  'device',
  'param',
  'sitename',
  'cid',
  'sign',
  'sign_type',
  'trade_no',
  'trade_status',
] as const;
/** What `api.php` takes besides; the key is a secret. */
const apiFields = ['act', 'limit', 'page', 'offset', 'status'] as const;
/** The fields that a merchant's log of requests shows. */
export const loggedFields: readonly string[] = [...knownFields.filter((name) => name !== 'sign'), ...apiFields];
/** No value of these may look as if another field began in it. */
const plainFields = ['name', 'param', 'sitename', 'type', 'device', 'clientip'] as const;
const innerField = new RegExp(`&(?:${knownFields.join('|')})=`);
const fieldName = /^[A-Za-z0-9_.[\]-]{1,64}$/;

/**
 * Whether names and values have a form that the protocol can sign. A value is also judged by what is left of it when it
 * goes out: `&mo\ney=` becomes `&money=` there.
 */
export function isSignable(fields: ReceivedFields): boolean {
  const names = Object.keys(fields);
  return (
    names.length <= MAX_FIELDS &&
    names.every((name) => fieldName.test(name)) &&
    plainFields.every((name) => {
      const value = fields[name] ?? '';
      return !innerField.test(value) && !innerField.test(outgoingText(value));
    })
  );
}

/**
 * Whether the fields are what their signed text says. No other accepted fields have the same text, except that parts of an
 * address's query can be fields of their own: plugins send unknown fields after an address, and addresses with `&type=` in
 * them. A payer who moves such a part changes only the way back or the way to pay, or loses the notification. `named` are
 * the fields that the text was made of.
 */
export function hasOneReading(text: string, named: ReceivedFields): boolean {
  const read = readingOf(text);
  const joined = withWholeQueries(named);
  const names = Object.keys(joined);
  return names.length === Object.keys(read).length && names.every((name) => read[name] === joined[name]);
}

/**
 * Reads a signed text, always in the same way. A part begins a new field if its name comes after that of the field before
 * it. Otherwise it continues the value. The query of an address takes all parts up to the next field that every request has.
 */
function readingOf(text: string): Record<string, string> {
  const fields: Record<string, string> = Object.create(null);
  let current: string | undefined;
  for (const part of text === '' ? [] : text.split('&')) {
    const at = part.indexOf('=');
    const name = part.slice(0, Math.max(at, 0));
    const begins =
      at > 0 &&
      fieldName.test(name) &&
      (current === undefined || (name > current && !isInQuery(name, current, fields[current] ?? '')));
    if (begins) {
      fields[name] = part.slice(at + 1);
      current = name;
    } else if (current === undefined) return Object.create(null) as Record<string, string>;
    else fields[current] = `${fields[current] ?? ''}&${part}`;
  }
  return fields;
}

/** The fields, those that a reading finds in the query of an address put there. */
function withWholeQueries(named: ReceivedFields): Record<string, string> {
  const fields: Record<string, string> = Object.create(null);
  let current: string | undefined;
  for (const [name, value] of Object.entries(named).toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    if (current !== undefined && isInQuery(name, current, fields[current] ?? ''))
      fields[current] = `${fields[current] ?? ''}&${name}=${value}`;
    else {
      fields[name] = value;
      current = name;
    }
  }
  return fields;
}

/** Whether a part that is named so continues the value of the field before it, because that is an address with a query. */
function isInQuery(name: string, current: string, value: string): boolean {
  if (!value.includes('?')) return false;
  return (current === 'notify_url' && name !== 'out_trade_no') || current === 'return_url';
}

/** A member's number; every digit text can be one, but no other has an account. */
export function memberNoOf(pid: string): bigint | undefined {
  return /^[1-9]\d{7}$/.test(pid) ? BigInt(pid) : undefined;
}

/** The amount in minor units. Undefined for another form, for zero, and for more decimals than the currency has. */
export function moneyMinor(money: string, currency: Currency): bigint | undefined {
  const [, whole = '', decimals = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(money) ?? [];
  if (whole === '') return undefined;
  const fraction = decimals.replace(/0+$/, '');
  return parseAmount(`${BigInt(whole)}${fraction === '' ? '' : `.${fraction}`}`, currency);
}

/** The name as it goes out again: at most 127 bytes, cut between characters, without control characters or backslashes. */
export function outgoingName(name: string): string {
  return cutToBytes(outgoingText(name), MAX_NAME_BYTES);
}

export function outgoingText(text: string): string {
  return text.replaceAll(/[\\\p{Cc}]/gu, '');
}

function cutToBytes(text: string, max: number): string {
  let bytes = 0;
  let cut = '';
  for (const { segment } of characters.segment(text)) {
    bytes += encoder.encode(segment).length;
    if (bytes > max) break;
    cut += segment;
  }
  return cut;
}

const encoder = new TextEncoder();
const characters = new Intl.Segmenter('zh', { granularity: 'grapheme' });

export function isClientAddress(text: string): boolean {
  return !text.includes('/') && isAddressEntry(text);
}

/** A way to pay, as shops name it: `alipay`, `wxpay`, `bank` … */
export function isTypeName(text: string): boolean {
  return /^[A-Za-z0-9_.-]{1,32}$/.test(text);
}

/** Types that get a channel by its mode unless the member chooses one; the first open channel of the first mode. */
export const defaultModes: Readonly<Record<string, readonly ChannelMode[]>> = {
  alipay: ['qr', 'h5', 'wallet'],
  wxpay: ['qr', 'h5', 'wallet'],
  bank: ['bank'],
};

/** Types that the console offers to map. A member can map any other name as well. */
export const offeredTypes = ['alipay', 'wxpay', 'qqpay', 'bank', 'jdpay', 'tenpay', 'paypal', 'usdt'] as const;

/** Type → the channel's code. An empty code closes the type. */
export type TypeMap = Readonly<Record<string, string>>;

interface MappedChannel {
  readonly code: string;
  readonly mode: ChannelMode;
  readonly state: 'open' | 'closed';
}

/** The channel of a type; undefined for an unknown or closed one. */
export function channelOf<Channel extends MappedChannel>(
  type: string,
  typeMap: TypeMap,
  channels: readonly Channel[],
): Channel | undefined {
  const open = channels.filter(({ state }) => state === 'open');
  if (Object.hasOwn(typeMap, type)) return open.find(({ code }) => code === typeMap[type]);
  const modes = Object.hasOwn(defaultModes, type) ? (defaultModes[type] ?? []) : [];
  for (const wanted of modes) {
    const found = open.find(({ mode }) => mode === wanted);
    if (found) return found;
  }
  return undefined;
}

/** The types that are mapped or have a default, those of the protocol first. */
export function typesOf(typeMap: TypeMap): string[] {
  return [...new Set([...Object.keys(defaultModes), ...Object.keys(typeMap)])].filter((type) => typeMap[type] !== '');
}

/**
 * One text for all requests that mean the same. The type is no part of it: a payer who picks another way gets the same
 * order. Its hash is kept as long as orders live, so neither the order nor the number of its parts can ever change.
 */
export function createText({
  orderNo,
  amountMinor,
  name,
  notifyUrl,
  returnUrl,
  param,
}: {
  orderNo: string;
  amountMinor: bigint;
  name: string;
  notifyUrl: string;
  returnUrl: string;
  param: string;
}): string {
  return JSON.stringify(['epay', orderNo, amountMinor.toString(), name, notifyUrl, returnUrl, param]);
}

/** Where the console's check of a member gets its notification. */
export function checkAddress(publicUrl: string, memberNo: bigint): string {
  return `${publicUrl}/epay/check/${memberNo}`;
}

/** Plugins by what they take as their address. */
export const pluginFamilies = ['kit', 'panel', 'card_shop', 'host', 'submit', 'mapi'] as const;
export type PluginFamily = (typeof pluginFamilies)[number];

/** The exact text to paste. `atRoot`: whether the files are at the root too. */
export function pastedAddress(family: PluginFamily, publicUrl: string, atRoot: boolean): string {
  // A card shop such as dujiaoka takes the address of its form as it is.
  if (family === 'submit' || family === 'card_shop') return `${publicUrl}/epay/submit.php`;
  if (family === 'mapi') return `${publicUrl}/epay/mapi.php`;
  if (family === 'panel') return `${publicUrl}/epay`;
  return family === 'host' && atRoot ? `${publicUrl}/` : `${publicUrl}/epay/`;
}
