/**
 * What the user should know about a file before its rows are paid: which sheet was read, what is hidden, how amounts
 * were read.
 */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormat } from '#foundation/console/display/format.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { tableWords } from '../../screen-words.ts';
import type { TableSource } from '../../table.ts';
import classes from '../BatchTable.module.css';
import type { BatchTable } from './use-batch-table.ts';

export function SourceNotes({ table }: { table: BatchTable }) {
  const t = useWords(tableWords);
  const format = useFormat();
  const { source } = table;
  if (!source) return null;
  const { sheet, otherSheets, hidden, decimal } = source;
  if (sheet === null && hidden.length === 0 && decimal === null) return null;
  return (
    <ul className={classes.source} aria-label={t('source')}>
      {sheet !== null && (
        <Note warns={otherSheets.length > 0}>
          {t('sheet_read', { sheet })} <Unread sheets={otherSheets} />
        </Note>
      )}
      {hidden.length > 0 && <Hidden table={table} count={hidden.length} />}
      {decimal !== null && <Note>{t(`decimal_${decimal}`, { amount: format.amount('1500') })}</Note>}
    </ul>
  );
}

function Note({ warns = false, children }: { warns?: boolean; children: ReactNode }) {
  return (
    <li data-warns={warns || undefined}>
      <span>{children}</span>
    </li>
  );
}

function Unread({ sheets }: { sheets: TableSource['otherSheets'] }) {
  const t = useWords(tableWords);
  if (sheets.length === 0) return null;
  return t('sheets_unread', {
    sheets: sheets
      .map(({ name, rows, hidden }) => t(hidden ? 'sheet_rows_hidden' : 'sheet_rows', { name, count: rows }))
      .join(', '),
  });
}

function Hidden({ table: { withHidden, share, includeHidden }, count }: { table: BatchTable; count: number }) {
  const t = useWords(tableWords);
  return (
    <li data-warns>
      <span role="status">{t(withHidden ? 'hidden_in' : 'hidden_out', { count })}</span>
      <Button
        variant="default"
        size="compact-sm"
        fw={400}
        disabled={share !== undefined}
        onClick={() => includeHidden(!withHidden)}
      >
        {t(withHidden ? 'hidden_leave' : 'hidden_include')}
      </Button>
    </li>
  );
}
