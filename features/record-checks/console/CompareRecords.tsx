/**
 * Compares a member's own list of orders with the pay-ins of some days. The comparison's id is in the address, so that
 * its result can be left and found again; the form above it keeps its file.
 */
import { useWords } from '#foundation/console/page/words.tsx';
import { Panel } from '#foundation/console/display/layout.tsx';
import { usePageAddress } from '#foundation/console/page/page-address.tsx';
import { recordCheckWords } from '../screen-words.ts';
import { CheckForm } from './CheckForm.tsx';
import { CheckResult } from './CheckResult.tsx';
import classes from './RecordCheck.module.css';
import type { ShownDays } from './use-record-check.ts';

export function CompareRecords({ days }: { days: ShownDays }) {
  const t = useWords(recordCheckWords);
  const { params, change } = usePageAddress();
  const { check } = params;
  return (
    <div className={classes.parts}>
      <div data-print="never">
        <Panel title={t('file')}>
          <CheckForm days={days} onStarted={(id) => change((before) => ({ ...before, check: id }))} />
        </Panel>
      </div>
      {check !== undefined && <CheckResult key={check} id={check} />}
    </div>
  );
}
