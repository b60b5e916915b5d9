/**
 * Creates orders for `submit.php` and `mapi.php`: verifies the sender, checks the fields in the protocol's order, and
 * calls the verb that the native gateway calls too.
 */
import { isOrderNo } from '#features/gateway/rules.ts';
import { TokenBuckets } from '#features/gateway/server/buckets.ts';
import type { ChannelTerms } from '#features/channels/server/verbs.ts';
import type { PlatformSettings } from '#features/platform/settings.ts';
import { formatAmount } from '#foundation/core/money.ts';
import { checkUrlText } from '#foundation/server/outgoing/outgoing-address.ts';
import { TtlCacheByKey } from '#foundation/server/process/ttl-cache.ts';
import { sha256 } from '#foundation/server/secrets/sealing.ts';
import {
  channelOf,
  checkAddress,
  createText,
  type EpayFault,
  isClientAddress,
  isSignable,
  isTypeName,
  MAX_PARAM_CHARACTERS,
  MAX_URL_BYTES,
  memberNoOf,
  moneyMinor,
  outgoingName,
  outgoingText,
  type ReceivedFields,
  typesOf,
} from '../rules.ts';
import type {
  Creation,
  EpayDeps,
  EpayFile,
  EpayRefusal,
  MemberKeys,
  PricedOrder,
  RequestHeaders,
  Way,
} from './context.ts';
import { noteRefusal, noteServed } from './noting.ts';
import { loggedCreation } from './replies.ts';
import type { EpaySettings, EpaySettingsVerbs } from './settings.ts';
import { type EpayRow, epayOrderStore } from './store.ts';
import { verifiedBy } from './verification.ts';

export interface CreateRequest {
  file: Exclude<EpayFile, 'api'>;
  fields: ReceivedFields;
  ip: string;
  headers: RequestHeaders;
  /** The way that the payer picked, if the shop named none. */
  pickedType?: string | undefined;
}

/** Longer than a native order's default: these shops send the same number again when a payer comes back. */
const EXPIRE_MINUTES = 120;
const CACHE_MS = 1000;
const MAX_REMEMBERED = 20_000;

export interface Standing {
  state: 'active' | 'disabled';
  certification: string;
}

export type StandingOf = (memberNo: bigint) => Promise<Standing | undefined>;

/** Whether a member is active and certified, cached for a second. */
export function standingsOf({ clock, members }: EpayDeps): StandingOf {
  const cache = new TtlCacheByKey(clock, CACHE_MS, MAX_REMEMBERED, (memberNo: bigint) => members.find(memberNo));
  return (memberNo) => cache.get(memberNo);
}

/**
 * The seconds to wait, or 0; by member and file, as often as the native protocol allows. Payers who repeat a signed
 * request of `submit.php` take nothing from the shop's program.
 */
export type TakeTurn = (memberNo: bigint, file: EpayFile, settings: PlatformSettings, now: Date) => number;

export function turns(): TakeTurn {
  const rates = new TokenBuckets<string>();
  return (memberNo, file, { gatewayRatePerSecond: perSecond }, now) =>
    Math.ceil(rates.take(`${memberNo} ${file}`, now.getTime(), { perSecond, burst: perSecond }) / 1000);
}

interface CreatingDeps {
  deps: EpayDeps;
  settings: EpaySettingsVerbs;
  standings: StandingOf;
  takeTurn: TakeTurn;
}

export type CreateOrder = (request: CreateRequest) => Promise<Creation>;

