/** The columns of the member list. */
import type { Column, PhoneRow } from '#foundation/console/list/data-table/column.ts';
import { CopyText } from '#foundation/console/display/CopyText.tsx';
import type { Format } from '#foundation/console/display/format.tsx';
import { ChevronRightIcon } from '#foundation/console/display/icons.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import { type Translate, useWords } from '#foundation/console/page/words.tsx';
import { dayOf } from '#foundation/core/time-zone.ts';
import { memberWords } from '../../member-words.ts';
import { agentWords } from '../../screen-words.ts';
import type { UserRow } from '../../tree-contract.ts';
import { AgentLink } from '../AgentLink.tsx';
import { CertificationBadge, StateBadge } from '../member-badges.tsx';
import classes from './Members.module.css';
import { RemarkCell } from './RemarkCell.tsx';

export interface ColumnWords {
  member: Translate<typeof memberWords>;
  agent: Translate<typeof agentWords>;
}

export function memberColumns(t: ColumnWords, format: Format, timeZone: string): Column<UserRow>[] {
  return [
    { id: 'memberNo', header: t.agent('member'), sortable: true, cell: (row) => <Member row={row} /> },
    { id: 'state', header: t.member('state'), cell: (row) => <State row={row} /> },
    {
      id: 'registeredAt',
      priority: 3,
      header: t.member('registered'),
      sortable: true,
      cell: ({ registeredAt }) => (
        <time dateTime={registeredAt} title={`${format.dateTime(registeredAt)} (${format.zone})`}>
          {format.day(dayOf(new Date(registeredAt), timeZone))}
        </time>
      ),
    },
    {
      id: 'balance',
      priority: 5,
      header: t.member('balance'),
      numeric: true,
      sortable: true,
      cell: ({ balance }) => format.amount(balance),
    },
    {
      id: 'paidOut',
      priority: 2,
      header: t.member('paid_out'),
      numeric: true,
      sortable: true,
      cell: ({ paidOut }) => format.amount(paidOut),
    },
    {
      id: 'amount30d',
      header: t.member('amount_30d'),
      numeric: true,
      sortable: true,
      cell: ({ amount30d }) => <span className={classes.strong}>{format.amount(amount30d)}</span>,
    },
    {
      id: 'commission30d',
      priority: 4,
      header: t.member('commission_30d'),
      numeric: true,
      cell: ({ commission30d }) => format.amount(commission30d),
    },
    { id: 'remark', priority: 1, header: t.member('remark'), cell: (row) => <RemarkCell member={row} /> },
    {
      id: 'orders30d',
      priority: 1,
      header: t.member('orders_30d'),
      numeric: true,
      optional: true,
      cell: ({ orders30d }) => format.number(orders30d),
    },
    {
      id: 'successRate30d',
      priority: 1,
      header: t.member('success_30d'),
      numeric: true,
      optional: true,
      cell: ({ successRate30d }) => format.percent(successRate30d),
    },
    { id: 'username', priority: 1, header: t.member('username'), optional: true, cell: ({ username }) => username },
  ];
}

/** On a phone: the name and what was paid in 30 days; then what is not as usual, type and number. */
export function memberPhoneRow(t: ColumnWords, format: Format): PhoneRow<UserRow> {
  return {
    what: ({ name }) => name,
    amount: ({ amount30d }) => format.amount(amount30d),
    state: (row) => <Exceptions row={row} />,
    facts: ({ type, memberNo, balance }) => [
      type === 'agent' && t.agent(type),
      memberNo,
      `${t.member('balance')} ${format.amount(balance)}`,
    ],
  };
}

/** The name above type and number; an agent's members are one click away. */
function Member({ row: { memberNo, name, type, children } }: { row: UserRow }) {
  const t = useWords(memberWords);
  const shared = useWords(agentWords);
  return (
    <span className={classes.member}>
      <span className={classes.name}>{name}</span>
      <span className={classes.kind}>
        {shared(type)} · <CopyText value={memberNo} />
      </span>
      {type === 'agent' && children > 0 && (
        <AgentLink to="/agent/userlist" search={{ of: memberNo }} className={classes.walk}>
          {t('walk', { count: children })}
          <span className={classes.unseen}> ({name})</span>
          <ChevronRightIcon size={12} />
        </AgentLink>
      )}
    </span>
  );
}

function Exceptions({ row: { state, certification, belowOwn, successFell } }: { row: UserRow }) {
  const t = useWords(agentWords);
  return (
    <>
      {state !== 'active' && <StateBadge state={state} />}
      {certification !== 'approved' && <CertificationBadge certification={certification} />}
      {belowOwn && <StatusBadge tone="warn">{t('below_own')}</StatusBadge>}
      {successFell && <StatusBadge tone="warn">{t('success_fell')}</StatusBadge>}
    </>
  );
}

function State({ row: { state, certification, belowOwn, successFell } }: { row: UserRow }) {
  const t = useWords(agentWords);
  return (
    <span className={classes.states}>
      <StateBadge state={state} />
      <CertificationBadge certification={certification} />
      {belowOwn && <StatusBadge tone="warn">{t('below_own')}</StatusBadge>}
      {successFell && <StatusBadge tone="warn">{t('success_fell')}</StatusBadge>}
    </span>
  );
}
