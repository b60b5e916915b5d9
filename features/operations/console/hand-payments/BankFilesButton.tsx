/** The files that were made for banks, newest first: a button and a dialog with the latest. */
import { useState } from 'react';
import { ExportButton } from '#features/exports/console/ExportButton.tsx';
import { PlainButton } from '#foundation/console/display/plain.tsx';
import { Time, useFormat } from '#foundation/console/display/format.tsx';
import { SkeletonBar, SkeletonGroup } from '#foundation/console/display/layout.tsx';
import { EmptyRows, FailedRows } from '#foundation/console/display/states.tsx';
import { Dialog } from '#foundation/console/overlay/Dialog.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { handPaymentWords } from '../../hand-payment-words.ts';
import classes from '../disbursements/Disbursements.module.css';
import { handPaymentCalls } from './calls.ts';

const SHOWN = 50;
const REFETCH_MS = 20_000;

export function BankFilesButton({ onOpen }: { onOpen(fileId: string): void }) {
  const t = useWords(handPaymentWords);
  const [opened, setOpened] = useState(false);
  return (
    <>
      <PlainButton onClick={() => setOpened(true)}>{t('files')}</PlainButton>
      <Dialog opened={opened} title={t('files')} onClose={() => setOpened(false)}>
        <Files
          onOpen={(fileId) => {
            setOpened(false);
            onOpen(fileId);
          }}
        />
      </Dialog>
    </>
  );
}

function Files({ onOpen }: { onOpen(fileId: string): void }) {
  const t = useWords(handPaymentWords);
  const format = useFormat();
  const { data, error, refetch } = useCall(
    handPaymentCalls,
    '/operator/disbursement/files',
    { limit: SHOWN },
    { refetchEveryMs: REFETCH_MS },
  );
  if (!data && error) return <FailedRows title={t('load_failed')} error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <SkeletonGroup>
        <SkeletonBar width="80%" />
        <SkeletonBar width="62%" />
      </SkeletonGroup>
    );
  if (data.list.length === 0) return <EmptyRows title={t('no_files')} />;
  return (
    <>
      <div className={classes.actions}>
        <ExportButton kind="bankFile" filter={{}} counted={(count) => t('counted_files', { count })} />
      </div>
      <ol className={classes.items}>
        {data.list.map(({ fileId, day, madeBy, madeAt, rows }) => (
          <li key={fileId} className={classes.item}>
            <p className={classes.itemHead}>
              <PlainButton quiet onClick={() => onOpen(fileId)}>
                {format.day(day)} · {t('counted', { count: rows })}
              </PlainButton>
              <span className={classes.end}>
                <bdi>{madeBy}</bdi> · <Time at={madeAt} short />
              </span>
            </p>
          </li>
        ))}
      </ol>
    </>
  );
}
