/** The receipt of a withdrawal or payout that is paid. */
import { useFormat } from '#foundation/console/display/format.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { ReceiptButtons } from '#foundation/console/receipt/ReceiptButtons.tsx';
import type { DisbursementDetail } from '../../contract.ts';
import type { DisbursementKind } from '../../rules.ts';
import { disbursementWords } from '../../screen-words.ts';

export interface PayoutReceiptProps {
  kind: DisbursementKind;
  one: DisbursementDetail;
  /** Amount plus fee. */
  debit: string;
}

export function PayoutReceipt({ kind, one, debit }: PayoutReceiptProps) {
  const t = useWords(disbursementWords);
  const format = useFormat();
  if (one.status !== 'paid') return null;
  const { settlement, finishedAt } = one;
  const time = (at: string): string => `${format.dateTime(at)} (${format.zone})`;
  const optional = (label: string, value: string | null, isNumber = false) =>
    value === null || value === '' ? [] : [{ label, value, isNumber }];
  return (
    <ReceiptButtons
      number={one.orderNo}
      title={t(`receipt_${kind}`)}
      amount={format.amount(one.amount)}
      state={t('status_paid')}
      groups={[
        [
          { label: t('amount'), value: format.amount(one.amount) },
          { label: t('fee'), value: format.amount(one.fee) },
          { label: t('debit'), value: format.amount(debit) },
        ],
        [
          { label: t('holder'), value: settlement.holder },
          { label: t('type'), value: t(`type_${one.type}`) },
          ...optional(t('bank'), settlement.bankName),
          ...optional(t('branch'), settlement.branch),
          { label: t('account'), value: settlement.account, isNumber: true },
        ],
        [
          { label: t('system_no'), value: one.orderNo, isNumber: true },
          ...optional(t('order_no'), one.merchantOrderNo, true),
          ...optional(t('bank_reference'), one.bankReference, true),
          ...optional(t('remark'), one.remark),
          { label: t('applied'), value: time(one.createdAt) },
          ...(finishedAt === null ? [] : [{ label: t('finished'), value: time(finishedAt) }]),
        ],
      ]}
    />
  );
}
