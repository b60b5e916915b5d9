/** The published versions of the routes; an earlier one can be brought back. */
import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useRight } from '#features/accounts/console/use-right.ts';
import { ActDialog } from '#features/accounts/console/ActDialog.tsx';
import { ExportButton } from '#features/exports/console/ExportButton.tsx';
import { Time, useFormat } from '#foundation/console/display/format.tsx';
import type { Column } from '#foundation/console/list/data-table/column.ts';
import { DataTable } from '#foundation/console/list/data-table/DataTable.tsx';
import { useListAddress } from '#foundation/console/list/use-list-address.ts';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { useLast } from '#foundation/console/overlay/use-last.ts';
import { type Translate, useWords } from '#foundation/console/page/words.tsx';
import { useAction, useCall } from '#foundation/console/wire/use-call.ts';
import { RoutingAct, type VersionRow } from '../../routing-contract.ts';
import { operatorRoutingTexts } from '../../routing-texts.ts';
import { operatorRoutingWords } from '../../routing-words.ts';
import { versionReason } from '../../version-reason.ts';
import { operatorRoutingCalls } from '../calls.ts';
import { ROUTING_REFRESHED } from './DraftBar.tsx';

const REFETCH_MS = 20_000;
const address = { fields: {}, sortable: ['version'] } as const;

export function VersionsTab() {
  const t = useWords(operatorRoutingWords);
  const format = useFormat();
  const list = useListAddress(address);
  const source = useCall(operatorRoutingCalls, '/operator/routing/versions', list.paging, {
    refetchEveryMs: REFETCH_MS,
  });
  const { sort, order } = list.paging;
  const configures = useRight('upstreams.configure');
  const [chosen, setChosen] = useState<number>();
  const last = useLast(chosen) ?? 0;
  const rollBack = useAction(operatorRoutingCalls, '/operator/routing/rollBack', {
    refreshes: ROUTING_REFRESHED,
    quiet: true,
    background: false,
  });
  const latest = source.data?.total;
  const columns = useMemo(
    () => versionColumns(t, (version) => configures && version !== latest && { onClick: () => setChosen(version) }),
    [t, configures, latest],
  );
  return (
    <>
      <DataTable
        name="operatorRoutingVersions"
        label={t('part_versions')}
        counted={(count) => t('versions_counted', { count })}
        columns={columns}
        phone={{
          what: ({ version }) => t('version_now', { version: String(version) }),
          at: ({ publishedAt }) => publishedAt,
          facts: (row) => [row.publishedBy, versionReason(t, row)],
        }}
        fills
        source={source}
        rowKey={({ version }) => String(version)}
        rowLabel={({ version }) => t('version_now', { version: format.number(version) })}
        list={list}
        actions={
          <ExportButton
            kind="routingVersion"
            filter={{ sort, order }}
            counted={(count) => t('versions_counted', { count })}
          />
        }
        empty={{ title: t('no_versions'), hint: t('no_versions_hint') }}
      />
      <ActDialog
        opened={chosen !== undefined}
        title={t('roll_back_of', { version: String(last) })}
        act={t('roll_back')}
        schema={RoutingAct}
        texts={operatorRoutingTexts}
        why={{ name: 'reason', label: t('reason') }}
        onSend={async (input) => {
          const { version } = await rollBack.mutateAsync({ ...input, version: last });
          showToast(t('published', { version: String(version) }), 'good');
        }}
        onClose={() => setChosen(undefined)}
      >
        <p>{t('publish_what')}</p>
      </ActDialog>
    </>
  );
}

type Words = Translate<typeof operatorRoutingWords>;

function versionColumns(t: Words, actOf: (version: number) => false | { onClick: () => void }): Column<VersionRow>[] {
  return [
    { id: 'version', header: t('version'), sortable: true, cell: ({ version }) => version },
    { id: 'publishedAt', header: t('published_at'), cell: ({ publishedAt }) => <Time at={publishedAt} short /> },
    { id: 'publishedBy', priority: 2, header: t('published_by'), cell: ({ publishedBy }) => publishedBy ?? '–' },
    { id: 'reason', header: t('reason'), cell: (row) => <bdi>{versionReason(t, row)}</bdi> },
    {
      id: 'act',
      header: t('roll_back'),
      cell: ({ version }) => {
        const act = actOf(version);
        return (
          act && (
            <Button variant="default" size="compact-sm" {...act}>
              {t('roll_back')}
            </Button>
          )
        );
      },
    },
  ];
}
