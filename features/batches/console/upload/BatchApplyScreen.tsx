/** Pays a whole table of payouts in one go: upload, check, pay. The resulting batch has its own page. */
import { useNavigate } from '@tanstack/react-router';
import { PayoutGate } from '#features/disbursements/console/PayoutGate.tsx';
import { PageHeader, Panel } from '#foundation/console/display/layout.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { MAX_ROWS } from '../../rules.ts';
import { batchTitles } from '../../screen-titles.ts';
import { tableWords } from '../../screen-words.ts';
import { AboutTable } from './AboutTable.tsx';
import classes from '../BatchTable.module.css';
import { CheckedRows } from './CheckedRows.tsx';
import { PayBatch } from '../pay/PayBatch.tsx';
import { SourceNotes } from './SourceNotes.tsx';
import { TableDrop } from './TableDrop.tsx';
import { useBatchTable } from './use-batch-table.ts';

function BatchApplyScreen() {
  const t = useWords(tableWords);
  const title = useWords(batchTitles)('upload');
  const navigate = useNavigate();
  const table = useBatchTable();
  const { file, rows, draft } = table;
  const onMade = (batchNo: string) => {
    table.forget();
    void navigate({ to: '/repay/batch', search: { no: batchNo } });
  };
  return (
    <>
      <PageHeader title={title} hint={t('hint', { rows: MAX_ROWS })} />
      <PayoutGate />
      <div className={classes.sections}>
        <Panel>
          <TableDrop table={table} />
          <SourceNotes table={table} />
          {file === undefined && <AboutTable />}
        </Panel>
        {rows && <CheckedRows rows={rows} checking={table.share !== undefined} onCheckAgain={table.checkAgain} />}
        {file && rows && rows.length > 0 && (
          <PayBatch draft={draft} fileName={plainName(file.name)} onMade={onMade} onOutdated={table.checkAgain} />
        )}
      </div>
    </>
  );
}

/** A file name that the server accepts: some file systems allow line breaks in names. */
function plainName(name: string): string {
  return name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/gu, ' ').slice(0, 200);
}

export { BatchApplyScreen as Screen };
