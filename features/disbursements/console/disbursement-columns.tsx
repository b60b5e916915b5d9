/** The lists' columns, the most important first, so that they are visible without scrolling. */
import { CopyText } from '#foundation/console/display/CopyText.tsx';
import type { Column } from '#foundation/console/list/data-table/column.ts';
import { Amount, type Format, Time } from '#foundation/console/display/format.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import type { Translate } from '#foundation/console/page/words.tsx';
import type { DisbursementRow } from '../contract.ts';
import type { disbursementWords } from '../screen-words.ts';
import { ProgressBadge } from './ProgressBadge.tsx';
import classes from './Repay.module.css';
import { shownStatus, statusTones } from './status-tones.ts';

export function disbursementColumns(t: Translate<typeof disbursementWords>, format: Format): Column<DisbursementRow>[] {
  return [
    { id: 'orderNo', header: t('system_no'), card: 'title', cell: (row) => <Numbers row={row} /> },
    {
      id: 'amount',
      header: t('amount'),
      numeric: true,
      cell: ({ amount }) => <Amount value={amount} className={classes.strong} />,
    },
    { id: 'fee', header: t('fee'), numeric: true, cell: ({ fee }) => format.amount(fee) },
    {
      id: 'status',
      header: t('status'),
      card: 'badge',
      cell: (row) => <StatusBadge tone={statusTones[shownStatus(row)]}>{t(`status_${shownStatus(row)}`)}</StatusBadge>,
    },
    { id: 'progress', header: t('progress'), cell: (row) => <ProgressBadge row={row} /> },
    { id: 'settlement', header: t('settlement'), cell: (row) => <PaidTo row={row} /> },
    { id: 'createdAt', header: t('applied'), sortable: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
    { id: 'type', header: t('type'), cell: ({ type }) => t(`type_${type}`) },
    { id: 'finishedAt', header: t('finished'), optional: true, cell: ({ finishedAt }) => <Time at={finishedAt} /> },
  ];
}

/** The system number, and the merchant's number below it. */
function Numbers({ row: { orderNo, merchantOrderNo } }: { row: DisbursementRow }) {
  return (
    <span className={classes.numbers}>
      <CopyText value={orderNo} />
      {merchantOrderNo !== null && (
        <span className={classes.quiet}>
          <CopyText value={merchantOrderNo} />
        </span>
      )}
    </span>
  );
}

function PaidTo({ row: { settlement } }: { row: DisbursementRow }) {
  const { holder, bankName, branch, account } = settlement;
  return (
    <span className={classes.paidTo}>
      <span>{holder}</span>
      <span className={classes.quiet} title={branch === '' ? undefined : branch}>
        {bankName !== null && `${bankName} · `}
        <span className={classes.account}>{account}</span>
      </span>
    </span>
  );
}
