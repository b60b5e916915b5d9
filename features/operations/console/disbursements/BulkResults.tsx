/**
 * What became of each one of an act on many, at an address of its own: `?bulk=<id>`. If the request was interrupted, the
 * operator who made it can do the rest.
 */
import { MemberLink } from '#features/accounts/console/deciding/MemberLink.tsx';
import type { CurrentUser } from '#features/accounts/console/credentials/AccountPage.tsx';
import { useMe } from '#features/accounts/console/use-me.ts';
import { useSecondStep } from '#features/accounts/console/use-second-step.ts';
import { secondStepFields } from '#features/factors/contract.ts';
import { SecondStep } from '#features/factors/console/SecondStep.tsx';
import { CopyText } from '#foundation/console/display/CopyText.tsx';
import { useFormat } from '#foundation/console/display/format.tsx';
import { SkeletonBar, SkeletonGroup } from '#foundation/console/display/layout.tsx';
import { EmptyRows, FailedRows } from '#foundation/console/display/states.tsx';
import { StatusBadge, type Tone } from '#foundation/console/display/StatusBadge.tsx';
import { Form, SubmitButton, useForm } from '#foundation/console/form/form.tsx';
import { DetailDrawer } from '#foundation/console/overlay/DetailDrawer.tsx';
import { useLast } from '#foundation/console/overlay/use-last.ts';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { CallRefused } from '#foundation/console/wire/api-errors.ts';
import type { StepOf } from '#foundation/console/wire/typed-calls.ts';
import { useAction, useCall } from '#foundation/console/wire/use-call.ts';
import { z } from 'zod';
import type { BulkResult } from '../../disbursement-contract.ts';
import { operatorDisbursementWords } from '../../disbursement-words.ts';
import { operatorDisbursementTexts } from '../../words.ts';
import { operatorDisbursementCalls } from '../calls.ts';
import { sharedRefusals } from '#foundation/core/refusal-words.ts';
import classes from './Disbursements.module.css';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const outcomes = ['done', 'proposed', 'refused', 'waiting'] as const;
const tones: Readonly<Record<(typeof outcomes)[number], Tone>> = {
  done: 'good',
  proposed: 'busy',
  refused: 'bad',
  waiting: 'warn',
};

export function BulkResults({ bulkId, onClose }: { bulkId: string | undefined; onClose(): void }) {
  const t = useWords(operatorDisbursementWords);
  const last = useLast(bulkId);
  return (
    <DetailDrawer opened={bulkId !== undefined} title={t('results')} onClose={onClose}>
      {last !== undefined &&
        (UUID.test(last) ? (
          <Results key={last} bulkId={last} />
        ) : (
          <EmptyRows title={t('missing')} hint={t('missing_hint')} />
        ))}
    </DetailDrawer>
  );
}

function Results({ bulkId }: { bulkId: string }) {
  const t = useWords(operatorDisbursementWords);
  const { data, error, refetch } = useCall(operatorDisbursementCalls, '/operator/disbursement/bulkDetail', { bulkId });
  const me = useMe();
  if (error instanceof CallRefused && error.error === 'not_found')
    return <EmptyRows title={t('missing')} hint={t('missing_hint')} />;
  if (error && !data) return <FailedRows title={t('failed_load')} error={error} onRetry={() => void refetch()} />;
  const user = me.data?.userinfo;
  if (!data)
    return (
      <SkeletonGroup>
        <SkeletonBar width="60%" />
        <SkeletonBar width="90%" />
      </SkeletonGroup>
    );
  return (
    <div className={classes.results}>
      <Summary result={data} />
      {data.own && user && data.rows.some(({ outcome }) => outcome === 'waiting') && (
        <ContinueForm result={data} user={user} />
      )}
      {data.rows.some(({ outcome }) => outcome === 'proposed') && (
        <ScreenLink to="/operator/approvals" className={classes.link}>
          {t('to_approvals')}
        </ScreenLink>
      )}
      <ResultRows rows={data.rows} />
    </div>
  );
}

function Summary({ result: { act, madeBy, madeAt, reason, rows } }: { result: BulkResult }) {
  const t = useWords(operatorDisbursementWords);
  const format = useFormat();
  return (
    <>
      <p className={classes.what}>
        {t('results_of', { act: t(`act_${act}`), by: madeBy, at: format.dateTime(madeAt) })}
        {reason !== '' && <span className={classes.quiet}> {reason}</span>}
      </p>
      <p className={classes.itemHead} role="status">
        {outcomes
          .map((outcome) => ({ outcome, count: rows.filter((row) => row.outcome === outcome).length }))
          .filter(({ count }) => count > 0)
          .map(({ outcome, count }) => (
            <StatusBadge key={outcome} tone={tones[outcome]}>
              {t('outcome_count', { count, outcome: t(`outcome_${outcome}`) })}
            </StatusBadge>
          ))}
      </p>
    </>
  );
}

function ResultRows({ rows }: { rows: BulkResult['rows'] }) {
  const t = useWords(operatorDisbursementWords);
  const refusal = useWords({ ...sharedRefusals, ...operatorDisbursementTexts });
  return (
    <ol className={classes.items}>
      {rows.map(({ memberNo, orderNo, outcome, error }) => (
        <li key={`${memberNo}-${orderNo}`} className={classes.item}>
          <p className={classes.itemHead}>
            <CopyText value={orderNo} />
            <span className={classes.quiet}>
              <MemberLink memberNo={memberNo} />
            </span>
            <span className={classes.end}>
              <StatusBadge tone={tones[outcome]}>{t(`outcome_${outcome}`)}</StatusBadge>
            </span>
          </p>
          {error !== null && <p className={classes.quiet}>{refusal(error)}</p>}
        </li>
      ))}
    </ol>
  );
}

const Typed = z.strictObject({ ...secondStepFields });

function ContinueForm({ result, user }: { result: BulkResult; user: CurrentUser }) {
  const t = useWords(operatorDisbursementWords);
  const step = useSecondStep(
    'strongest' satisfies StepOf<typeof operatorDisbursementCalls, '/operator/disbursement/bulk'>,
    user,
  );
  const bulk = useAction(operatorDisbursementCalls, '/operator/disbursement/bulk', {
    refreshes: ['/operator/disbursement/bulkDetail', '/operator/disbursement/list', '/operator/disbursement/detail'],
  });
  const form = useForm({
    schema: Typed,
    texts: operatorDisbursementTexts,
    initial: { verifyType: '', verifyCode: '' },
    input: step.input,
    onSubmit: async (typed) => {
      const { bulkId, act, reason, upstreamId, rows } = result;
      await step.send(form, typed, () =>
        bulk.mutateAsync({
          bulkId,
          act,
          reason,
          rows: rows.map(({ memberNo, orderNo, bankReference }) => ({ memberNo, orderNo, bankReference })),
          ...(upstreamId === null ? {} : { upstreamId }),
          ...typed,
        }),
      );
    },
  });
  return (
    <Form form={form} label={t('continue_rest')}>
      <p className={classes.note}>{t('not_reached')}</p>
      <SecondStep methods={step.methods} mobile={user.mobile} />
      <SubmitButton>{t('continue_rest')}</SubmitButton>
    </Form>
  );
}
