/** Notes the door's requests in the merchant's log of requests. A key, or the query of `api.php`, never gets there. */
import type { GatewayRefusal } from '#features/gateway/contract.ts';
import { secretsOf } from '#features/gateway/server/log/record.ts';
import type { Refusal } from '#features/gateway/server/log/log.ts';
import type { EpayDiagnosis } from '../diagnosis-words.ts';
import { type EpayFault, faultyFields, loggedFields, type ReceivedFields } from '../rules.ts';
import type { EpayDeps, EpayFile, EpayRefusal, MemberKeys, RequestHeaders } from './context.ts';
import type { LoggedReply } from './replies.ts';
import type { EpaySettings } from './settings.ts';

/** A request in the name of a merchant that uses this door. */
export interface Noted {
  request: { file: EpayFile; fields: ReceivedFields; ip: string; headers: RequestHeaders };
  settings: EpaySettings;
  keys: MemberKeys | undefined;
  /** Undefined if no key fits. `tried`: which of the signed texts. */
  verified: { keyNo: number; tried?: number } | undefined;
  at: Date;
  /** When the request came, as `performance.now()`. */
  begin: number;
}

type Deps = Pick<EpayDeps, 'gateway'>;

export function noteServed({ gateway }: Deps, noted: Noted, reply: LoggedReply, servedPerSecond: number): void {
  gateway.noteServed({ ...known(noted, {}), ...reply, faults: [], servedPerSecond });
}

/** `diagnosis`: what the log says about it, where the fault's own name says less. */
export function noteRefusal(
  { gateway }: Deps,
  noted: Noted,
  { fault, diagnosis = fault, reply }: EpayRefusal & { diagnosis?: EpayFault | EpayDiagnosis; reply: LoggedReply },
): void {
  const field = faultyFields[fault];
  gateway.noteRefusal({
    ...known(noted, { fault: diagnosis }),
    ...reply,
    error: apiErrors[diagnosis] ?? loggedErrors[fault] ?? 'bad_request',
    faults: field === undefined ? [] : [{ field, word: fault.endsWith('_missing') ? 'required' : logWord(field) }],
  });
}

function known(
  { request, settings, keys, verified, at, begin }: Noted,
  facts: Readonly<Record<string, string>>,
): Omit<Refusal, 'error' | 'faults' | keyof LoggedReply> {
  const { file, fields, ip, headers } = request;
  const { memberNo, current, previous } = settings;
  const { sign = '', ...others } = fields;
  return {
    memberNo,
    at,
    path: `/epay/${file}.php`,
    ip,
    signed: verified !== undefined,
    ownAddress: keys !== undefined && keys.requestIps.length > 0 && keys.isAddressAllowed(ip),
    repeatable: file !== 'api',
    key: verified ? (verified.keyNo === current.keyNo ? 'new' : 'old') : null,
    read: { signType: 'MD5', fields: file === 'api' ? onlyKnown(fields) : others, notText: [] },
    durationMs: performance.now() - begin,
    secrets: [current.key, ...(previous ? [previous.key] : []), ...(keys ? secretsOf(keys) : [])],
    foreign: {
      orderNo: fields['out_trade_no'] ?? '',
      fieldNames: loggedFields,
      headers,
      signature: file === 'api' ? '' : sign,
      facts: verified?.tried === undefined ? facts : { ...facts, tried: verified.tried },
      // A request of `api.php` is its key.
      body: file === 'api' ? undefined : Buffer.from(new URLSearchParams(fields).toString()),
    },
  };
}

function onlyKnown(fields: ReceivedFields): Record<string, string> {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => loggedFields.includes(name)));
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

const apiErrors: Readonly<Partial<Record<EpayFault | EpayDiagnosis, GatewayRefusal>>> = {
  order_unknown: 'not_found',
};

function logWord(field: string): string {
  if (field === 'out_trade_no') return 'order_no_form';
  if (field === 'money') return 'amount_form';
  if (field === 'clientip') return 'ip_form';
  return 'url_form';
}
