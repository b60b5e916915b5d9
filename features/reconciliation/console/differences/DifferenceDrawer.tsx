/** One difference: both sides, what can answer it, possible pairs, and every state that it was in. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useRight } from '#features/accounts/console/use-right.ts';
import { DetailHead, DetailSection, DetailSkeleton, DetailTitle } from '#foundation/console/display/detail.tsx';
import { Amount, Time, useFormat } from '#foundation/console/display/format.tsx';
import { Fact, Facts } from '#foundation/console/display/layout.tsx';
import { EmptyRows } from '#foundation/console/display/states.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import { DetailDrawer } from '#foundation/console/overlay/DetailDrawer.tsx';
import { useLast } from '#foundation/console/overlay/use-last.ts';
import type { RowSteps } from '#foundation/console/overlay/use-row-steps.ts';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { differenceWords } from '../../difference-words.ts';
import type { DifferenceRow } from '../../matching-contract.ts';
import {
  differenceColumns,
  differenceKindWords,
  differenceStateWords,
  outcomeWords,
} from '../../matching-export-words.ts';
import { canBecome } from '../../matching-rules.ts';
import { reconciliationWords } from '../../screen-words.ts';
import { BookingLink } from '../BookingLink.tsx';
import classes from '../Reconciliation.module.css';
import { RECONCILIATION } from '../path.ts';
import { statusText } from '../../line-text.ts';
import { acts } from './acts.ts';
import type { Acting } from './DecideDialog.tsx';
import { stateTones } from './state-tones.ts';

export interface DifferenceDrawerProps {
  id: string | undefined;
  /** Undefined if it is not among the rows of the list. */
  row: DifferenceRow | undefined;
  isLoading: boolean;
  steps: RowSteps | undefined;
  onAct(acting: Acting): void;
  onClose(): void;
}

export function DifferenceDrawer({ id, row, isLoading, steps, onAct, onClose }: DifferenceDrawerProps) {
  const t = useWords(differenceWords);
  // Keeps showing the last one while the drawer slides out, and one that has left the list.
  const last = useLast(row);
  const shown = row ?? (id === undefined || last?.id === id ? last : undefined);
  return (
    <DetailDrawer
      opened={id !== undefined}
      title={<DetailTitle kind={t('difference')} number={shown?.id ?? id} />}
      steps={steps}
      onClose={onClose}
    >
      {shown ? (
        <One key={shown.id} row={shown} onAct={onAct} />
      ) : isLoading ? (
        <DetailSkeleton lines={2} />
      ) : (
        <EmptyRows title={t('missing')} />
      )}
    </DetailDrawer>
  );
}

function One({ row, onAct }: { row: DifferenceRow; onAct(acting: Acting): void }) {
  const t = useWords(differenceWords);
  const columns = useWords(differenceColumns);
  const kinds = useWords(differenceKindWords);
  const states = useWords(differenceStateWords);
  const names = useWords(outcomeWords);
  const format = useFormat();
  const mayAct = useRight('reconciliation.act');
  return (
    <div className={classes.details}>
      <DetailHead amount={format.amount(row.atRisk)} number={row.id}>
        <StatusBadge tone={stateTones[row.state]}>{states(row.state)}</StatusBadge>
      </DetailHead>
      <p className={classes.text}>
        {kinds(row.kind)} · <bdi>{row.upstream}</bdi> ·{' '}
        <ScreenLink
          to={RECONCILIATION}
          search={{ upstream: row.upstreamId.toString(), day: row.day }}
          className={classes.link}
        >
          {format.day(row.day)}
        </ScreenLink>
      </p>
      {mayAct && (
        <div className={classes.buttons}>
          {acts
            .filter((act) => canBecome(row.state, act))
            .map((act) => (
              <Button key={act} size="sm" variant="default" onClick={() => onAct({ act, rows: [row] })}>
                {t(`act_${act}`)}
              </Button>
            ))}
        </div>
      )}
      <Sides row={row} />
      {mayAct && row.suggestions.length > 0 && canBecome(row.state, 'resolve') && (
        <Suggestions row={row} onAct={onAct} />
      )}
      <Facts>
        {row.owner !== '' && (
          <Fact label={columns('owner')}>
            <bdi>{row.owner}</bdi>
          </Fact>
        )}
        {row.note !== '' && (
          <Fact label={t('note')}>
            <bdi>{row.note}</bdi>
          </Fact>
        )}
        {row.outcome !== null && <Fact label={columns('outcome')}>{names(row.outcome)}</Fact>}
        {row.reason !== '' && (
          <Fact label={t('reason')}>
            <bdi>{row.reason}</bdi>
          </Fact>
        )}
        {canBecome(row.state, 'resolve') && (
          <Fact label={t('suggested')}>{row.outcomes.map(({ outcome }) => names(outcome)).join(', ')}</Fact>
        )}
      </Facts>
      <History history={row.history} />
    </div>
  );
}

