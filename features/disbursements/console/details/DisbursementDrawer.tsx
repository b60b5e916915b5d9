/** One withdrawal or payout in a drawer at its own address: `/repay/index?open=<system number>`. */
import { DetailTitle } from '#foundation/console/display/detail.tsx';
import { DetailDrawer } from '#foundation/console/overlay/DetailDrawer.tsx';
import { useLast } from '#foundation/console/overlay/use-last.ts';
import type { RowSteps } from '#foundation/console/overlay/use-row-steps.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import type { DisbursementKind } from '../../rules.ts';
import { disbursementWords } from '../../screen-words.ts';
import { DisbursementDetails } from './DisbursementDetails.tsx';

export interface DisbursementDrawerProps {
  kind: DisbursementKind;
  orderNo: string | undefined;
  /** To the rows before and after it. */
  steps?: RowSteps | undefined;
  onClose: () => void;
}

export function DisbursementDrawer({ kind, orderNo, steps, onClose }: DisbursementDrawerProps) {
  const t = useWords(disbursementWords);
  const last = useLast(orderNo);
  return (
    <DetailDrawer
      opened={orderNo !== undefined}
      title={<DetailTitle kind={t(kind)} number={last} />}
      steps={steps}
      onClose={onClose}
    >
      {last !== undefined && <DisbursementDetails key={last} kind={kind} orderNo={last} />}
    </DetailDrawer>
  );
}
