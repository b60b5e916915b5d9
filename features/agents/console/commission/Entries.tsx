/** The orders and reversals behind one row of the statement, with the way back to the statement. */
import { useMemo } from 'react';
import { Button } from '@mantine/core';
import { ExportButton } from '#features/exports/console/ExportButton.tsx';
import { RateText } from '#features/channels/console/RateText.tsx';
import { CopyText, ShortText } from '#foundation/console/display/CopyText.tsx';
import { type Format, Time, useFormat, useLocality } from '#foundation/console/display/format.tsx';
import { ChevronLeftIcon } from '#foundation/console/display/icons.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import type { Column, PhoneRow } from '#foundation/console/list/data-table/column.ts';
import { DataTable } from '#foundation/console/list/data-table/DataTable.tsx';
import { isRefused } from '#foundation/console/list/filter-refusals.ts';
import { useListAddress } from '#foundation/console/list/use-list-address.ts';
import { usePageAddress } from '#foundation/console/page/page-address.tsx';
import { type Translate, useLanguage, useWords } from '#foundation/console/page/words.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { commissionWords } from '../../commission-words.ts';
import type { RateOutput } from '../../fields.ts';
import type { CommissionEntry } from '../../order-contract.ts';
import { agentWords } from '../../screen-words.ts';
import { AgentLink } from '../AgentLink.tsx';
import { agentOrderCalls } from '../calls.ts';
import { commissionTones } from '../commission-tones.ts';
import { MemberName } from '../member-badges.tsx';
import { type CommissionGroup, entriesOf, entryAddress, type WireCommissionFilter } from './commission-filter.ts';
import classes from './Commission.module.css';
import { CommissionSums } from './Statement.tsx';
import { nameOfRow } from './statement-columns.tsx';

export interface EntriesProps {
  filter: WireCommissionFilter;
  group: CommissionGroup;
  rowKey: string;
}

/** An order and its reversal are two entries. */
const keyOf = ({ systemNo, merchant, state, bookedAt }: CommissionEntry) =>
  `${merchant.memberNo}.${systemNo}.${state}.${bookedAt}`;

export function Entries({ filter, group, rowKey }: EntriesProps) {
  const t = useWords(commissionWords);
  const shared = useWords(agentWords);
  const format = useFormat();
  const { language } = useLanguage();
  const { timeZone } = useLocality();
  const { change } = usePageAddress();
  const list = useListAddress(entryAddress);
  const { sort, order } = list.paging;
  const wanted = entriesOf(filter, { group, key: rowKey, timeZone });
  const entries = useCall(
    agentOrderCalls,
    '/agent/commission/entries',
    { ...list.paging, ...wanted },
    { enabled: wanted !== undefined },
  );
  const columns = useMemo(() => columnsOf(t, shared, format), [t, shared, format]);
  const first = entries.data?.list[0];
  const known = { member: first?.merchant.name, channel: first?.channel.name, day: undefined, month: undefined }[group];
  const name =
    wanted === undefined ? rowKey : nameOfRow({ key: rowKey, name: known ?? null }, { format, language, group });
  const back = () => change(({ open: _open, page: _page, sort: _sort, order: _order, ...kept }) => kept);
  return (
    <>
      <nav className={classes.way} aria-label={t('way_back')}>
        <Button variant="default" size="compact-sm" fw={400} leftSection={<ChevronLeftIcon size={14} />} onClick={back}>
          {t(`all_${group}`)}
        </Button>
        <h2 className={classes.here}>{name}</h2>
      </nav>
      <DataTable
        name="commissionEntries"
        label={`${t('entries')}: ${name}`}
        columns={columns}
        phone={phoneRow(shared, format)}
        source={wanted === undefined ? NOTHING : entries}
        rowKey={keyOf}
        list={{ ...list, isFiltered: false }}
        sums={entries.data && <CommissionSums sums={entries.data.extend} />}
        actions={
          wanted &&
          !isRefused(entries.error) && <ExportButton kind="commissionEntry" filter={{ sort, order, ...wanted }} />
        }
        empty={{ title: t('entries_none'), hint: t('entries_none_hint') }}
      />
    </>
  );
}

/** For an address that names no possible row. */
const NOTHING = {
  data: { total: 0, list: [] },
  isPending: false,
  isFetching: false,
  isPlaceholderData: false,
  error: null,
  refetch: () => undefined,
};

function columnsOf(
  t: Translate<typeof commissionWords>,
  shared: Translate<typeof agentWords>,
  format: Format,
): Column<CommissionEntry>[] {
  return [
    {
      id: 'systemNo',
      header: t('system_no'),
      cell: ({ systemNo, merchant }) => (
        <CopyText value={systemNo}>
          <AgentLink
            to="/agent/orderList"
            search={{ open: `${merchant.memberNo}.${systemNo}` }}
            className={classes.link}
          >
            <ShortText text={systemNo} most={11} />
          </AgentLink>
        </CopyText>
      ),
    },
    { id: 'merchant', header: shared('merchant'), cell: ({ merchant }) => <MemberName member={merchant} /> },
    { id: 'channel', priority: 2, header: shared('channel'), cell: ({ channel }) => channel.name || channel.code },
    { id: 'amount', header: shared('amount'), numeric: true, cell: ({ amount }) => format.amount(amount) },
    { id: 'rateBelow', priority: 1, header: t('rate_below'), cell: ({ rateBelow }) => <Rate rate={rateBelow} /> },
    { id: 'ownRate', priority: 3, header: t('own_rate'), cell: ({ ownRate }) => <Rate rate={ownRate} /> },
    {
      id: 'commission',
      header: shared('commission'),
      numeric: true,
      cell: ({ commission }) => <span className={classes.net}>{format.amount(commission)}</span>,
    },
    {
      id: 'state',
      header: t('state'),
      cell: ({ state }) => <StatusBadge tone={commissionTones[state]}>{shared(`state_${state}`)}</StatusBadge>,
    },
    {
      id: 'bookedAt',
      priority: 4,
      header: t('booked'),
      sortable: true,
      cell: ({ bookedAt }) => <Time at={bookedAt} short />,
    },
    { id: 'paidAt', priority: 1, header: t('paid'), optional: true, cell: ({ paidAt }) => <Time at={paidAt} short /> },
    {
      id: 'releasesAt',
      priority: 1,
      header: shared('releases_on'),
      optional: true,
      cell: ({ releasesAt }) => <Time at={releasesAt} short />,
    },
  ];
}

function phoneRow(shared: Translate<typeof agentWords>, format: Format): PhoneRow<CommissionEntry> {
  return {
    what: ({ merchant }) => merchant.name,
    amount: ({ commission }) => format.amount(commission),
    state: ({ state }) =>
      state !== 'available' && <StatusBadge tone={commissionTones[state]}>{shared(`state_${state}`)}</StatusBadge>,
    at: ({ bookedAt }) => bookedAt,
    sort: 'bookedAt',
    facts: ({ channel, amount }) => [channel.name || channel.code, `${shared('amount')} ${format.amount(amount)}`],
  };
}

function Rate({ rate }: { rate: RateOutput | null }) {
  return rate === null ? <span className={classes.quiet}>–</span> : <RateText rate={rate} />;
}
