/** The user's files, newest first: those that are ready, and those that are still written, with their progress. */
import { useMemo } from 'react';
import type { Column, PhoneRow } from '#foundation/console/list/data-table/column.ts';
import { DataTable } from '#foundation/console/list/data-table/DataTable.tsx';
import { type Format, Time, useFormat } from '#foundation/console/display/format.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import { useListAddress } from '#foundation/console/list/use-list-address.ts';
import { type Translate, useWords } from '#foundation/console/page/words.tsx';
import type { DownloadRow } from '../contract.ts';
import { downloadWords } from '../screen-words.ts';
import { DownloadActions } from './DownloadActions.tsx';
import { downloadTones } from './download-tones.ts';
import classes from './Downloads.module.css';
import { KindName } from './KindName.tsx';
import { sizeText } from './size-text.ts';
import { useDownloads } from './use-downloads.ts';

const address = { fields: {}, sortable: ['createdAt'] } as const;

export function DownloadList() {
  const t = useWords(downloadWords);
  const format = useFormat();
  const list = useListAddress(address);
  const { page, limit, order } = list.paging;
  const found = useDownloads({ page, limit, order });
  const columns = useMemo(() => columnsOf(t, format), [t, format]);
  return (
    <DataTable
      name="downloads"
      label={t('files')}
      counted={(count) => t('counted_files', { count })}
      columns={columns}
      phone={phoneRow(t)}
      source={found}
      rowKey={({ id }) => id}
      rowLabel={({ name }) => name}
      list={list}
      sums={
        found.data !== undefined &&
        found.data.total > 0 && <span className={classes.count}>{t('at_most', { most: found.data.extend.most })}</span>
      }
      empty={{ title: t('none'), hint: t('none_hint') }}
    />
  );
}

function phoneRow(t: Translate<typeof downloadWords>): PhoneRow<DownloadRow> {
  return {
    what: ({ name }) => name,
    amount: ({ size }) => size !== null && sizeText(size, t),
    state: ({ state }) =>
      state !== 'ready' && <StatusBadge tone={downloadTones[state]}>{t(`state_${state}`)}</StatusBadge>,
    at: ({ createdAt }) => createdAt,
    facts: ({ filter, progress, state }) => [
      state === 'running' && t('percent', { percent: progress }),
      filter === '' ? t('everything') : filter,
    ],
  };
}

function columnsOf(t: Translate<typeof downloadWords>, format: Format): Column<DownloadRow>[] {
  return [
    {
      id: 'name',
      header: t('name'),
      cell: ({ name, kind, scheduleId }) => (
        <span className={classes.stack}>
          <span className={classes.name}>{name}</span>
          <span className={classes.quiet}>
            <KindName kind={kind} />
            {scheduleId !== null && ` · ${t('scheduled')}`}
          </span>
        </span>
      ),
    },
    {
      id: 'filter',
      priority: 3,
      header: t('filter'),
      cell: ({ filter }) => <span className={classes.stack}>{filter === '' ? t('everything') : filter}</span>,
    },
    {
      id: 'state',
      header: t('state'),
      cell: ({ state, fault, report }) => (
        <span className={classes.stack}>
          <StatusBadge tone={downloadTones[state]}>{t(`state_${state}`)}</StatusBadge>
          {fault !== null && <span className={classes.fault}>{fault}</span>}
          {state === 'ready' && report && (
            <span className={classes.quiet}>
              {t(report.acknowledgedAt === null ? 'posting_to' : 'posted_to', { host: report.host })}
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'progress',
      priority: 2,
      header: t('progress'),
      cell: ({ state, progress }) =>
        state === 'failed' || state === 'cancelled' ? '–' : <Progress percent={progress} />,
    },
    {
      id: 'rows',
      priority: 1,
      header: t('rows'),
      numeric: true,
      cell: ({ rows }) => (rows === null ? '–' : format.number(rows)),
    },
    {
      id: 'size',
      priority: 4,
      header: t('size'),
      numeric: true,
      cell: ({ size }) => (size === null ? '–' : sizeText(size, t)),
    },
    {
      id: 'createdAt',
      priority: 5,
      header: t('created'),
      sortable: true,
      cell: ({ createdAt }) => <Time at={createdAt} short />,
    },
    { id: 'expiresAt', priority: 6, header: t('expires'), cell: ({ expiresAt }) => <Time at={expiresAt} short /> },
    {
      id: 'actions',
      header: t('actions'),
      cell: (row) => (
        <span className={classes.actions}>
          <DownloadActions row={row} />
        </span>
      ),
    },
  ];
}

function Progress({ percent }: { percent: number }) {
  const t = useWords(downloadWords);
  const text = t('percent', { percent });
  return (
    <span className={classes.progress}>
      <span className={classes.percent}>{text}</span>
      <span
        className={classes.track}
        role="meter"
        aria-label={t('progress')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={text}
      >
        <span style={{ width: `${percent}%` }} />
      </span>
    </span>
  );
}
