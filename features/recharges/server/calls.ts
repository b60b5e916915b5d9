/**
 * Handler of recharges: an order of the member's own, paid at the same cashier as all others. There is no callback; the
 * payer returns to the console. A second click is the same recharge: its number is derived from the second, the session
 * and the request, so that the orders' key deduplicates it, and an unpaid one of the previous seconds is returned
 * again.
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
      const { platform } = deps;
      const { wrongField } = ask;
      const { currency, minRechargeMinor } = await platform.settings();
      const amountMinor = parseAmount(input.amount, currency) ?? wrongField('amount', 'recharge_amount_form');
      if (amountMinor < minRechargeMinor)
        wrongField('amount', 'recharge_minimum', { minimum: money(minRechargeMinor, currency) });
      const { systemNo, payUrl } = await makeOnce(deps, ask, { amountMinor, channelCode: input.channel });
      return { systemNo: systemNo.toString(), payUrl };
    },
  });
}

async function makeOnce(
  deps: RechargeCallDeps,
  ask: Ask<RechargeCall>,
  asked: { amountMinor: bigint; channelCode: string },
): Promise<Paying> {
  const { session, language, client, now } = ask;
  const { memberNo } = session;
  const requestHash = sha256(
    JSON.stringify(['/user/recharge', session.sessionId, asked.amountMinor.toString(), asked.channelCode]),
  );
  const numberAt = (secondsAgo: number): string =>
    rechargeNo(new Date(now.getTime() - secondsAgo * 1000), requestHash.toString('hex').slice(0, 8));
  for (let secondsAgo = 1; secondsAgo < REPEAT_SECONDS; secondsAgo += 1) {
    const before = await deps.orders.find(memberNo, { orderNo: numberAt(secondsAgo) }, 'recharge');
    if (before?.status === 'unpaid' && hasPage(before)) return before;
  }
  const orderNo = numberAt(0);
  const made = await deps.orders.create({
    ...asked,
    memberNo,
    kind: 'recharge',
    orderNo,
    subject: formatPhrase(rechargeTitles.recharge, language),
    notifyUrl: null,
    returnUrl: `${deps.publicUrl}/#/user/recharge?order=${orderNo}`,
    clientIp: client.ip,
    attach: null,
    expireMinutes: EXPIRE_MINUTES,
    signType: 'none',
    requestHash,
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
  if (error === 'order_conflict') throw new Error('two recharges drew the same number');
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
