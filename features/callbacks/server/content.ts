/** What callbacks about orders and payouts have in common. */
import { formatAmount } from '#foundation/core/money.ts';
import type { CallbackContent } from './attempt.ts';

/** An order or a payout, as far as a callback is made of it. */
interface Notified {
  memberNo: bigint;
  orderNo: string;
  systemNo: bigint;
  currency: string;
  amountMinor: bigint;
  feeMinor: bigint;
  attach: string | null;
  notifyUrl: string | null;
  signType: CallbackContent['signType'] | 'none';
}

/**
 * The signed fields of each callback, by system number. `own`: the fields of that kind of record; null while it has not
 * ended. Records without an address, or that have not ended, have no callback.
 */
export function callbackContents<Record extends Notified>(
  records: readonly Record[],
  own: (record: Record, signType: Exclude<Record['signType'], 'none'>) => CallbackContent['fields'] | null,
): Map<bigint, CallbackContent> {
  const contents = new Map<bigint, CallbackContent>();
  for (const record of records) {
    const { memberNo, orderNo, systemNo, currency, amountMinor, feeMinor, attach, notifyUrl, signType } = record;
    if (notifyUrl === null || signType === 'none') continue;
    const ownFields = own(record, signType as Exclude<Record['signType'], 'none'>);
    if (ownFields === null) continue;
    const fields = {
      merchantNo: memberNo.toString(),
      orderNo,
      systemNo: systemNo.toString(),
      amount: formatAmount(amountMinor, currency),
      fee: formatAmount(feeMinor, currency),
      ...ownFields,
      attach: attach ?? '',
    };
    contents.set(systemNo, { url: notifyUrl, signType, fields });
  }
  return contents;
}
