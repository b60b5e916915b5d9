/** The lists' columns, the most important first, and their rows on a phone. */
import { Clip } from '#foundation/console/display/Clip.tsx';
import { CopyText } from '#foundation/console/display/CopyText.tsx';
import type { Column, PhoneRow } from '#foundation/console/list/data-table/column.ts';
import { Amount, type Format, Time } from '#foundation/console/display/format.tsx';
import type { Translate } from '#foundation/console/page/words.tsx';
import type { DisbursementRow } from '../contract.ts';
import type { disbursementWords } from '../screen-words.ts';
import { ProgressBadge, StateBadge } from './StateBadge.tsx';
import classes from './Repay.module.css';
import { shownProgress } from './status-tones.ts';

export function disbursementColumns(t: Translate<typeof disbursementWords>, format: Format): Column<DisbursementRow>[] {
  return [
    { id: 'orderNo', header: t('system_no'), cell: (row) => <Numbers row={row} /> },
    {
      id: 'amount',
      header: t('amount'),
      numeric: true,
      cell: ({ amount }) => <Amount value={amount} className={classes.strong} />,
    },
    { id: 'fee', priority: 2, header: t('fee'), numeric: true, cell: ({ fee }) => format.amount(fee) },
    {
      id: 'status',
      header: t('status'),
      cell: (row) => <StateAndProgress row={row} t={t} />,
    },
    { id: 'settlement', header: t('settlement'), cell: (row) => <PaidTo row={row} /> },
    {
      id: 'createdAt',
      priority: 3,
      header: t('applied'),
      sortable: true,
      cell: ({ createdAt }) => <Time at={createdAt} short />,
    },
    { id: 'type', priority: 1, header: t('type'), cell: ({ type }) => t(`type_${type}`) },
    {
      id: 'finishedAt',
      priority: 1,
      header: t('finished'),
      optional: true,
      cell: ({ finishedAt }) => <Time at={finishedAt} short />,
    },
  ];
}

/** On a phone: who is paid and the amount; then what is not as usual, time and account. */
export function disbursementPhoneRow(format: Format): PhoneRow<DisbursementRow> {
  return {
    what: ({ settlement: { holder } }) => holder,
    amount: ({ amount }) => format.amount(amount),
    state: (row) =>
      shownProgress(row) === undefined ? (
        row.status !== 'paid' && <StateBadge row={row} />
      ) : (
        <ProgressBadge row={row} />
      ),
    at: ({ createdAt }) => createdAt,
    sort: 'createdAt',
    facts: ({ settlement: { bankName, account } }) => [bankName, account],
  };
}

function StateAndProgress({ row, t }: { row: DisbursementRow; t: Translate<typeof disbursementWords> }) {
  const progress = shownProgress(row);
  return (
    <span className={classes.stateAndProgress}>
      <StateBadge row={row} />
      {progress !== undefined && (
        <>
          {' '}
          <span className={classes.quiet} title={t(`why_${progress}`)}>
            {t(`progress_${progress}`)}
          </span>
        </>
      )}
    </span>
  );
}

/** The system number, and the merchant's number below it. */
function Numbers({ row: { orderNo, merchantOrderNo } }: { row: DisbursementRow }) {
  return (
    <span className={classes.numbers}>
      <CopyText value={orderNo} most={13} />
      {merchantOrderNo !== null && (
        <span className={classes.quiet}>
          <CopyText value={merchantOrderNo} most={20} />
        </span>
      )}
    </span>
  );
}

function PaidTo({ row: { settlement } }: { row: DisbursementRow }) {
  const { holder, bankName, branch, account } = settlement;
  return (
    <span className={classes.paidTo}>
      <Clip text={holder} most={26} />
      <span className={classes.quiet} title={branch === '' ? undefined : branch}>
        {bankName !== null && (
          <>
            <Clip text={bankName} most={22} />
            {' · '}
          </>
        )}
        <Clip text={account} most={20} className={classes.account} />
      </span>
    </span>
  );
}
