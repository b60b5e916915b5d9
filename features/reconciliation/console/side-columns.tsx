/** The columns of one day: what the statement says, what our books say, and what came of it. */
import type { Format } from '#foundation/console/display/format.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import type { Column, PhoneRow } from '#foundation/console/list/data-table/column.ts';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import type { Translate } from '#foundation/console/page/words.tsx';
import type { SideBySide } from '../matching-contract.ts';
import type { differenceKindWords } from '../matching-export-words.ts';
import { kindText, statusText } from '../line-text.ts';
import { isDecided } from '../matching-rules.ts';
import type { reconciliationWords } from '../screen-words.ts';
import { BookingLink } from './BookingLink.tsx';
import classes from './Reconciliation.module.css';
import { RECONCILIATION } from './path.ts';

export interface Words {
  t: Translate<typeof reconciliationWords>;
  kinds: Translate<typeof differenceKindWords>;
}

export function sideColumns({ t, kinds }: Words, format: Format): Column<SideBySide>[] {
  return [
    { id: 'theirs', header: t('theirs'), cell: ({ theirs }) => <Theirs theirs={theirs} t={t} format={format} /> },
    {
      id: 'theirAmount',
      header: t('amount'),
      numeric: true,
      cell: ({ theirs }) => (theirs === null ? '–' : format.amount(theirs.amount)),
    },
    { id: 'ours', header: t('ours'), cell: ({ ours }) => <Ours ours={ours} t={t} format={format} /> },
    {
      id: 'ourAmount',
      header: t('amount'),
      numeric: true,
      cell: ({ ours }) => (ours === null ? '–' : format.amount(ours.amount)),
    },
    { id: 'result', header: t('result'), cell: (row) => <Result row={row} words={{ t, kinds }} /> },
  ];
}

export function sidePhoneRow({ t, kinds }: Words, format: Format): PhoneRow<SideBySide> {
  return {
    what: ({ theirs, ours }) => ours?.orderNo ?? (theirs?.upstreamNo || theirs?.ourNo || ''),
    amount: ({ theirs, ours }) => format.amount(theirs?.amount ?? ours?.amount ?? '0'),
    state: (row) => <Result row={row} words={{ t, kinds }} />,
    facts: ({ theirs, ours }) => [
      theirs === null ? `${t('theirs')}: ${t('nothing')}` : t('line_no', { line: theirs.lineNo }),
      ours === null && `${t('ours')}: ${t('nothing')}`,
    ],
  };
}

function Theirs({ theirs, t, format }: { theirs: SideBySide['theirs']; t: Words['t']; format: Format }) {
  if (theirs === null) return <span className={classes.quiet}>{t('nothing')}</span>;
  return (
    <span className={classes.stack}>
      <bdi>{theirs.upstreamNo || theirs.ourNo}</bdi>
      <span className={classes.quiet}>
        {[
          t('line_no', { line: theirs.lineNo }),
          kindText(t, theirs.kind),
          theirs.status && statusText(t, theirs.status),
          theirs.fee !== null && t('fee_of', { amount: format.amount(theirs.fee) }),
          theirs.at !== null && format.dateTime(theirs.at),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </span>
  );
}

function Ours({ ours, t, format }: { ours: SideBySide['ours']; t: Words['t']; format: Format }) {
  if (ours === null) return <span className={classes.quiet}>{t('nothing')}</span>;
  return (
    <span className={classes.stack}>
      <BookingLink kind={ours.kind} memberNo={ours.memberNo} orderNo={ours.orderNo} />
      <span className={classes.quiet}>
        {[
          t(`kind_${ours.kind}`),
          ours.fee !== null && t('fee_of', { amount: format.amount(ours.fee) }),
          format.dateTime(ours.at),
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
    </span>
  );
}

function Result({ row: { theirs, ours, rule, difference }, words: { t, kinds } }: { row: SideBySide; words: Words }) {
  if (difference !== null && !isDecided(difference.state))
    return (
      <ScreenLink
        to={RECONCILIATION}
        search={{
          part: 'differences',
          state: 'all',
          q: ours?.orderNo ?? (theirs?.upstreamNo || theirs?.ourNo || ''),
          open: difference.id,
        }}
      >
        <StatusBadge tone={difference.state === 'waiting' ? 'busy' : 'bad'}>{kinds(difference.kind)}</StatusBadge>
      </ScreenLink>
    );
  if (rule !== null) return <StatusBadge tone="good">{t(`rule_${rule}`)}</StatusBadge>;
  return <StatusBadge tone="idle">{difference === null ? t('not_compared') : kinds(difference.kind)}</StatusBadge>;
}
