/**
 * Says who is looking at a certification, and claims it while it is shown. Anyone can decide in spite of
 * another's claim; taking it over is said to both.
 */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useWords } from '#foundation/console/page/words.tsx';
import { useAction, useCall } from '#foundation/console/wire/use-call.ts';
import type { Claim } from '../../contract.ts';
import { certificationQueueWords } from '../../operator-words.ts';
import { certificationCalls } from '../calls.ts';
import classes from './CertificationDrawer.module.css';

/** The claim is renewed, and a loss of it noticed, so often. */
const RENEWED_MS = 20_000;

export function ClaimLine({ id }: { id: string }) {
  const t = useWords(certificationQueueWords);
  const claimed = useCall(
    certificationCalls,
    '/operator/certification/claim',
    { id },
    { refetchEveryMs: RENEWED_MS, quiet: true, keepPrevious: false },
  );
  const takeOver = useAction(certificationCalls, '/operator/certification/claim', {
    refreshes: ['/operator/certification/list', '/operator/certification/claim'],
  });
  const claim = claimed.data?.claim;
  const wasOwn = useWasOwn(claim);
  if (!claim) return null;
  if (claim.own) {
    const takenFrom = takeOver.data?.takenFrom ?? null;
    return (
      <p className={classes.claim} role="status">
        {takenFrom === null ? t('looking_own') : t('taken_from', { name: takenFrom })}
      </p>
    );
  }
  return (
    <p className={classes.claim} data-other role="status">
      <span>{t(wasOwn ? 'taken_by' : 'looking', { name: claim.by })}</span>
      <Button
        variant="default"
        size="compact-sm"
        loading={takeOver.isPending}
        onClick={() => takeOver.mutate({ id, takeOver: true })}
      >
        {t('take_over')}
      </Button>
    </p>
  );
}

/** Whether it was the caller's before it became another's. */
function useWasOwn(claim: Claim | undefined): boolean {
  const [wasOwn, setWasOwn] = useState(false);
  if (claim?.own === true && !wasOwn) setWasOwn(true);
  return wasOwn;
}
