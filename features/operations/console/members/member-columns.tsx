/** The columns of the operators' list of members. */
import { MemberLink } from '#features/accounts/console/deciding/MemberLink.tsx';
import { CopyText } from '#foundation/console/display/CopyText.tsx';
import { type Format, Time } from '#foundation/console/display/format.tsx';
import { StatusBadge, type Tone } from '#foundation/console/display/StatusBadge.tsx';
import type { Column, PhoneRow } from '#foundation/console/list/data-table/column.ts';
import { type Translate, useWords } from '#foundation/console/page/words.tsx';
import type { OperatorMemberRow } from '../../member-contract.ts';
import { operatorMemberWords } from '../../member-words.ts';
import classes from './Members.module.css';

type Words = Translate<typeof operatorMemberWords>;

export function memberColumns(t: Words, format: Format): Column<OperatorMemberRow>[] {
  return [
    { id: 'memberNo', header: t('member'), sortable: true, cell: (row) => <Member row={row} /> },
    { id: 'username', priority: 1, header: t('username'), cell: ({ username }) => <bdi>{username}</bdi> },
    {
      id: 'upline',
      priority: 1,
      header: t('upline'),
      cell: ({ upline }) =>
        upline && (
          <span className={classes.member}>
            <bdi className={classes.name}>{upline.name}</bdi>
            <span className={classes.quiet}>
              <MemberLink memberNo={upline.memberNo} />
            </span>
          </span>
        ),
    },
    { id: 'state', header: t('state'), cell: (row) => <MemberStates member={row} /> },
    { id: 'level', priority: 1, header: t('level'), numeric: true, optional: true, cell: ({ level }) => level },
    {
      id: 'balance',
      priority: 5,
      header: t('balance'),
      numeric: true,
      cell: ({ balance }) => format.amount(balance),
    },
    {
      id: 'frozen',
      priority: 2,
      header: t('frozen'),
      numeric: true,
      cell: ({ frozen }) => format.amount(frozen),
    },
    {
      id: 'amount30d',
      priority: 4,
      header: t('amount_30d'),
      numeric: true,
      cell: ({ amount30d }) => format.amount(amount30d),
    },
    {
      id: 'orders30d',
      priority: 1,
      header: t('orders_30d'),
      numeric: true,
      optional: true,
      cell: ({ orders30d }) => format.number(orders30d),
    },
    {
      id: 'registeredAt',
      priority: 3,
      header: t('registered'),
      sortable: true,
      cell: ({ registeredAt }) => <Time at={registeredAt} short />,
    },
    {
      id: 'lastSeenAt',
      priority: 2,
      header: t('last_seen'),
      cell: ({ lastSeenAt }) => <Time at={lastSeenAt} relative />,
    },
  ];
}

/** On a phone: the name and the balance; then what is not as usual, type and number. */
export function memberPhoneRow(t: Words, format: Format): PhoneRow<OperatorMemberRow> {
  return {
    what: ({ name }) => <bdi>{name}</bdi>,
    amount: ({ balance }) => format.amount(balance),
    state: (row) => <MemberStates member={row} exceptions />,
    facts: ({ kind, memberNo }) => [t(kind), memberNo],
  };
}

function Member({ row: { memberNo, name, kind } }: { row: OperatorMemberRow }) {
  const t = useWords(operatorMemberWords);
  return (
    <span className={classes.member}>
      <bdi className={classes.name}>{name}</bdi>
      <span className={classes.quiet}>
        {t(kind)} ·{' '}
        <CopyText value={memberNo}>
          <MemberLink memberNo={memberNo} />
        </CopyText>
      </span>
    </span>
  );
}

const certificationTones: Readonly<Record<OperatorMemberRow['certification'], Tone>> = {
  none: 'warn',
  pending: 'busy',
  approved: 'good',
  rejected: 'bad',
};

interface MemberStatesProps {
  member: Pick<OperatorMemberRow, 'state' | 'certification'>;
  /** Only what is not as usual. */
  exceptions?: boolean;
}

export function MemberStates({ member: { state, certification }, exceptions = false }: MemberStatesProps) {
  const t = useWords(operatorMemberWords);
  const badges = (
    <>
      {!(exceptions && state === 'active') && (
        <StatusBadge tone={state === 'active' ? 'good' : 'idle'}>{t(state)}</StatusBadge>
      )}
      {!(exceptions && certification === 'approved') && (
        <StatusBadge tone={certificationTones[certification]}>{t(`certification_${certification}`)}</StatusBadge>
      )}
    </>
  );
  return exceptions ? badges : <span className={classes.states}>{badges}</span>;
}
