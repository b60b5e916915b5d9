/**
 * What a shop gets back: the notification's exact fields, and the payer's way back with the same fields. Both are signed
 * with the key that signed the order's request while it is accepted, otherwise with the newest.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { SigningError } from '@countinghouse/sdk';
import type { CallbackContent } from '#features/callbacks/server/attempt.ts';
import { epaySigned, withEpayFields } from '#features/callbacks/server/epay-protocol.ts';
import type { EpaySigner } from '#features/callbacks/server/formats.ts';
import type { OrderView } from '#features/orders/order.ts';
import type { EpayDeps } from './context.ts';
import type { Receipt } from './pages.ts';
import { type EpaySettingsVerbs, keyNumbered } from './settings.ts';
import { type EpayOrder, selectEpayOrders, selectReversedOrders } from './store.ts';

export interface NotifyingVerbs extends EpaySigner {
  /** Replaces the contents of this protocol's callbacks with its own fields; the others stay. */
  withProtocol(
    memberNo: bigint,
    contents: ReadonlyMap<bigint, CallbackContent>,
  ): Promise<ReadonlyMap<bigint, CallbackContent>>;
  /** Those of the orders that have nothing to notify any more. The protocol knows no reversal. */
  endedOf(memberNo: bigint, systemNos: readonly bigint[]): Promise<readonly bigint[]>;
  /** Where the payer of any order returns to; null for our own receipt. */
  returnLink(memberNo: bigint, systemNo: bigint): Promise<string | null>;
  /** Whether a payer of this order can be sent to the shop, perhaps only after `beforeReturn`. */
  canReturn(memberNo: bigint, systemNo: bigint, isPaid: boolean): Promise<boolean>;
  /**
   * Waits until the shop was notified of the payment once, at most 3 s: some shops look at the order when the payer arrives.
   * Orders of the native protocol don't wait.
   */
  beforeReturn(memberNo: bigint, systemNo: bigint): Promise<void>;
  /** Undefined for an order of another protocol. */
  receipt(memberNo: bigint, systemNo: bigint): Promise<Receipt | undefined>;
}

const RETURN_MS = 5 * 60_000;
const MAX_HOLD_MS = 3_000;
const LOOK_EVERY_MS = 100;

export function notifying(deps: EpayDeps, settings: EpaySettingsVerbs): NotifyingVerbs {
  const { db, clock, orders, callbacks, gateway } = deps;
  const signed = async (
    memberNo: bigint,
    fields: Readonly<Record<string, string>>,
    keyNo: number,
  ): Promise<Record<string, string>> => {
    const found = await settings.find(memberNo);
    if (!found) throw new SigningError('the member has no ePay key');
    return epaySigned(fields, keyNumbered(found, keyNo, clock.now()));
  };
  /** An order that is not booked yet has just been paid. */
  const isRecent = ({ paidAt }: OrderView): boolean =>
    paidAt === null || clock.now().getTime() - paidAt.getTime() <= RETURN_MS;
  const orderOf = async (memberNo: bigint, systemNo: bigint): Promise<OrderView | undefined> => {
    const order = await orders.find(memberNo, { systemNo }, 'payin');
    return order?.signType === 'EPAY' ? order : undefined;
  };

  return {
    signNotification: (memberNo, { fields, keyNo }) => signed(memberNo, fields, keyNo),

    async withProtocol(memberNo, contents) {
      const own = [...contents].filter(([, { signType }]) => signType === 'EPAY').map(([systemNo]) => systemNo);
      if (own.length === 0) return contents;
      const rows = new Map((await selectEpayOrders(db, memberNo, own)).map((row) => [row.systemNo, row]));
      const all = new Map(contents);
      for (const systemNo of own) {
        const [content, row] = [contents.get(systemNo), rows.get(systemNo)];
        // The protocol knows no reversal: a shop must not hear again that a reversed order is paid.
        if (content && row && content.fields['status'] === 'success')
          all.set(systemNo, {
            url: content.url,
            signType: 'EPAY',
            keyNo: row.keyNo,
            fields: notificationOf(memberNo, content.fields['orderNo'] ?? '', row),
          });
        else all.delete(systemNo);
      }
      return all;
    },

    // Most members don't use this door, so this asks for its settings first.
    endedOf: async (memberNo, systemNos) =>
      systemNos.length > 0 && (await settings.find(memberNo)) ? selectReversedOrders(db, memberNo, systemNos) : [],

    async returnLink(memberNo, systemNo) {
      const order = await orderOf(memberNo, systemNo);
      if (!order) return gateway.returnLink(memberNo, systemNo);
      if (order.returnUrl === null || order.status !== 'success' || !isRecent(order)) return null;
      const [row] = await selectEpayOrders(db, memberNo, [systemNo]);
      if (!row) return null;
      return withEpayFields(
        order.returnUrl,
        await signed(memberNo, notificationOf(memberNo, order.orderNo, row), row.keyNo),
      );
    },

    async canReturn(memberNo, systemNo, isPaid) {
      const order = await orderOf(memberNo, systemNo);
      if (!order) return (await gateway.returnLink(memberNo, systemNo)) !== null;
      return isPaid && order.returnUrl !== null && order.status !== 'reversed' && isRecent(order);
    },

    async beforeReturn(memberNo, systemNo) {
      if (!(await orderOf(memberNo, systemNo))) return;
      const endsAt = performance.now() + MAX_HOLD_MS;
      for (;;) {
        const state = await callbacks.stateOf(memberNo, systemNo, 'payin');
        const isTold = state && (state.status !== 'pending' || state.attempts > 0);
        const leftMs = endsAt - performance.now();
        if (isTold || leftMs <= 0) return;
        await wait(Math.min(LOOK_EVERY_MS, leftMs));
      }
    },

    async receipt(memberNo, systemNo) {
      const order = await orderOf(memberNo, systemNo);
      if (!order) return undefined;
      const { status, orderNo, amountMinor, currency } = order;
      return { isPaid: status === 'success', orderNo, amountMinor, currency };
    },
  };
}

/** In the protocol's order, and nothing else: plugins sign everything that they get. */
function notificationOf(
  memberNo: bigint,
  orderNo: string,
  { systemNo, type, name, money, param }: EpayOrder,
): Record<string, string> {
  return {
    pid: memberNo.toString(),
    trade_no: systemNo.toString(),
    out_trade_no: orderNo,
    type,
    name,
    money,
    trade_status: 'TRADE_SUCCESS',
    ...(param === '' ? {} : { param }),
  };
}