function Sides({ row }: { row: DifferenceRow }) {
  const t = useWords(differenceWords);
  const columns = useWords(differenceColumns);
  const lines = useWords(reconciliationWords);
  const { theirs, ours, theirFee, ourFee, memberNo, orderNo } = row;
  const amounts = [
    [t('their_amount'), theirs],
    [t('our_amount'), ours],
    [t('their_fee'), theirFee],
    [t('our_fee'), ourFee],
  ] as const;
  const texts: readonly (readonly [string, ReactNode])[] = [
    [columns('upstream_no'), row.upstreamNo],
    [columns('our_no'), row.ourNo],
    [t('their_status'), row.theirStatus === '' ? '' : statusText(lines, row.theirStatus)],
    [t('statement_line'), row.line && lines('line_no', { line: row.line.lineNo })],
  ];
  return (
    <DetailSection title={t('sides')}>
      <Facts figures>
        {amounts.map(
          ([label, amount]) =>
            amount !== null && (
              <Fact key={label} label={label}>
                <Amount value={amount} />
              </Fact>
            ),
        )}
      </Facts>
      <Facts>
        {texts.map(
          ([label, text]) =>
            text !== '' &&
            text !== null && (
              <Fact key={label} label={label}>
                <bdi>{text}</bdi>
              </Fact>
            ),
        )}
        {row.at !== null && (
          <Fact label={t('at')}>
            <Time at={row.at} />
          </Fact>
        )}
        {memberNo !== null && (
          <Fact label={t('member')}>
            <ScreenLink to="/operator/members" search={{ q: memberNo, open: memberNo }} className={classes.link}>
              {memberNo}
            </ScreenLink>
          </Fact>
        )}
        {memberNo !== null && orderNo !== null && (
          <Fact label={t('order')}>
            <span className={classes.stack}>
              <BookingLink kind={row.bookingKind ?? 'payin'} memberNo={memberNo} orderNo={orderNo} />
            </span>
          </Fact>
        )}
      </Facts>
    </DetailSection>
  );
}

function Suggestions({ row, onAct }: { row: DifferenceRow; onAct(acting: Acting): void }) {
  const t = useWords(differenceWords);
  return (
    <DetailSection title={t('suggestions')}>
      <ul className={classes.items}>
        {row.suggestions.map(({ id, memberNo, orderNo, kind, at }) => (
          <li key={id} className={classes.item}>
            <span className={classes.stack}>
              <BookingLink kind={kind} memberNo={memberNo} orderNo={orderNo} />
              <span className={classes.quiet}>
                {memberNo} · <Time at={at} />
              </span>
            </span>
            <Button
              className={classes.end ?? ''}
              size="compact-sm"
              variant="default"
              onClick={() => onAct({ act: 'resolve', rows: [row], pairId: id })}
            >
              {t('pair_with')}
            </Button>
          </li>
        ))}
      </ul>
    </DetailSection>
  );
}

function History({ history }: { history: DifferenceRow['history'] }) {
  const t = useWords(differenceWords);
  const states = useWords(differenceStateWords);
  const names = useWords(outcomeWords);
  const outcomeText = (outcome: string) => {
    const known = (Object.keys(outcomeWords) as (keyof typeof outcomeWords)[]).find((name) => name === outcome);
    return known === undefined ? outcome : names(known);
  };
  return (
    <DetailSection title={t('history')}>
      <ol className={classes.items}>
        {history.map(({ state, outcome, reason, owner, note, at, by }, index) => (
          <li key={index} className={classes.item}>
            <span className={classes.stack}>
              <span>
                {states(state)}
                {outcome !== null && ` · ${outcomeText(outcome)}`}
              </span>
              {[reason, owner, note].filter(Boolean).map((text) => (
                <bdi key={text} className={classes.quiet}>
                  {text}
                </bdi>
              ))}
            </span>
            <span className={`${classes.end} ${classes.quiet}`}>
              <bdi>{by || t('by_comparison')}</bdi> · <Time at={at} short />
            </span>
          </li>
        ))}
      </ol>
    </DetailSection>
  );
}
