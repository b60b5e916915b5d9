/**
 * Handlers of the gateway's calls: they translate and call the same verbs as the console. Contains no rule and no SQL.
 */
import type { Balances } from '#features/ledger/rules.ts';
import type { CreateOutcome, NewOrder, OrderView } from '#features/orders/order.ts';
import { formatAmount } from '#foundation/core/money.ts';
import type { Outgoing } from '#foundation/server/outgoing/outgoing.ts';
import { checkUrlText } from '#foundation/server/outgoing/outgoing-address.ts';
import { sha256 } from '#foundation/server/secrets/sealing.ts';
import type { GatewayPath } from '../contract.ts';
import { requestedNumber, type FieldContext, fieldFaults, payCreateOf, payCreateText } from '../rules.ts';
import type { GatewayContext, GatewayHandler } from './context.ts';
import { type PayoutDeps, payoutHandlers } from './payouts.ts';

export interface CallDeps extends PayoutDeps {
  orders: {
    create(order: NewOrder): Promise<CreateOutcome>;
    find(
      memberNo: bigint,
      number: { orderNo: string } | { systemNo: bigint },
      kind: 'payin' | 'recharge',
    ): Promise<OrderView | undefined>;
  };
  ledger: { balances(memberNo: bigint, currency: string, now: Date): Promise<Balances> };
  outgoing: Pick<Outgoing, 'checkUrl'>;
}

export function gatewayHandlers(deps: CallDeps): Readonly<Record<GatewayPath, GatewayHandler>> {
  const { orders, ledger, outgoing } = deps;
  const payouts = payoutHandlers(deps);
  /**
   * A repeated request for an order that exists gets the same answer as before, also when its host is no longer
   * allowed: a refusal would say that there is no such order.
   */
  const notifying =
    (isKnown: (context: GatewayContext) => Promise<boolean>, handler: GatewayHandler): GatewayHandler =>
    async (context) => {
      const { notifyUrl } = context.fields;
      const isAllowed = !notifyUrl || context.isNotifyHostAllowed(notifyUrl);
      return isAllowed || (await isKnown(context)) ? handler(context) : { ok: false, error: 'notify_host_not_allowed' };
    };
  const isOrder = async ({ memberNo, fields: { orderNo = '' } }: GatewayContext): Promise<boolean> =>
    (await orders.find(memberNo, { orderNo }, 'payin')) !== undefined;
  const isPayout = async ({ memberNo, fields: { orderNo = '' } }: GatewayContext): Promise<boolean> =>
    (await deps.disbursements.find(memberNo, { orderNo }, 'payout')) !== undefined;
  const checked =
    (path: GatewayPath, handler: GatewayHandler): GatewayHandler =>
    async (context) => {
      const fieldContext: FieldContext = {
        currency: context.settings.currency,
        notifyUrlFault: (url) => notifyUrlFault(outgoing, url),
        returnUrlFault,
      };
      const faults = fieldFaults(path, context.fields, context.notText, fieldContext);
      return faults.length > 0 ? { ok: false, error: 'bad_request', faults } : handler(context);
    };

  return {
    '/pay/create': checked(
      '/pay/create',
      notifying(isOrder, async ({ memberNo, signType, fields, settings: { currency } }) => {
        const order = payCreateOf(fields, currency);
        const created = await orders.create({
          ...order,
          memberNo,
          kind: 'payin',
          signType,
          requestHash: sha256(payCreateText(order, currency)),
        });
        if (created.outcome === 'refused') return { ok: false, error: created.error };
        const { orderNo, systemNo, amountMinor, payUrl, qrContent, expiresAt } = created.order;
        // It expired before there was a page to pay on, and there never will be one.
        if (payUrl === null) return { ok: false, error: 'upstream_unavailable' };
        return {
          ok: true,
          data: {
            orderNo,
            systemNo: systemNo.toString(),
            amount: formatAmount(amountMinor, currency),
            payUrl,
            qrContent,
            expiresAt: expiresAt.toISOString(),
            // A repeated request gets the first answer again; use a query for the order's current state.
            status: 'unpaid',
          },
        };
      }),
    ),

    '/pay/query': checked('/pay/query', async ({ memberNo, fields }) => {
      const { orderNo } = fields;
      const order = await orders.find(memberNo, requestedNumber(fields), 'payin');
      if (!order || (orderNo && order.orderNo !== orderNo)) return { ok: false, error: 'not_found' };
      return {
        ok: true,
        data: { ...amountsOf(order), channel: order.channelCode, createdAt: order.createdAt.toISOString() },
      };
    }),

    '/payout/create': checked('/payout/create', notifying(isPayout, payouts['/payout/create'])),
    '/payout/query': checked('/payout/query', payouts['/payout/query']),

    '/balance': checked('/balance', async ({ memberNo, settings: { currency }, now }) => {
      const { balanceMinor, frozenMinor, availableMinor } = await ledger.balances(memberNo, currency, now);
      return {
        ok: true,
        data: {
          balance: formatAmount(balanceMinor, currency),
          frozen: formatAmount(frozenMinor, currency),
          available: formatAmount(availableMinor, currency),
          currency,
        },
      };
    }),
  };
}

/** Amounts of an order, the same in queries, callbacks and returns. */
export function amountsOf(
  order: OrderView,
): Record<'orderNo' | 'systemNo' | 'amount' | 'fee' | 'obtained' | 'status', string> &
  Record<'paidAt' | 'attach', string | null> {
  const { orderNo, systemNo, amountMinor, feeMinor, currency, status, paidAt, attach } = order;
  return {
    orderNo,
    systemNo: systemNo.toString(),
    amount: formatAmount(amountMinor, currency),
    fee: formatAmount(feeMinor, currency),
    obtained: formatAmount(amountMinor - feeMinor, currency),
    status,
    paidAt: paidAt?.toISOString() ?? null,
    attach,
  };
}

function notifyUrlFault(outgoing: Pick<Outgoing, 'checkUrl'>, url: string): 'url_form' | 'url_not_public' | undefined {
  const check = outgoing.checkUrl(url);
  if (check.ok) return undefined;
  return check.reason === 'address_refused' ? 'url_not_public' : 'url_form';
}

/** The payer's browser opens it, not this server, so any host is allowed. */
function returnUrlFault(url: string): 'url_form' | undefined {
  return checkUrlText(url, () => true).ok ? undefined : 'url_form';
}
