/** How the statements of each upstream are read. */
import { useMemo } from 'react';
import { useRight } from '#features/accounts/console/use-right.ts';
import { ExportButton } from '#features/exports/console/ExportButton.tsx';
import { type Format, Time, useFormat } from '#foundation/console/display/format.tsx';
import type { Column, PhoneRow } from '#foundation/console/list/data-table/column.ts';
import { DataTable } from '#foundation/console/list/data-table/DataTable.tsx';
import { usePageAddress } from '#foundation/console/page/page-address.tsx';
import { type Translate, useWords } from '#foundation/console/page/words.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import type { UpstreamMapping } from '../../contract.ts';
import { mappingWords } from '../../mapping-screen-words.ts';
import { reconciliationWords } from '../../screen-words.ts';
import { reconciliationCalls } from '../calls.ts';
import classes from '../Reconciliation.module.css';
import { upstreamIdIn } from '../use-upstreams.ts';
import { MappingEditor } from './MappingEditor.tsx';

const REFETCH_MS = 20_000;

export function MappingsPart() {
  const t = useWords(mappingWords);
  const words = useWords(reconciliationWords);
  const format = useFormat();
  const { params, change } = usePageAddress();
  const mappings = useCall(
    reconciliationCalls,
    '/operator/reconciliation/mappings',
    undefined,
    // A version that somebody else saves would take the place of one that is being written.
    params['open'] === undefined ? { refetchEveryMs: REFETCH_MS } : {},
  );
  const upstreams = mappings.data?.upstreams;
  const open = upstreams?.find(({ upstreamId }) => upstreamId === upstreamIdIn(params['open']));
  const mayEdit = useRight('reconciliation.configure');
  const columns = useMemo(() => columnsOf(t, words), [t, words]);
  const setOpen = (id: string | undefined) =>
    change(({ open: _before, ...others }) => (id === undefined ? others : { ...others, open: id }));
  if (open)
    return (
      <MappingEditor key={`${open.upstreamId} ${open.version}`} upstream={open} onClose={() => setOpen(undefined)} />
    );
  return (
    <>
      {!mayEdit && <p className={classes.note}>{t('read_only')}</p>}
      <DataTable
        name="operator-mappings"
        label={words('part_mappings')}
        columns={columns}
        phone={phoneRow(t, format)}
        fills
        source={{
          ...mappings,
          data: upstreams && { total: upstreams.length, list: upstreams },
        }}
        rowKey={({ upstreamId }) => upstreamId.toString()}
        rowLabel={({ name }) => name}
        onOpen={mayEdit ? ({ upstreamId }) => setOpen(upstreamId.toString()) : undefined}
        actions={<ExportButton kind="mapping" filter={{}} />}
        empty={{ title: words('no_upstreams'), hint: words('no_upstreams_hint') }}
      />
    </>
  );
}

function phoneRow(t: Translate<typeof mappingWords>, format: Format): PhoneRow<UpstreamMapping> {
  return {
    what: ({ name }) => <bdi>{name}</bdi>,
    amount: ({ version }) => (version === 0 ? t('none') : format.number(version)),
    facts: ({ mapping }) => [mapping && t(`format_${mapping.format}`)],
  };
}

function columnsOf(
  t: Translate<typeof mappingWords>,
  words: Translate<typeof reconciliationWords>,
): Column<UpstreamMapping>[] {
  return [
    { id: 'upstream', header: words('upstream'), cell: ({ name }) => <bdi>{name}</bdi> },
    {
      id: 'version',
      header: t('version'),
      numeric: true,
      cell: ({ version }) => (version === 0 ? <span className={classes.quiet}>{t('none')}</span> : version),
    },
    { id: 'format', header: t('format'), cell: ({ mapping }) => mapping && t(`format_${mapping.format}`) },
    { id: 'savedBy', priority: 1, header: t('saved_by'), cell: ({ savedBy }) => savedBy && <bdi>{savedBy}</bdi> },
    { id: 'savedAt', priority: 2, header: t('saved_at'), cell: ({ savedAt }) => <Time at={savedAt} short /> },
  ];
}
