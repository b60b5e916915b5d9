/** What all users did: filters, an entry in full, the check of the chains, and the list as a file. */
import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { auditActionNames, auditActions } from '#features/audit-actions.ts';
import type { OperatorLogRow } from '#features/audit/operator-contract.ts';
import { ExportButton } from '#features/exports/console/ExportButton.tsx';
import { deviceText } from '#features/sessions/console/log-texts.ts';
import { logWords } from '#features/sessions/screen-words.ts';
import { Time, useFormat, useLocality } from '#foundation/console/display/format.tsx';
import { Fact, Facts, PageHeader } from '#foundation/console/display/layout.tsx';
import { EmptyRows } from '#foundation/console/display/states.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import {
  choiceField,
  choicesField,
  dateRangeField,
  textField,
  wireChoices,
  wireRange,
} from '#foundation/console/list/address-fields.ts';
import type { Column, PhoneRow } from '#foundation/console/list/data-table/column.ts';
import { DataTable } from '#foundation/console/list/data-table/DataTable.tsx';
import { DateRangeFilter } from '#foundation/console/list/DateRangeFilter.tsx';
import { FilterBar } from '#foundation/console/list/FilterBar.tsx';
import { ChoiceFilter, ChoicesFilter, TextFilter } from '#foundation/console/list/filters.tsx';
import { useListAddress } from '#foundation/console/list/use-list-address.ts';
import { useToday } from '#foundation/console/list/use-today.ts';
import { DetailDrawer } from '#foundation/console/overlay/DetailDrawer.tsx';
import { useRowSteps } from '#foundation/console/overlay/use-row-steps.ts';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import { type Translate, usePhrase, useWords } from '#foundation/console/page/words.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { given } from '#foundation/core/given.ts';
import { auditScreenWords } from '../../audit-screen-words.ts';
import { operatorTitles } from '../../screen-titles.ts';
import classes from './Audit.module.css';
import { operatorAuditCalls } from './calls.ts';
import { VerifyDialog } from './VerifyDialog.tsx';

const results = ['done', 'refused'] as const;
const auditAddress = {
  fields: {
    user: textField(),
    action: choicesField(auditActionNames),
    object: textField(),
    result: choiceField(results),
    range: dateRangeField(),
  },
  sortable: ['createdAt'],
} as const;

const REFETCH_MS = 20_000;

const keyOf = ({ id }: OperatorLogRow) => id;

function AuditScreen() {
  const log = useWords(logWords);
  const t = useWords(auditScreenWords);
  const title = useWords(operatorTitles)('audit');
  const translate = usePhrase();
  const format = useFormat();
  const { timeZone } = useLocality();
  const list = useListAddress(auditAddress);
  const today = useToday();
  const { user, action, object, result, range } = list.filters;
  const between = wireRange(range, timeZone, today);
  const filter = given({ user, action: action && wireChoices(action), object, result, range: between });
  const source = useCall(
    operatorAuditCalls,
    '/operator/audit/list',
    { ...list.paging, ...filter },
    { refetchEveryMs: REFETCH_MS },
  );
  const { sort, order } = list.paging;
  const columns = useMemo(() => columnsOf(log), [log]);
  const rows = source.data?.list ?? [];
  const steps = useRowSteps(rows.map(keyOf), list.open);
  const extend = source.data?.extend;
  const [verifies, setVerifies] = useState(false);
  const actions = useMemo(
    () => auditActionNames.map((value) => ({ value, label: translate(auditActions[value]) })),
    [translate],
  );
  const counted = (count: number, atLeast?: boolean) => t(atLeast ? 'counted_at_least' : 'counted', { count });
  return (
    <>
      <PageHeader
        title={title}
        hint={extend && extend.lookedFrom !== null ? t('recent') : t('hint', { zone: format.zone })}
        actions={
          <Button variant="default" onClick={() => setVerifies(true)}>
            {t('verify')}
          </Button>
        }
      />
      <FilterBar list={list} error={source.error}>
        <TextFilter {...list.bind('user')} label={t('find_user')} />
        <TextFilter {...list.bind('object')} label={t('find_object')} />
        <ChoicesFilter {...list.bind('action')} label={log('action')} options={actions} />
        <ChoiceFilter
          {...list.bind('result')}
          label={log('result')}
          options={results.map((value) => ({ value, label: log(value) }))}
        />
        <DateRangeFilter {...list.bind('range')} label={log('time')} />
      </FilterBar>
      <DataTable
        name="operatorAudit"
        label={title}
        columns={columns}
        phone={phoneRow(log)}
        fills
        source={source}
        rowKey={keyOf}
        rowLabel={({ actionText }) => actionText}
        list={list}
        onOpen={({ id }) => list.setOpen(id)}
        openKey={list.open}
        counted={counted}
        totalCapped={extend?.capped ?? false}
        actions={<ExportButton kind="auditLog" filter={{ sort, order, ...filter }} counted={counted} />}
        empty={{ title: t('empty'), hint: t('empty_hint') }}
      />
      <DetailDrawer
        opened={list.open !== undefined}
        title={t('details')}
        steps={steps}
        onClose={() => list.setOpen(undefined)}
      >
        <Entry row={rows.find(({ id }) => id === list.open)} />
      </DetailDrawer>
      <VerifyDialog opened={verifies} filter={given({ user, range: between })} onClose={() => setVerifies(false)} />
    </>
  );
}

