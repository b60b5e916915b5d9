/** A day of the statement by channel and by type. */
import { useMemo } from 'react';
import { ledgerScreenWords } from '#features/ledger/screen-words.ts';
import { type Format, useFormat } from '#foundation/console/display/format.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import type { Column, PhoneRow, TableSource } from '#foundation/console/list/data-table/column.ts';
import { DataTable } from '#foundation/console/list/data-table/DataTable.tsx';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import { type Translate, useWords } from '#foundation/console/page/words.tsx';
import type { StatementChannel, StatementDay } from '../contract.ts';
import { statementWords } from '../screen-words.ts';
import { FigureLink } from './FigureLink.tsx';
import { dayParams } from './period.ts';
import classes from './Statement.module.css';

interface DayTableProps<Line> {
  day: string;
  /** Undefined while they are loading. */
  lines: readonly Line[] | undefined;
  source: Omit<TableSource<Line>, 'data'>;
}

function sourceOf<Line>({ lines, source }: DayTableProps<Line>): TableSource<Line> {
  return { ...source, data: lines && { list: lines, total: lines.length } };
}

export function ChannelTable(props: DayTableProps<StatementChannel>) {
  const t = useWords(statementWords);
  const log = useWords(ledgerScreenWords);
  const format = useFormat();
  const { day, lines } = props;
  const columns = useMemo(() => channelColumns({ t, log, format, day }, lines), [t, log, format, day, lines]);
  return (
    <section>
      <h3 className={classes.partName}>{t('channels')}</h3>
      <DataTable
        name="statement.channels"
        label={t('channels')}
        columns={columns}
        phone={channelPhoneRow({ t, log, format, day })}
        source={sourceOf(props)}
        rowKey={({ code, kind }) => `${kind} ${code}`}
        empty={{ title: t('channels_none') }}
      />
    </section>
  );
}

type KindLine = StatementDay['kinds'][number];

export function KindTable(props: DayTableProps<KindLine>) {
  const t = useWords(statementWords);
  const log = useWords(ledgerScreenWords);
  const format = useFormat();
  const { day } = props;
  const columns = useMemo(() => kindColumns({ t, log, format, day }), [t, log, format, day]);
  return (
    <section>
      <h3 className={classes.partName}>{t('kinds')}</h3>
      <DataTable
        name="statement.kinds"
        label={t('kinds')}
        columns={columns}
        phone={kindPhoneRow({ t, log, format, day })}
        source={sourceOf(props)}
        rowKey={({ type }) => type}
        empty={{ title: t('kinds_none') }}
      />
    </section>
  );
}

interface Look {
  t: Translate<typeof statementWords>;
  log: Translate<typeof ledgerScreenWords>;
  format: Format;
  day: string;
}

function channelColumns(
  { t, log, format, day }: Look,
  lines: readonly StatementChannel[] | undefined,
): Column<StatementChannel>[] {
  const place = dayParams(day);
  // The order list can't tell pay-ins from recharges.
  const isAlone = ({ code }: StatementChannel) => lines?.filter((line) => line.code === code).length === 1;
  return [
    {
      id: 'channel',
      header: t('channel'),
      cell: ({ code, name }) => <span className={classes.period}>{name || code}</span>,
    },
    {
      id: 'kind',
      header: t('kind'),
      cell: ({ kind }) => <StatusBadge tone="idle">{log(kind)}</StatusBadge>,
    },
    {
      id: 'orders',
      header: t('orders'),
      numeric: true,
      cell: (line) =>
        line.orders > 0 && isAlone(line) ? (
          <ScreenLink
            to="/order/list"
            search={{ channel: line.code, created: `${day}..${day}` }}
            className={classes.figure}
          >
            {format.number(line.orders)}
          </ScreenLink>
        ) : (
          format.number(line.orders)
        ),
    },
    {
      id: 'paid',
      header: t('paid_orders'),
      numeric: true,
      cell: ({ code, kind, paid, amount }) => (
        <FigureLink place={place} figure={`${kind}.in`} channel={code} value={amount}>
          {format.number(paid)}
        </FigureLink>
      ),
    },
    {
      id: 'successRate',
      header: t('success_rate'),
      numeric: true,
      cell: ({ successRate }) => format.percent(successRate),
    },
    {
      id: 'amount',
      header: t('amount'),
      numeric: true,
      cell: ({ code, kind, amount }) => (
        <FigureLink place={place} figure={`${kind}.in`} channel={code} value={amount} />
      ),
    },
    {
      id: 'fee',
      header: t('fees'),
      numeric: true,
      cell: ({ code, kind, fee }) => <FigureLink place={place} figure={`${kind}.fees`} channel={code} value={fee} />,
    },
    {
      id: 'obtained',
      header: t('obtained'),
      numeric: true,
      cell: ({ code, kind, obtained }) => (
        <FigureLink place={place} figure={`${kind}.net`} channel={code} value={obtained} />
      ),
    },
  ];
}

function channelPhoneRow({ t, log, format }: Look): PhoneRow<StatementChannel> {
  return {
    what: ({ code, name }) => name || code,
    amount: ({ amount }) => format.amount(amount),
    facts: ({ kind, paid, successRate }) => [
      log(kind),
      `${t('paid_orders')} ${format.number(paid)}`,
      format.percent(successRate),
    ],
  };
}

function kindPhoneRow({ t, log, format }: Look): PhoneRow<KindLine> {
  return {
    what: ({ type }) => log(type),
    amount: ({ amount }) => format.amount(amount, { signed: true }),
    facts: ({ count, fee }) => [`${t('count')} ${format.number(count)}`, `${t('fees')} ${format.amount(fee)}`],
  };
}

function kindColumns({ t, log, format, day }: Look): Column<KindLine>[] {
  const place = dayParams(day);
  return [
    {
      id: 'type',
      header: t('kind'),
      cell: ({ type }) => <span className={classes.period}>{log(type)}</span>,
    },
    {
      id: 'count',
      header: t('count'),
      numeric: true,
      cell: ({ type, count, amount }) => (
        <FigureLink place={place} figure={`${type}.amount`} value={amount}>
          {format.number(count)}
        </FigureLink>
      ),
    },
    {
      id: 'amount',
      header: t('amount'),
      numeric: true,
      cell: ({ type, amount }) => <FigureLink place={place} figure={`${type}.amount`} value={amount} signed />,
    },
    {
      id: 'fee',
      header: t('fees'),
      numeric: true,
      cell: ({ type, fee }) => <FigureLink place={place} figure={`${type}.fees`} value={fee} />,
    },
  ];
}
