/**
 * The rows of a table with the errors of each field, all rows or only the wrong ones, which can be downloaded for
 * correction.
 */
import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { ChoiceTabs } from '#foundation/console/display/ChoiceTabs.tsx';
import type { Column, PhoneRow } from '#foundation/console/list/data-table/column.ts';
import { DataTable } from '#foundation/console/list/data-table/DataTable.tsx';
import { Amount, useFormat, useLocality } from '#foundation/console/display/format.tsx';
import { loadOrReport } from '#foundation/console/wire/lazy-code.ts';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import { saveFile } from '#foundation/console/wire/take-file.ts';
import { type Translate, useLanguage, useWords } from '#foundation/console/page/words.tsx';
import { readAmount } from '#foundation/core/amount-text.ts';
import { parseAmount } from '#foundation/core/money.ts';
import { columnWords } from '../../column-words.ts';
import { type BatchColumn, batchColumns } from '../../columns.ts';
import type { CheckedRow } from '../../contract.ts';
import { rowWords } from '../../screen-words.ts';
import classes from '../BatchTable.module.css';
import { isWrong } from '../manual/check-rows-here.ts';

export interface CheckedRowsProps {
  rows: readonly CheckedRow[];
  /** The server has not checked them yet. */
  checking: boolean;
  onCheckAgain: () => void;
}

const kinds = ['all', 'wrong', 'twice'] as const;
type Kind = (typeof kinds)[number];

export function CheckedRows({ rows, checking, onCheckAgain }: CheckedRowsProps) {
  const t = useWords(rowWords);
  const translate = useWords(columnWords);
  const format = useFormat();
  const [kind, setKind] = useState<Kind>('all');
  const by = useMemo(
    () => ({ all: rows, wrong: rows.filter(isWrong), twice: rows.filter(({ duplicate }) => duplicate !== false) }),
    [rows],
  );
  const columns = useMemo(() => columnsOf(t, translate), [t, translate]);
  const shown = by[kind];
  const source = {
    data: { total: shown.length, list: shown },
    isPending: false,
    isFetching: checking,
    isPlaceholderData: false,
    error: null,
    refetch: onCheckAgain,
  };
  return (
    <div>
      <div className={classes.tabs}>
        <ChoiceTabs<Kind>
          label={t('shown')}
          value={kind}
          options={kinds.map((value) => ({ value, label: t(value, { count: by[value].length }) }))}
          onChange={setKind}
        />
      </div>
      <DataTable
        // Another filter starts at the top.
        key={kind}
        name="batch-draft"
        label={t('rows')}
        columns={columns}
        phone={phoneRow}
        source={source}
        rowKey={({ line }) => String(line)}
        rowLabel={({ line }) => format.number(line)}
        mainAct={by.wrong.length > 0 && <DownloadWrongRows rows={by.wrong} />}
        empty={{ title: t(kind === 'twice' ? 'none_twice' : 'none_wrong') }}
      />
    </div>
  );
}

function DownloadWrongRows({ rows }: { rows: readonly CheckedRow[] }) {
  const t = useWords(rowWords);
  const { language } = useLanguage();
  const take = async () => {
    const { wrongRowsFile, WRONG_ROWS_NAME } = await loadOrReport(() => import('./wrong-rows.ts'));
    saveFile({ blob: wrongRowsFile(rows, language), fileName: WRONG_ROWS_NAME });
  };
  return (
    <Button variant="default" size="xs" px={10} fw={400} onClick={() => void take().catch(() => undefined)}>
      {t('take_wrong')}
    </Button>
  );
}

function columnsOf(t: Translate<typeof rowWords>, translate: Translate<typeof columnWords>): Column<CheckedRow>[] {
  return [
    {
      id: 'line',
      header: translate('column_line'),
      cell: ({ line }) => <span className={classes.account}>{line}</span>,
    },
    { id: 'state', header: t('state'), cell: (row) => <RowState row={row} /> },
    ...batchColumns.map((column): Column<CheckedRow> => ({
      id: column,
      header: translate(`column_${column}`),
      numeric: column === 'amount',
      cell: (row) => <Value row={row} column={column} />,
    })),
  ];
}

const phoneRow: PhoneRow<CheckedRow> = {
  what: ({ line, values: { holder } }) => `${line}. ${holder}`,
  amount: (row) => <ReadAmount row={row} />,
  state: (row) => (isWrong(row) || row.duplicate !== false) && <RowState row={row} />,
  facts: ({ errors, values: { bank, account } }) => {
    const first = batchColumns.map((column) => errors[column]).find((error) => error !== undefined);
    return first === undefined ? [bank, account] : [first];
  },
};

function Value({ row, column }: { row: CheckedRow; column: BatchColumn }) {
  const error = row.errors[column];
  return (
    <span className={classes.value} data-numeric={column === 'amount' || undefined}>
      {column === 'amount' ? (
        <ReadAmount row={row} />
      ) : (
        <Text text={row.values[column]} isAccount={column === 'account'} />
      )}
      {error !== undefined && <span className={classes.error}>{error}</span>}
    </span>
  );
}

function Text({ text, isAccount = false }: { text: string; isAccount?: boolean }) {
  return <span className={isAccount ? classes.account : undefined}>{text === '' ? '–' : text}</span>;
}

/**
 * Shows the amount as it was read and will be paid, next to the file's text where that alone is ambiguous. Shows an
 * unread amount as in the file.
 */
function ReadAmount({ row: { values, written } }: { row: CheckedRow }) {
  const t = useWords(rowWords);
  const { currency } = useLocality();
  if (parseAmount(values.amount, currency) === undefined) return <Text text={values.amount} />;
  return (
    <>
      <Amount value={values.amount} />
      {written !== undefined && typeof readAmount(written, { currency }) === 'object' && (
        <span className={classes.written}>{t('written', { text: written })}</span>
      )}
    </>
  );
}

function RowState({ row }: { row: CheckedRow }) {
  const t = useWords(rowWords);
  const { duplicate } = row;
  const wrong = isWrong(row);
  return (
    <span className={classes.badges}>
      {(wrong || duplicate === false) && (
        <StatusBadge tone={wrong ? 'bad' : 'good'}>{t(wrong ? 'bad' : 'good')}</StatusBadge>
      )}
      {duplicate !== false && (
        <span title={t(`double_${duplicate}`)}>
          <StatusBadge tone="warn">{t(`twice_${duplicate}`)}</StatusBadge>
        </span>
      )}
    </span>
  );
}