type Log = Translate<typeof logWords>;

function whoOf(t: Log, { username }: Pick<OperatorLogRow, 'username'>): string {
  return username ?? t('platform');
}

function Entry({ row }: { row: OperatorLogRow | undefined }) {
  const t = useWords(logWords);
  const own = useWords(auditScreenWords);
  if (!row) return <EmptyRows title={own('empty')} />;
  return (
    <Facts>
      <Fact label={t('time')}>
        <Time at={row.createdAt} />
      </Fact>
      <Fact label={t('who')}>
        <bdi>{whoOf(t, row)}</bdi>
      </Fact>
      {row.memberNo !== null && (
        <Fact label={t('member')}>
          <ScreenLink to="/operator/members" search={{ open: row.memberNo }}>
            {row.memberNo}
          </ScreenLink>
        </Fact>
      )}
      <Fact label={t('action')}>{row.actionText}</Fact>
      {row.object !== '' && (
        <Fact label={t('object')}>
          <bdi className={classes.object}>{row.object}</bdi>
        </Fact>
      )}
      <Fact label={t('result')}>
        <StatusBadge tone={row.result === 'done' ? 'good' : 'bad'}>{t(row.result)}</StatusBadge>
      </Fact>
      {row.ip !== null && <Fact label={t('ip')}>{row.ip}</Fact>}
      <Fact label={t('device')}>
        <bdi className={classes.object}>{deviceText(row.device, t)}</bdi>
      </Fact>
    </Facts>
  );
}

function phoneRow(t: Log): PhoneRow<OperatorLogRow> {
  return {
    what: ({ actionText }) => actionText,
    state: ({ result }) => result !== 'done' && <StatusBadge tone="bad">{t(result)}</StatusBadge>,
    at: ({ createdAt }) => createdAt,
    sort: 'createdAt',
    facts: (row) => [<bdi key="who">{whoOf(t, row)}</bdi>, row.object !== '' && <bdi key="object">{row.object}</bdi>],
  };
}

function columnsOf(t: Log): Column<OperatorLogRow>[] {
  return [
    { id: 'createdAt', header: t('time'), sortable: true, cell: ({ createdAt }) => <Time at={createdAt} short /> },
    { id: 'who', header: t('who'), cell: (row) => <bdi>{whoOf(t, row)}</bdi> },
    {
      id: 'action',
      header: t('action'),
      cell: ({ actionText }) => <span className={classes.object}>{actionText}</span>,
    },
    {
      id: 'object',
      header: t('object'),
      cell: ({ object }) => <bdi className={classes.object}>{object === '' ? '–' : object}</bdi>,
    },
    {
      id: 'member',
      header: t('member'),
      priority: 3,
      cell: ({ memberNo }) =>
        memberNo === null ? (
          '–'
        ) : (
          <ScreenLink to="/operator/members" search={{ open: memberNo }}>
            {memberNo}
          </ScreenLink>
        ),
    },
    { id: 'ip', header: t('ip'), priority: 2, cell: ({ ip }) => ip ?? '–' },
    {
      id: 'device',
      header: t('device'),
      priority: 1,
      cell: ({ device }) => <bdi>{deviceText(device, t)}</bdi>,
    },
    {
      id: 'result',
      header: t('result'),
      cell: ({ result }) => <StatusBadge tone={result === 'done' ? 'good' : 'bad'}>{t(result)}</StatusBadge>,
    },
  ];
}

export { AuditScreen as Screen };