export function creating(all: CreatingDeps): CreateOrder {
  const { deps, settings, takeTurn, standings } = all;
  return async (request) => {
    const { file, fields, ip } = request;
    const begin = performance.now();
    const now = deps.clock.now();
    const pid = fields['pid'] ?? '';
    if (pid === '') return refused({ fault: 'pid_missing' });
    if (!/^\d+$/.test(pid)) return refused({ fault: 'pid_unknown' });
    const memberNo = memberNoOf(pid);
    const found = memberNo === undefined ? undefined : await settings.find(memberNo);
    const keys = memberNo === undefined ? undefined : await deps.keys.find(memberNo);
    const verified = verifiedBy(fields, found, now);
    const refuse = (refusal: EpayRefusal): Creation => {
      const creation = refused(refusal);
      const noted = found && { request, settings: found, keys, verified, at: now, begin };
      if (noted) noteRefusal(deps, noted, { ...refusal, reply: loggedCreation(file, creation) });
      return creation;
    };
    if (!/^(?:md5)?$/i.test(fields['sign_type'] ?? '')) return refuse({ fault: 'sign_type' });
    if (!isSignable(fields)) return refuse({ fault: 'malformed' });
    if (!found || !verified) return refuse({ fault: 'sign_wrong' });
    if (!found.enabled) return refuse({ fault: 'off' });
    // A payer's browser sends submit.php, so the list of the shop's servers can't bind it.
    if (file === 'mapi' && keys && !keys.isAddressAllowed(ip)) return refuse({ fault: 'ip' });
    const platform = await deps.platform.settings();
    const retryAfterS = takeTurn(found.memberNo, file, platform, now);
    if (retryAfterS > 0) return refuse({ fault: 'rate', retryAfterS });
    const standing = await standings(found.memberNo);
    if (standing?.state !== 'active') return refuse({ fault: 'banned' });
    if (standing.certification !== 'approved') return refuse({ fault: 'uncertified' });
    const order = checkedOrder(request, platform.currency, (url) => notifyUrlFault(deps, found.memberNo, keys, url));
    if ('fault' in order) return refuse(order);
    if (!verified.oneReading) return refuse({ fault: 'malformed' });
    const created = await create(deps, { request, order, settings: found, keyNo: verified.keyNo });
    if (created.outcome === 'refused') return refuse(created.refusal);
    const noted = { request, settings: found, keys, verified, at: now, begin };
    noteServed(deps, noted, loggedCreation(file, created), platform.gatewayLogServedPerSecond);
    return created;
  };
}

function refused(refusal: EpayRefusal): Extract<Creation, { outcome: 'refused' }> {
  return { outcome: 'refused', refusal };
}

interface CheckedOrder extends PricedOrder {
  notifyUrl: string;
  returnUrl: string;
  /** As received, for the comparison with a repeated request. */
  sentName: string;
  sentParam: string;
  param: string;
  money: string;
  clientIp: string;
  /** Empty if the payer has not picked one yet. */
  type: string;
}

function checkedOrder(
  { file, fields, ip, pickedType }: CreateRequest,
  currency: string,
  urlFault: (url: string) => EpayFault | undefined,
): CheckedOrder | EpayRefusal {
  const valueOf = (name: string): string => fields[name] ?? '';
  const orderNo = valueOf('out_trade_no');
  if (orderNo === '') return { fault: 'order_no_missing' };
  if (!isOrderNo(orderNo)) return { fault: 'order_no_form' };
  const notifyUrl = valueOf('notify_url');
  if (notifyUrl === '') return { fault: 'notify_url_missing' };
  const wrongUrl = urlFault(notifyUrl);
  if (wrongUrl) return { fault: wrongUrl };
  const returnUrl = valueOf('return_url');
  if (returnUrl !== '' && !(isShort(returnUrl) && checkUrlText(returnUrl, () => true).ok))
    return { fault: 'malformed' };
  const sentName = valueOf('name');
  if (sentName === '') return { fault: 'name_missing' };
  const money = valueOf('money');
  if (money === '') return { fault: 'money_missing' };
  const amountMinor = moneyMinor(money, currency);
  if (amountMinor === undefined) return { fault: 'money_form' };
  const type = valueOf('type') || (pickedType ?? '');
  if (type === '' && file === 'mapi') return { fault: 'type_missing' };
  if (type !== '' && !isTypeName(type)) return { fault: 'type_unknown' };
  const clientIp = valueOf('clientip') || ip;
  if (!isClientAddress(clientIp)) return { fault: 'client_ip' };
  const sentParam = valueOf('param');
  if ([...sentParam].length > MAX_PARAM_CHARACTERS) return { fault: 'malformed' };
  const name = outgoingName(sentName) || orderNo;
  const param = outgoingText(sentParam);
  return {
    orderNo,
    notifyUrl,
    returnUrl,
    sentName,
    sentParam,
    name,
    param,
    money,
    amountMinor,
    currency,
    type,
    clientIp,
  };
}

