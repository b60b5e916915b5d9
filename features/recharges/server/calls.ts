/**
 * Handler of recharges: an order of the member's own, paid at the same cashier as all others. There is no callback; the
 * payer returns to the console. A repeated request returns the same recharge: its number is derived from the request's
 * id, so that the orders' key deduplicates it. A request without an id gets one from the session, the content and the
 * second.
 */
import { formatAmount, money, parseAmount } from '#foundation/core/money.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { type AnsweredContract, type Ask, handlers } from '#foundation/server/http/handlers.ts';
import { sha256 } from '#foundation/server/secrets/sealing.ts';
import { actorOf, type AuditVerbs } from '#features/audit/server/verbs.ts';
import type { ChannelVerbs } from '#features/channels/server/verbs.ts';
import type { OrderView } from '#features/orders/order.ts';
import type { OrderVerbs } from '#features/orders/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import { rechargeCalls } from '../contract.ts';
import { EXPIRE_MINUTES, REPEAT_SECONDS, rechargeNo } from '../rules.ts';
import { rechargeTitles } from '../screen-titles.ts';

export interface RechargeCallDeps {
  db: Database;
  platform: Pick<PlatformVerbs, 'settings'>;
  channels: Pick<ChannelVerbs, 'terms'>;
  orders: Pick<OrderVerbs, 'create' | 'find'>;
  audit: AuditVerbs;
  /** The console's address. */
  publicUrl: string;
}

type RechargeCall = (typeof rechargeCalls.calls)['/user/recharge'];
type Paying = OrderView & { payUrl: string };

export function rechargeHandlers(deps: RechargeCallDeps): AnsweredContract {
  return handlers(rechargeCalls, {
    async '/user/recharge'(ask, input) {
      const { platform, orders } = deps;
      const { wrongField } = ask;
      const { memberNo } = ask.session;
      const { currency, minRechargeMinor } = await platform.settings();
      const amountMinor = parseAmount(input.amount, currency) ?? wrongField('amount', 'recharge_amount_form');
      const asked = { amountMinor, channelCode: input.channel };
      const request =
        input.requestId === undefined ? await unnamedRequest(deps, ask, asked) : requestOf([input.requestId], asked);
      if (amountMinor < minRechargeMinor && !(await orders.find(memberNo, request, 'recharge')))
        wrongField('amount', 'recharge_minimum', { minimum: money(minRechargeMinor, currency) });
      const { systemNo, payUrl } = await makeOnce(deps, ask, { ...asked, ...request });
      return { systemNo: systemNo.toString(), payUrl };
    },
  });
}

interface Asked {
  amountMinor: bigint;
  channelCode: string;
}

/** What the orders' key and conflict check need to know a repeated request. */
interface Request {
  orderNo: string;
  requestHash: Buffer;
}

/**
 * The number is derived from the request's name. The hash covers the name too, so that another request which gets the
 * same number by chance is a conflict and never answered with this one's recharge.
 */
function requestOf(name: readonly string[], { amountMinor, channelCode }: Asked): Request {
  const key = ['/user/recharge', ...name];
  return {
    orderNo: rechargeNo(sha256(JSON.stringify(key))),
    requestHash: sha256(JSON.stringify([key, amountMinor.toString(), channelCode])),
  };
}

/**
 * Names a request without an id by its session, its content and its second. A name of several parts is never equal to
 * an id. If the same request made a recharge in the last seconds that is still unpaid, this one is its repetition.
 */
async function unnamedRequest(
  { orders }: RechargeCallDeps,
  { session, now }: Ask<RechargeCall>,
  asked: Asked,
): Promise<Request> {
  const requestAt = (secondsAgo: number): Request => {
    const second = Math.floor(now.getTime() / 1000) - secondsAgo;
    return requestOf([session.sessionId, asked.amountMinor.toString(), asked.channelCode, second.toString()], asked);
  };
  for (let secondsAgo = 1; secondsAgo < REPEAT_SECONDS; secondsAgo += 1) {
    const request = requestAt(secondsAgo);
    const before = await orders.find(session.memberNo, request, 'recharge');
    if (before?.status === 'unpaid' && hasPage(before)) return request;
  }
  return requestAt(0);
}

async function makeOnce(deps: RechargeCallDeps, ask: Ask<RechargeCall>, asked: Asked & Request): Promise<Paying> {
  const { session, language, client } = ask;
  const made = await deps.orders.create({
    ...asked,
    memberNo: session.memberNo,
    kind: 'recharge',
    subject: formatPhrase(rechargeTitles.recharge, language),
    notifyUrl: null,
    returnUrl: `${deps.publicUrl}/#/user/recharge?order=${asked.orderNo}`,
    clientIp: client.ip,
    attach: null,
    expireMinutes: EXPIRE_MINUTES,
    signType: 'none',
  });
  if (made.outcome === 'refused') return refuseAs(deps, ask, made.error, asked);
  if (!hasPage(made.order)) return ask.refuse('upstream_unavailable');
  const { order } = made;
  if (made.outcome === 'created') await record(deps, ask, order);
  return order;
}

function hasPage(order: OrderView): order is Paying {
  return order.payUrl !== null;
}

async function refuseAs(
  deps: RechargeCallDeps,
  ask: Ask<RechargeCall>,
  error: Exclude<Awaited<ReturnType<OrderVerbs['create']>>, { order: OrderView }>['error'],
  { channelCode }: { channelCode: string },
): Promise<never> {
  if (error !== 'amount_out_of_range') return ask.refuse(error);
  const terms = await deps.channels.terms(ask.session.memberNo, channelCode);
  const { currency } = await deps.platform.settings();
  return ask.refuse(error, {
    from: money(terms?.minAmountMinor ?? 0n, currency),
    to: money(terms?.maxAmountMinor ?? 0n, currency),
  });
}

/** An order books nothing before it is paid, so its audit row can be written afterwards. */
async function record(
  { db, audit }: RechargeCallDeps,
  ask: Ask<RechargeCall>,
  { systemNo, amountMinor, currency, channelCode }: OrderView,
): Promise<void> {
  const object = `${systemNo} ${formatAmount(amountMinor, currency)} ${channelCode}`;
  await db.transaction((tx) => audit.record(tx, { ...actorOf(ask), action: 'recharge_created', object }));
}
