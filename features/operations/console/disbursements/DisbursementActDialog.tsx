/**
 * One act on one or many withdrawals and payouts: what it does, the reason, what else it needs, and the second step. Loaded
 * when it is first opened. A request that was interrupted can be sent again: it does the rest.
 */
import { Button, NativeSelect } from '@mantine/core';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import type { CurrentUser } from '#features/accounts/console/credentials/AccountPage.tsx';
import { useMe } from '#features/accounts/console/use-me.ts';
import { useSecondStep } from '#features/accounts/console/use-second-step.ts';
import { secondStepFields } from '#features/factors/contract.ts';
import { SecondStep } from '#features/factors/console/SecondStep.tsx';
import { useFormat, useLocality } from '#foundation/console/display/format.tsx';
import { SkeletonBar, SkeletonGroup } from '#foundation/console/display/layout.tsx';
import { FailedRows } from '#foundation/console/display/states.tsx';
import { type FieldFault, fieldFault } from '#foundation/console/form/field-fault.ts';
import { TextField } from '#foundation/console/form/fields.tsx';
import { Form, type FormValues, SubmitButton, useForm, useFormState } from '#foundation/console/form/form.tsx';
import { Dialog } from '#foundation/console/overlay/Dialog.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { useLast } from '#foundation/console/overlay/use-last.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import type { StepOf } from '#foundation/console/wire/typed-calls.ts';
import { useAction } from '#foundation/console/wire/use-call.ts';
import { given } from '#foundation/core/given.ts';
import { formatAmount, parseAmountOrZero, sum } from '#foundation/core/money.ts';
import { isBlank } from '#foundation/core/typed-line.ts';
import type { BulkResult, OperatorDisbursementRow as Row } from '../../disbursement-contract.ts';
import { operatorDisbursementWords } from '../../disbursement-words.ts';
import type { OperatorAction } from '../../rules.ts';
import { operatorDisbursementTexts } from '../../words.ts';
import { operatorDisbursementCalls } from '../calls.ts';
import classes from './Disbursements.module.css';

export type ActRow = Pick<Row, 'memberNo' | 'orderNo' | 'amount'>;

export interface Acting {
  act: OperatorAction;
  rows: readonly ActRow[];
}

export interface DisbursementActDialogProps {
  acting: Acting | undefined;
  upstreams: Upstreams;
  onClose(): void;
  /** Called with the result of an act on many. */
  onResult(result: BulkResult): void;
}

export interface Upstreams {
  /** Those that a payment by hand can be booked on, and those that take payouts. */
  all: readonly { id: number; name: string }[];
  open: readonly { id: number; name: string }[];
}

const REFRESHED = ['/operator/disbursement/list', '/operator/disbursement/detail', '/operator/disbursement/bulkDetail'];
const MAX_REASON = 200;
const MAX_REFERENCE = 64;

export function DisbursementActDialog({ acting, ...props }: DisbursementActDialogProps) {
  const t = useWords(operatorDisbursementWords);
  const me = useMe();
  const last = useLast(acting);
  const user = me.data?.userinfo;
  return (
    <Dialog
      opened={acting !== undefined}
      title={last && t(`title_${last.act}`, { count: last.rows.length })}
      onClose={props.onClose}
    >
      {last &&
        (user ? (
          <ActForm key={`${last.act} ${last.rows.length}`} acting={last} user={user} {...props} />
        ) : me.error ? (
          <FailedRows title={t('failed_load')} error={me.error} onRetry={() => void me.refetch()} />
        ) : (
          <SkeletonGroup>
            <SkeletonBar width="80%" />
            <SkeletonBar height={36} />
          </SkeletonGroup>
        ))}
    </Dialog>
  );
}

const Typed = z
  .object({
    reason: z.string().max(MAX_REASON, { error: 'reason_needed' }),
    upstreamId: z.string(),
    ...secondStepFields,
  })
  .catchall(z.string().max(MAX_REFERENCE, { error: 'bank_reference_needed' }));

/** Freezing and asking need no second step, so that nothing waits for them. */
const withoutStep: readonly OperatorAction[] = ['freeze', 'query'];

type ActFormProps = Omit<DisbursementActDialogProps, 'acting'> & { acting: Acting; user: CurrentUser };

function ActForm({ acting, user, ...props }: ActFormProps) {
  const { act, rows } = acting;
  const t = useWords(operatorDisbursementWords);
  const { currency } = useLocality();
  const format = useFormat();
  const { form, step, isAlone } = useActForm({ acting, user, ...props });
  const total = sum(rows.map(({ amount }) => parseAmountOrZero(amount, currency) ?? 0n));
  return (
    <Form form={form} label={t(`act_${act}`)}>
      <p className={classes.what}>
        {t('sum_of', { amount: format.amount(formatAmount(total, currency)) })}. {t(`what_${act}`)}
        {rows.length > 1 && act !== 'freeze' && act !== 'query' && ` ${t('sum_counts')}`}
      </p>
      <ActFields acting={acting} upstreams={props.upstreams} />
      {!isAlone && <SecondStep methods={step.methods} mobile={user.mobile} />}
      <div className={classes.buttons}>
        <Button variant="default" onClick={props.onClose}>
          {t('leave')}
        </Button>
        <SubmitButton>{t(`act_${act}`)}</SubmitButton>
      </div>
    </Form>
  );
}