function isShort(url: string): boolean {
  return Buffer.byteLength(url) <= MAX_URL_BYTES;
}

function notifyUrlFault(
  { outgoing, publicUrl }: EpayDeps,
  memberNo: bigint,
  keys: MemberKeys | undefined,
  url: string,
): EpayFault | undefined {
  if (!isShort(url) || !outgoing.checkUrl(url).ok) return 'notify_url_form';
  return url === checkAddress(publicUrl, memberNo) || (keys?.isNotifyHostAllowed(url) ?? true)
    ? undefined
    : 'notify_url_host';
}

interface Checked {
  request: CreateRequest;
  order: CheckedOrder;
  settings: EpaySettings;
  keyNo: number;
}

async function create(deps: EpayDeps, { request, order, settings, keyNo }: Checked): Promise<Creation> {
  const { memberNo, typeMap } = settings;
  const { orderNo, amountMinor, currency, type, name, param, money, notifyUrl, returnUrl, clientIp } = order;
  const channels = await deps.channels.allTerms(memberNo);
  if (type === '') return { outcome: 'choose', order, ways: waysFor(amountMinor, settings, channels) };
  const channel = channelOf(type, typeMap, channels);
  if (!channel) return refused({ fault: 'type_unknown' });
  const row: EpayRow = { type, money, name, param, keyNo };
  const created = await deps.orders.create({
    memberNo,
    kind: 'payin',
    orderNo,
    amountMinor,
    channelCode: channel.code,
    subject: name,
    notifyUrl,
    returnUrl: returnUrl === '' ? null : returnUrl,
    clientIp,
    attach: param === '' ? null : param,
    expireMinutes: EXPIRE_MINUTES,
    signType: 'EPAY',
    requestHash: sha256(
      createText({ orderNo, amountMinor, name: order.sentName, notifyUrl, returnUrl, param: order.sentParam }),
    ),
    companion: { row, store: epayOrderStore },
  });
  if (created.outcome === 'refused') {
    if (created.error === 'order_conflict') return refused({ fault: 'changed', values: { orderNo } });
    if (created.error === 'channel_unknown' || created.error === 'channel_closed')
      return refused({ fault: 'type_unknown' });
    if (created.error !== 'amount_out_of_range') return refused({ fault: 'failed' });
    const isSmall = amountMinor < channel.minAmountMinor;
    const bound = isSmall ? channel.minAmountMinor : channel.maxAmountMinor;
    return refused({
      fault: isSmall ? 'money_min' : 'money_max',
      values: { amount: formatAmount(bound, currency) },
    });
  }
  const { status, payUrl, qrContent } = created.order;
  if (status === 'success' || status === 'reversed') return refused({ fault: 'paid', values: { orderNo } });
  if (status === 'expired') return refused({ fault: 'expired', values: { orderNo } });
  if (payUrl === null) return refused({ fault: 'failed' });
  const isQr = qrContent !== null && request.fields['device'] !== 'jump';
  return { outcome: 'created', order: created.order, payUrl, isQr };
}

function waysFor(amountMinor: bigint, { typeMap }: EpaySettings, channels: readonly ChannelTerms[]): Way[] {
  return typesOf(typeMap).flatMap((type) => {
    const channel = channelOf(type, typeMap, channels);
    return channel && amountMinor >= channel.minAmountMinor && amountMinor <= channel.maxAmountMinor
      ? [{ type, channel }]
      : [];
  });
}
