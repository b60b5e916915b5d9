/** Notes the door's requests in the merchant's log of requests. A key, or the query of `api.php`, never gets there. */
import type { GatewayRefusal } from '#features/gateway/contract.ts';
import { secretsOf } from '#features/gateway/server/log/record.ts';
import type { Refusal } from '#features/gateway/server/log/log.ts';
import { type EpayFault, faultyFields, type ReceivedFields } from '../rules.ts';
import type { EpayDeps, EpayFile, EpayRefusal, MemberKeys } from './context.ts';
import type { EpaySettings } from './settings.ts';

/** A request in the name of a merchant that uses this door. */
export interface Noted {
  request: { file: EpayFile; fields: ReceivedFields; ip: string };
  settings: EpaySettings;
  keys: MemberKeys | undefined;
  signed: boolean;
  at: Date;
  /** When the request came, as `performance.now()`. */
  begin: number;
}

type Deps = Pick<EpayDeps, 'gateway'>;

export function noteServed({ gateway }: Deps, noted: Noted, servedPerSecond: number): void {
  gateway.noteServed({ ...known(noted), faults: [], servedPerSecond });
}

export function noteRefusal({ gateway }: Deps, noted: Noted, { fault }: EpayRefusal): void {
  const field = faultyFields[fault];
  gateway.noteRefusal({
    ...known(noted),
    error: loggedErrors[fault] ?? 'bad_request',
    faults: field === undefined ? [] : [{ field, word: fault.endsWith('_missing') ? 'required' : logWord(field) }],
  });
}

function known({ request, settings, keys, signed, at, begin }: Noted): Omit<Refusal, 'error' | 'faults'> {
  const { file, fields, ip } = request;
  const { memberNo, current, previous } = settings;
  return {
    memberNo,
    at,
    path: `/epay/${file}.php`,
    ip,
    signed,
    ownAddress: keys !== undefined && keys.requestIps.length > 0 && keys.isAddressAllowed(ip),
    read: { signType: 'MD5', fields: file === 'api' ? {} : loggedFields(fields), notText: [] },
    durationMs: performance.now() - begin,
    secrets: [current.key, ...(previous ? [previous.key] : []), ...(keys ? secretsOf(keys) : [])],
  };
}

/** The names of the merchant's log of requests. */
const loggedErrors: Readonly<Partial<Record<EpayFault, GatewayRefusal>>> = {
  sign_wrong: 'bad_signature',
  sign_type: 'sign_type_not_allowed',
  off: 'channel_closed',
  ip: 'ip_not_allowed',
  rate: 'rate_limited',
  banned: 'merchant_disabled',
  uncertified: 'not_certified',
  money_min: 'amount_out_of_range',
  money_max: 'amount_out_of_range',
  type_unknown: 'channel_unknown',
  paid: 'order_conflict',
  changed: 'order_conflict',
  expired: 'order_conflict',
  failed: 'upstream_unavailable',
  notify_url_host: 'notify_host_not_allowed',
};

/** Our fields under the names that the log knows. Whatever else was sent, a key for example, is not kept. */
function loggedFields(fields: ReceivedFields): Record<string, string> {
  const names = {
    orderNo: 'out_trade_no',
    amount: 'money',
    channel: 'type',
    notifyUrl: 'notify_url',
    returnUrl: 'return_url',
    subject: 'name',
    clientIp: 'clientip',
    attach: 'param',
  } as const;
  return Object.fromEntries(
    Object.entries(names).flatMap(([name, received]) => (fields[received] ? [[name, fields[received]]] : [])),
  );
}

function logWord(field: string): string {
  if (field === 'orderNo') return 'order_no_form';
  if (field === 'amount') return 'amount_form';
  if (field === 'clientIp') return 'ip_form';
  return 'url_form';
}