function ActFields({ acting: { act, rows }, upstreams }: { acting: Acting; upstreams: Upstreams }) {
  const t = useWords(operatorDisbursementWords);
  return (
    <>
      {act === 'mark_paid' && (
        <>
          <UpstreamField label={t('paid_by')} none={t('choose')} upstreams={upstreams.all} />
          <div className={classes.references}>
            {rows.map((row) => (
              <TextField
                key={row.orderNo}
                name={fieldOf(row)}
                label={t('reference_of', { number: row.orderNo })}
                autoComplete="off"
                maxLength={MAX_REFERENCE}
              />
            ))}
          </div>
        </>
      )}
      {act === 'submit' && (
        <UpstreamField label={t('send_to')} none={t('first_with_room')} upstreams={upstreams.open} />
      )}
      {act !== 'query' && (
        <TextField
          name="reason"
          label={t('reason')}
          description={t('reason_hint')}
          autoComplete="off"
          maxLength={MAX_REASON}
        />
      )}
    </>
  );
}

/** The form's values and checks, and how it is sent: one that takes no second step by its own call, others together. */
function useActForm({ acting: { act, rows }, user, onClose, onResult }: ActFormProps) {
  const t = useWords(operatorDisbursementWords);
  // The same request if it is sent again after it was interrupted.
  const [bulkId] = useState(() => crypto.randomUUID());
  const step = useSecondStep(
    'strongest' satisfies StepOf<typeof operatorDisbursementCalls, '/operator/disbursement/bulk'>,
    user,
  );
  const bulk = useAction(operatorDisbursementCalls, '/operator/disbursement/bulk', { refreshes: REFRESHED });
  const [one] = rows;
  const alone = rows.length === 1 && one && withoutStep.includes(act) ? one : undefined;
  const actAlone = useActAlone();
  const initial = useMemo(() => initialOf({ act, rows }), [act, rows]);
  const form = useForm({
    schema: Typed,
    texts: operatorDisbursementTexts,
    initial,
    input: step.input,
    check: (values) => faultsOf({ act, rows }, values),
    onSubmit: async (typed, values) => {
      const { reason, upstreamId, verifyType, verifyCode } = typed;
      if (alone) {
        await actAlone(act, alone, reason);
        showToast(t('done_told'), 'good');
        onClose();
        return;
      }
      const isSent = await step.send(form, typed, async () => {
        const result = await bulk.mutateAsync({
          bulkId,
          act,
          rows: rows.map((row) => ({ ...keyOf(row), ...given({ bankReference: values[fieldOf(row)] }) })),
          reason,
          ...(upstreamId === '' ? {} : { upstreamId: Number(upstreamId) }),
          verifyType,
          verifyCode,
        });
        const [only] = result.rows;
        if (result.rows.length > 1 || only?.outcome === 'refused') onResult(result);
        else showToast(t(only?.outcome === 'proposed' ? 'proposed_told' : 'done_told'), 'good');
      });
      if (isSent) onClose();
    },
  });
  return { form, step, isAlone: alone !== undefined };
}

function useActAlone(): (act: OperatorAction, row: ActRow, reason: string) => Promise<unknown> {
  const freeze = useAction(operatorDisbursementCalls, '/operator/disbursement/freeze', { refreshes: REFRESHED });
  const query = useAction(operatorDisbursementCalls, '/operator/disbursement/query', { refreshes: REFRESHED });
  return (act, row, reason) =>
    act === 'freeze' ? freeze.mutateAsync({ ...keyOf(row), reason }) : query.mutateAsync(keyOf(row));
}

type ActValues = FormValues & { reason: string; upstreamId: string; verifyType: string; verifyCode: string };

function initialOf({ act, rows }: Acting): ActValues {
  const references = act === 'mark_paid' ? Object.fromEntries(rows.map((row) => [fieldOf(row), ''])) : {};
  return { ...references, reason: '', upstreamId: '', verifyType: '', verifyCode: '' };
}

function faultsOf({ act, rows }: Acting, values: ActValues): FieldFault[] {
  const faults = act !== 'query' && isBlank(values.reason) ? [fieldFault('reason', 'reason_needed')] : [];
  if (act !== 'mark_paid') return faults;
  return [
    ...(values.upstreamId === '' ? [fieldFault('upstreamId', 'upstream_needed')] : []),
    ...rows
      .map(fieldOf)
      .filter((field) => isBlank(values[field] ?? ''))
      .map((field) => fieldFault(field, 'bank_reference_needed')),
    ...faults,
  ];
}

function keyOf({ memberNo, orderNo }: ActRow): { memberNo: string; orderNo: string } {
  return { memberNo, orderNo };
}

/** The name of the field for one's bank reference. */
function fieldOf({ memberNo, orderNo }: ActRow): string {
  return `reference ${memberNo} ${orderNo}`;
}

function UpstreamField({ label, none, upstreams }: { label: string; none: string; upstreams: Upstreams['all'] }) {
  const { values, errors, set } = useFormState();
  return (
    <NativeSelect
      name="upstreamId"
      label={label}
      value={values['upstreamId'] ?? ''}
      error={errors['upstreamId']}
      onChange={({ currentTarget }) => set('upstreamId', currentTarget.value)}
      data={[{ value: '', label: none }, ...upstreams.map(({ id, name }) => ({ value: id.toString(), label: name }))]}
    />
  );
}
