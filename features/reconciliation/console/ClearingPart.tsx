/** What each upstream owes by our books, since when, against the closing balance of its statement; and settlements. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRight } from '#features/accounts/console/use-right.ts';
import { ExportButton } from '#features/exports/console/ExportButton.tsx';
import { DetailSection } from '#foundation/console/display/detail.tsx';
import { Amount, useFormat } from '#foundation/console/display/format.tsx';
import { Fact, Facts, Panel, SkeletonBar, SkeletonGroup } from '#foundation/console/display/layout.tsx';
import { PlainButton } from '#foundation/console/display/plain.tsx';
import { EmptyRows, FailedRows } from '#foundation/console/display/states.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import type { Clearing } from '../matching-contract.ts';
import { reconciliationWords } from '../screen-words.ts';
import { matchingCalls } from './calls.ts';
import classes from './Reconciliation.module.css';
import { SettleDialog, type Settling } from './SettleDialog.tsx';

const REFETCH_MS = 30_000;

export function ClearingPart() {
  const t = useWords(reconciliationWords);
  const { data, error, refetch } = useCall(matchingCalls, '/operator/reconciliation/clearing', undefined, {
    refetchEveryMs: REFETCH_MS,
  });
  const [settling, setSettling] = useState<Settling>();
  if (!data && error) return <FailedRows title={t('load_failed')} error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Panel>
        <SkeletonGroup>
          <SkeletonBar width="46%" height={28} />
          <SkeletonBar width="80%" />
          <SkeletonBar width="62%" />
        </SkeletonGroup>
      </Panel>
    );
  if (data.list.length === 0) return <EmptyRows title={t('no_upstreams')} />;
  return (
    <div className={classes.parts}>
      <div className={classes.bar}>
        <ExportButton kind="clearing" filter={{}} />
      </div>
      {data.list.map((one) => (
        <Upstream key={one.upstreamId} clearing={one} onSettle={setSettling} />
      ))}
      <SettleDialog settling={settling} onClose={() => setSettling(undefined)} />
    </div>
  );
}

function Upstream({ clearing, onSettle }: { clearing: Clearing; onSettle(settling: Settling): void }) {
  const t = useWords(reconciliationWords);
  const format = useFormat();
  const mayAct = useRight('reconciliation.act');
  const { upstreamId, upstream, owed, day, takenIn, paidOut, settled, since, days, theirs, unbooked } = clearing;
  return (
    <Panel
      title={<bdi>{upstream}</bdi>}
      actions={mayAct && <PlainButton onClick={() => onSettle({ upstreamId, upstream })}>{t('settle')}</PlainButton>}
    >
      <div className={classes.form}>
        <Facts figures>
          <Fact label={t('owed')}>
            <strong>
              <Amount value={owed} />
            </strong>
          </Fact>
          {since !== null && days !== null && (
            <Fact label={t('since')}>
              {format.day(since)} · {t('age_days', { count: days })}
            </Fact>
          )}
          <Fact label={t('taken_in')}>
            <Amount value={takenIn} />
          </Fact>
          <Fact label={t('paid_out')}>
            <Amount value={paidOut} />
          </Fact>
          <Fact label={t('settled_sum')}>
            <Amount value={settled} />
          </Fact>
          <Fact label={t('their_closing')}>
            {theirs === null
              ? t('no_closing')
              : t('their_day', {
                  closing: format.amount(theirs.closing),
                  day: format.day(theirs.day),
                  difference: format.amount(theirs.difference),
                })}
          </Fact>
        </Facts>
        {day !== null && <p className={classes.quiet}>{t('owed_until', { day: format.day(day) })}</p>}
        {unbooked.length > 0 && (
          <DetailSection title={t('unbooked')}>
            <ul className={classes.items}>
              {unbooked.map((line) => (
                <li key={`${line.fileId} ${line.lineNo}`} className={classes.item}>
                  <span className={classes.stack}>
                    <span>{t(line.direction === 'received' ? 'received_from' : 'paid_to')}</span>
                    <span className={classes.quiet}>
                      {t('unbooked_line', { day: format.day(line.day), line: line.lineNo })} · <bdi>{line.number}</bdi>
                    </span>
                  </span>
                  <span className={classes.end}>
                    <Amount value={line.amount} />
                  </span>
                  {mayAct && (
                    <Button
                      size="compact-sm"
                      variant="default"
                      onClick={() => onSettle({ upstreamId, upstream, line })}
                    >
                      {t('book')}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          </DetailSection>
        )}
      </div>
    </Panel>
  );
}
