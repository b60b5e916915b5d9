/**
 * Handler of recharges: an order of the member's own, paid at the same cashier as all others. There is no callback; the
 * payer returns to the console. A repeated request returns the same recharge: its number is derived from the request's
 * id, so that the orders' key deduplicates it. A request without an id gets one from the session, the content and the
 * second.
 */
import { formatAmount, money, parseAmount } from '#foundation/core/money.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { type ServedContract, type CallContext, handlers } from '#foundation/server/http/handlers.ts';
import { sha256 } from '#foundation/server/secrets/sealing.ts';
import { actorOf, type AuditVerbs } from '#features/audit/server/verbs.ts';
import type { ChannelVerbs } from '#features/channels/server/verbs.ts';
import type { OrderView } from '#features/orders/order.ts';
import type { OrderVerbs } from '#features/orders/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import { rechargeCalls } from '../contract.ts';
import { EXPIRE_MINUTES, REPEAT_SECONDS, rechargeNo } from '../rules.ts';
import { rechargeSubject } from '../words.ts';

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

export function rechargeHandlers(deps: RechargeCallDeps): ServedContract {
  return handlers(rechargeCalls, {
    async '/user/recharge'(context, input) {
      const { platform, orders } = deps;
      const { wrongField } = context;
      const { memberNo } = context.session;
      const { currency, minRechargeMinor } = await platform.settings();
      const amountMinor = parseAmount(input.amount, currency) ?? wrongField('amount', 'recharge_amount_form');
      const requested = { amountMinor, channelCode: input.channel };
      const request =
        input.requestId === undefined
          ? await unnamedRequest(deps, context, requested)
          : requestOf([input.requestId], requested);
      if (amountMinor < minRechargeMinor && !(await orders.find(memberNo, request, 'recharge')))
        wrongField('amount', 'recharge_minimum', { minimum: money(minRechargeMinor, currency) });
      const { systemNo, payUrl } = await createOnce(deps, context, { ...requested, ...request });
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
  { session, now }: CallContext<RechargeCall>,
  requested: Asked,
): Promise<Request> {
  const requestAt = (secondsAgo: number): Request => {
    const second = Math.floor(now.getTime() / 1000) - secondsAgo;
    return requestOf(
      [session.sessionId, requested.amountMinor.toString(), requested.channelCode, second.toString()],
      requested,
    );
  };
  for (let secondsAgo = 1; secondsAgo < REPEAT_SECONDS; secondsAgo += 1) {
    const request = requestAt(secondsAgo);
    const before = await orders.find(session.memberNo, request, 'recharge');
    if (before?.status === 'unpaid' && hasPage(before)) return request;
  }
  return requestAt(0);
}

async function createOnce(
  deps: RechargeCallDeps,
  context: CallContext<RechargeCall>,
  requested: Asked & Request,
): Promise<Paying> {
  const { session, language, client } = context;
  const made = await deps.orders.create({
    ...requested,
    memberNo: session.memberNo,
    kind: 'recharge',
    subject: formatPhrase(rechargeSubject.subject, language),
    notifyUrl: null,
    returnUrl: `${deps.publicUrl}/#/user/recharge?order=${requested.orderNo}`,
    clientIp: client.ip,
    attach: null,
    expireMinutes: EXPIRE_MINUTES,
    signType: 'none',
  });
  if (made.outcome === 'refused') return refuseAs(deps, context, made.error, requested);
  if (!hasPage(made.order)) return context.refuse('upstream_unavailable');
  const { order } = made;
  if (made.outcome === 'created') await record(deps, context, order);
  return order;
}

function hasPage(order: OrderView): order is Paying {
  return order.payUrl !== null;
}

async function refuseAs(
  deps: RechargeCallDeps,
  context: CallContext<RechargeCall>,
  error: Exclude<Awaited<ReturnType<OrderVerbs['create']>>, { order: OrderView }>['error'],
  { channelCode }: { channelCode: string },
): Promise<never> {
  if (error !== 'amount_out_of_range') return context.refuse(error);
  const terms = await deps.channels.terms(context.session.memberNo, channelCode);
  const { currency } = await deps.platform.settings();
  return context.refuse(error, {
    from: money(terms?.minAmountMinor ?? 0n, currency),
    to: money(terms?.maxAmountMinor ?? 0n, currency),
  });
}

/** An order books nothing before it is paid, so its audit row can be written afterwards. */
async function record(
  { db, audit }: RechargeCallDeps,
  context: CallContext<RechargeCall>,
  { systemNo, amountMinor, currency, channelCode }: OrderView,
): Promise<void> {
  const object = `${systemNo} ${formatAmount(amountMinor, currency)} ${channelCode}`;
  await db.transaction((tx) => audit.record(tx, { ...actorOf(context), action: 'recharge_created', object }));
}
