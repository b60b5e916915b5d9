/** One withdrawal or payout by its number, updated live. */
import { useMemo } from 'react';
import { CallRefused } from '#foundation/console/wire/api-errors.ts';
import { useLive } from '#foundation/console/wire/live.ts';
import { DetailSkeleton } from '#foundation/console/display/detail.tsx';
import { EmptyRows, FailedRows } from '#foundation/console/display/states.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { disbursementCalls } from '../calls.ts';
import type { DisbursementKind } from '../../rules.ts';
import { disbursementWords } from '../../screen-words.ts';
import { detailCalls } from '../disbursement-filter.ts';
import { DisbursementHistory } from './DisbursementHistory.tsx';

export interface DisbursementDetailsProps {
  kind: DisbursementKind;
  orderNo: string;
}

export function DisbursementDetails({ kind, orderNo }: DisbursementDetailsProps) {
  const t = useWords(disbursementWords);
  const isNumber = /^\d{19}$/.test(orderNo);
  const input = useMemo(() => ({ orderNo }), [orderNo]);
  const { data: one, error, refetch } = useCall(disbursementCalls, detailCalls[kind], input, { enabled: isNumber });
  useLive('payout.changed', ({ systemNo }) => {
    if (systemNo === orderNo) void refetch();
  });
  useLive('resumed', () => {
    if (isNumber) void refetch();
  });
  if (!isNumber || (!one && error instanceof CallRefused && error.error === 'not_found'))
    return <EmptyRows title={t('missing_title')} hint={t('missing_hint')} />;
  if (one) return <DisbursementHistory kind={kind} one={one} />;
  if (error) return <FailedRows title={t('load_failed')} error={error} onRetry={() => void refetch()} />;
  return <DetailSkeleton lines={9} />;
}
