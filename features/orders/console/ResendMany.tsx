/** Resends the callbacks of all paid orders in the filter, after stating how many there are. */
import { IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { ConfirmDialog } from '#foundation/console/overlay/ConfirmDialog.tsx';
import { useFormat } from '#foundation/console/display/format.tsx';
import { PlainButton } from '#foundation/console/display/plain.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { useAction } from '#foundation/console/wire/use-call.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { orderCalls } from './calls.ts';
import { MAX_RESENT } from '../rules.ts';
import { orderScreenWords } from '../screen-words.ts';
import type { WireOrderFilter } from './order-filter.ts';
import { resendFilter } from './resend-filter.ts';

export interface ResendManyProps {
  filter: WireOrderFilter;
  /** Number of paid orders in the filter, and their sum; `capped`: there can be more. */
  count: number;
  amount: string;
  capped: boolean;
}

export function ResendMany({ filter, count, amount, capped }: ResendManyProps) {
  const t = useWords(orderScreenWords);
  const format = useFormat();
  const [confirming, setConfirming] = useState(false);
  const tooMany = capped || count > MAX_RESENT;
  const notify = useAction(orderCalls, '/order/notify', { refreshes: ['/order/list', '/order/detail'] });
  const send = async () => {
    const { queued } = await notify.mutateAsync({ filter: resendFilter(filter) });
    showToast(t('queued', { count: queued }), 'good');
  };
  return (
    <>
      <PlainButton icon={<IconSend size={15} stroke={1.75} aria-hidden />} onClick={() => setConfirming(true)}>
        {t('resend_many')}
      </PlainButton>
      <ConfirmDialog
        opened={confirming}
        title={t('resend_many_title')}
        act={t('resend_many_act', { count: tooMany ? MAX_RESENT : count })}
        onConfirm={send}
        onClose={() => setConfirming(false)}
      >
        <p>
          {tooMany
            ? t('resend_newest', { most: MAX_RESENT })
            : t('resend_many_what', { count, amount: format.amount(amount) })}
        </p>
        <p>{t('resend_same')}</p>
      </ConfirmDialog>
    </>
  );
}
