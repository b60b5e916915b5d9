/** The receipt of a paid order. */
import { useFormat } from '#foundation/console/display/format.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { ReceiptButtons } from '#foundation/console/receipt/ReceiptButtons.tsx';
import type { OrderDetail } from '../contract.ts';
import { orderScreenWords } from '../screen-words.ts';

export function OrderReceipt({ order }: { order: OrderDetail }) {
  const t = useWords(orderScreenWords);
  const format = useFormat();
  if (order.status !== 'success') return null;
  const time = (at: string): string => `${format.dateTime(at)} (${format.zone})`;
  return (
    <ReceiptButtons
      number={order.systemNo}
      title={t('receipt')}
      amount={format.amount(order.amount)}
      state={t('success')}
      groups={[
        [
          { label: t('amount'), value: format.amount(order.amount) },
          { label: t('fee'), value: format.amount(order.fee) },
          { label: t('obtained'), value: format.amount(order.obtained) },
        ],
        [
          { label: t('order_no'), value: order.orderNo, isNumber: true },
          { label: t('system_no'), value: order.systemNo, isNumber: true },
          { label: t('type'), value: t(order.type) },
          { label: t('channel'), value: order.channel.name },
          ...(order.subject === null || order.subject === '' ? [] : [{ label: t('subject'), value: order.subject }]),
        ],
        [
          { label: t('created'), value: time(order.createdAt) },
          ...(order.paidAt === null ? [] : [{ label: t('paid'), value: time(order.paidAt) }]),
        ],
      ]}
    />
  );
}
