/** Proposes to reverse a paid order: the reason, whether a wallet may fall below zero, and the second step. */
import { Checkbox } from '@mantine/core';
import { z } from 'zod';
import { ActDialog } from '#features/accounts/console/ActDialog.tsx';
import { Reason } from '#features/approvals/fields.ts';
import { secondStepFields } from '#features/factors/contract.ts';
import { useFormat } from '#foundation/console/display/format.tsx';
import { useFormState } from '#foundation/console/form/form.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { useAction } from '#foundation/console/wire/use-call.ts';
import type { OperatorOrderDetail as Detail } from '../../order-contract.ts';
import { operatorOrderWords } from '../../order-words.ts';
import { operatorOrderTexts } from '../../words.ts';
import { operatorOrderCalls } from '../calls.ts';

const FORCED = 'yes';
const Typed = z.strictObject({ reason: Reason, forced: z.enum(['', FORCED]), ...secondStepFields });
const initial = { forced: '' };

export function ReverseDialog({ order, opened, onClose }: { order: Detail; opened: boolean; onClose: () => void }) {
  const t = useWords(operatorOrderWords);
  const format = useFormat();
  const { memberNo, systemNo: orderNo } = order;
  const reverse = useAction(operatorOrderCalls, '/operator/order/reverse', {
    refreshes: ['/operator/order/detail', '/operator/order/reversals'],
    quiet: true,
    background: false,
  });
  return (
    <ActDialog
      opened={opened}
      title={t('reverse_title', { amount: format.amount(order.amount) })}
      act={t('act_reverse')}
      schema={Typed}
      texts={operatorOrderTexts}
      initial={initial}
      why={{ name: 'reason', label: t('reason'), hint: t('reason_hint') }}
      onSend={async ({ forced, ...input }) => {
        await reverse.mutateAsync({ ...input, memberNo, orderNo, forced: forced === FORCED });
        showToast(t('reverse_told'), 'good');
      }}
      onClose={onClose}
    >
      <p>{t('reverse_what', { member: order.memberName })}</p>
      <ForcedField label={t('forced')} />
    </ActDialog>
  );
}

function ForcedField({ label }: { label: string }) {
  const { values, set } = useFormState();
  return (
    <Checkbox
      size="sm"
      label={label}
      checked={values['forced'] === FORCED}
      onChange={({ currentTarget }) => set('forced', currentTarget.checked ? FORCED : '')}
    />
  );
}
