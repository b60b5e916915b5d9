/** Proposes to book an order as paid that its upstream was paid for and did not report: what it received, and the proof. */
import { z } from 'zod';
import { ActDialog } from '#features/accounts/console/ActDialog.tsx';
import { Reason } from '#features/approvals/fields.ts';
import { secondStepFields } from '#features/factors/contract.ts';
import { useFormat, useLocality } from '#foundation/console/display/format.tsx';
import { amountFieldFault } from '#foundation/console/form/amount-fault.ts';
import { amountWords } from '#foundation/console/form/amount-words.ts';
import { AmountField } from '#foundation/console/form/AmountField.tsx';
import { TextField } from '#foundation/console/form/fields.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { useLanguage, useWords } from '#foundation/console/page/words.tsx';
import { useAction } from '#foundation/console/wire/use-call.ts';
import { someLine } from '#foundation/core/typed-fields.ts';
import type { OperatorOrderDetail as Detail } from '../../order-contract.ts';
import { operatorOrderWords } from '../../order-words.ts';
import { operatorOrderTexts } from '../../words.ts';
import { operatorOrderCalls } from '../calls.ts';

const texts = { ...amountWords, ...operatorOrderTexts };
const Typed = z.strictObject({
  amount: z.string(),
  proof: someLine({ error: 'proof_needed', most: 200 }),
  reason: Reason,
  ...secondStepFields,
});
const initial = { amount: '', proof: '' };

export function ConfirmOrderDialog({
  order,
  opened,
  onClose,
}: {
  order: Detail;
  opened: boolean;
  onClose: () => void;
}) {
  const t = useWords(operatorOrderWords);
  const format = useFormat();
  const { currency } = useLocality();
  const { language } = useLanguage();
  const { memberNo, systemNo: orderNo } = order;
  const confirm = useAction(operatorOrderCalls, '/operator/order/confirm', {
    refreshes: ['/operator/order/detail', '/operator/approval/list'],
    quiet: true,
    background: false,
  });
  return (
    <ActDialog
      opened={opened}
      title={t('confirm_title', { amount: format.amount(order.amount) })}
      act={t('act_confirm')}
      schema={Typed}
      texts={texts}
      initial={initial}
      check={({ amount = '' }) => {
        const fault = amountFieldFault('amount', amount, { currency, language });
        return typeof fault === 'bigint' ? [] : [fault];
      }}
      why={{ name: 'reason', label: t('reason') }}
      onSend={async (input) => {
        await confirm.mutateAsync({ ...input, memberNo, orderNo });
        showToast(t('reverse_told'), 'good');
      }}
      onClose={onClose}
    >
      <p>{t('confirm_what', { upstream: order.upstream.name })}</p>
      <AmountField name="amount" label={t('confirm_amount')} />
      <TextField
        name="proof"
        label={t('confirm_proof')}
        description={t('confirm_proof_hint')}
        autoComplete="off"
        maxLength={200}
      />
    </ActDialog>
  );
}
