/** One record of any member in a drawer at its own address. */
import type { ReactNode } from 'react';
import { DetailSkeleton, DetailTitle } from '#foundation/console/display/detail.tsx';
import { EmptyRows, FailedRows } from '#foundation/console/display/states.tsx';
import { DetailDrawer } from '#foundation/console/overlay/DetailDrawer.tsx';
import { useLast } from '#foundation/console/overlay/use-last.ts';
import type { RowSteps } from '#foundation/console/overlay/use-row-steps.ts';
import { CallRefused } from '#foundation/console/wire/api-errors.ts';
import { readKey, type RecordKey } from './record-key.ts';

interface Missing {
  title: string;
  hint: string;
}

export interface RecordPanelProps {
  /** The row's key in the address. */
  open: string | undefined;
  /** What it is. */
  kind: string;
  missing: Missing;
  steps: RowSteps | undefined;
  onClose: () => void;
  children: (key: RecordKey) => ReactNode;
}

export function RecordPanel({ open, kind, missing, steps, onClose, children }: RecordPanelProps) {
  const last = useLast(open);
  const key = last === undefined ? undefined : readKey(last);
  return (
    <DetailDrawer
      opened={open !== undefined}
      title={<DetailTitle kind={kind} number={key?.orderNo ?? last} />}
      steps={steps}
      onClose={onClose}
    >
      {last !== undefined && (key ? children(key) : <EmptyRows {...missing} />)}
    </DetailDrawer>
  );
}

/** Stands for a record that is not there, could not be loaded, or is being loaded. */
export function RecordAwaited({
  error,
  missing,
  failed,
  onRetry,
}: {
  error: Error | null;
  missing: Missing;
  failed: string;
  onRetry: () => void;
}) {
  if (error instanceof CallRefused && error.error === 'not_found') return <EmptyRows {...missing} />;
  if (error) return <FailedRows title={failed} error={error} onRetry={onRetry} />;
  return <DetailSkeleton lines={9} />;
}
