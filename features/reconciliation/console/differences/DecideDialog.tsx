/**
 * One act on some differences, or on all of a filter: then what it affects is shown first, and it happens only as it was
 * shown. Those that stay as they are appear with their reason.
 */
import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { z } from 'zod';
import { useMe } from '#features/accounts/console/use-me.ts';
import { Reason } from '#features/approvals/fields.ts';
import { useFormat } from '#foundation/console/display/format.tsx';
import { PlainButton } from '#foundation/console/display/plain.tsx';
import { type FieldFault, fieldFault } from '#foundation/console/form/field-fault.ts';
import { TextField } from '#foundation/console/form/fields.tsx';
import { Form, SubmitButton, useForm } from '#foundation/console/form/form.tsx';
import { Dialog } from '#foundation/console/overlay/Dialog.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { useLast } from '#foundation/console/overlay/use-last.ts';
import { kitWords } from '#foundation/console/page/kit-words.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { useAction } from '#foundation/console/wire/use-call.ts';
import type { InputOf } from '#foundation/core/calls.ts';
import { given } from '#foundation/core/given.ts';
import { differenceWords } from '../../difference-words.ts';
import type { Changed, DifferenceRow, matchingCalls as contract } from '../../matching-contract.ts';
import { outcomeWords } from '../../matching-export-words.ts';
import { type Outcome, outcomes, outcomesOf } from '../../matching-rules.ts';
import { matchingTexts } from '../../matching-words.ts';
import { matchingCalls, REFRESHED } from '../calls.ts';
import classes from '../Reconciliation.module.css';
import type { Act } from './acts.ts';
import type { DifferenceFilter } from './difference-filter.ts';

export interface Acting {
  act: Act;
  rows?: readonly DifferenceRow[];
  /** Instead of rows. */
  filter?: DifferenceFilter;
  total?: number;
  /** For a suggestion that was chosen: the other side of the pair. */
  pairId?: string;
}

export interface DecideDialogProps {
  acting: Acting | undefined;
  onDone(): void;
  onClose(): void;
}

export function DecideDialog({ acting, onDone, onClose }: DecideDialogProps) {
  const t = useWords(differenceWords);
  const last = useLast(acting);
  return (
    <Dialog
      opened={acting !== undefined}
      title={last && t(`title_${last.act}`, { count: countOf(last) })}
      onClose={onClose}
    >
      {last && <Deciding key={`${last.act} ${countOf(last)}`} acting={last} onDone={onDone} onClose={onClose} />}
    </Dialog>
  );
}

function countOf({ rows, total = 0 }: Acting): number {
  return rows?.length ?? total;
}

function Deciding({ acting, onDone, onClose }: Omit<DecideDialogProps, 'acting'> & { acting: Acting }) {
  const t = useWords(differenceWords);
  const [result, setResult] = useState<Changed>();
  if (result) return <Result result={result} onClose={onClose} />;
  return (
    <DecideForm
      acting={acting}
      onClose={onClose}
      onResult={(changed) => {
        onDone();
        if (changed.refused.length > 0) return setResult(changed);
        showToast(t('changed_told', { count: changed.count }), 'good');
        return onClose();
      }}
    />
  );
}

/** How many were changed, and why the others were not. */
export function Result({ result: { count, refused }, onClose }: { result: Changed; onClose(): void }) {
  const t = useWords(differenceWords);
  return (
    <div className={classes.form}>
      <p className={classes.text} role="status">
        {t('changed_told', { count })}. {refused.length > 0 && t('stayed', { count: refused.length })}
      </p>
      <ul className={classes.faults}>
        {refused.map(({ id, line, reason }) => (
          <li key={`${id} ${line}`}>
            {line === null ? t('refused_row', { number: id, reason }) : t('refused_line', { line, number: id, reason })}
          </li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <Button data-autofocus onClick={onClose}>
          {t('done')}
        </Button>
      </div>
    </div>
  );
}

const Typed = z.strictObject({
  owner: z.string(),
  note: z.string(),
  outcome: z.string(),
  reason: z.string(),
  journalMember: z.string(),
  journal: z.string(),
  pair: z.string(),
});
type Values = z.output<typeof Typed>;

interface DecideFormProps {
  acting: Acting;
  onClose(): void;
  onResult(changed: Changed): void;
}

function DecideForm({ acting, onClose, onResult }: DecideFormProps) {
  const { act, rows, filter, pairId } = acting;
  const t = useWords(differenceWords);
  const kit = useWords(kitWords);
  const format = useFormat();
  const [plan, setPlan] = useState<Changed>();
  const send = useDecision();
  const form = useForm({
    schema: Typed,
    texts: { ...matchingTexts, ...differenceWords },
    initial: {
      owner: '',
      note: '',
      outcome: pairId === undefined ? '' : 'paired',
      reason: '',
      journalMember: rows?.[0]?.memberNo ?? '',
      journal: '',
      pair: pairId ?? '',
    },
    check: (values) => faultsOf(act, values),
    onSubmit: async (values) => {
      const chosen = filter
        ? { filter: { ...filter }, ...given({ plan: plan?.plan ?? undefined }) }
        : { ids: rows?.map(({ id }) => id) ?? [] };
      const changed = await send(act, chosen, values);
      if (changed.plan === null) onResult(changed);
      else setPlan(changed);
    },
  });
  return (
    <Form form={form} label={t(`act_${act}`)}>
      <p className={classes.text}>{t(`what_${act}`)}</p>
      {act === 'assign' ? (
        <AssignFields form={form} />
      ) : (
        <>
          {act === 'resolve' && <OutcomeFields form={form} possible={possibleOutcomes(acting)} />}
          <TextField name="reason" label={t('reason')} autoComplete="off" maxLength={200} />
        </>
      )}
      {plan && (
        <p className={classes.note} role="status">
          {t('plan_of', { count: plan.count, amount: format.amount(plan.atRisk) })}
        </p>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onClose}>
          {kit('cancel')}
        </Button>
        <SubmitButton>{filter && !plan ? t('show_plan') : t(`act_${act}`)}</SubmitButton>
      </div>
    </Form>
  );
}

type Resolving = Extract<InputOf<(typeof contract)['calls']['/operator/reconciliation/resolve']>, { act: unknown }>;
type Chosen = Pick<Resolving, 'ids' | 'filter' | 'plan'>;

function useDecision(): (act: Act, chosen: Chosen, values: Values) => Promise<Changed> {
  const assign = useAction(matchingCalls, '/operator/reconciliation/assign', { refreshes: REFRESHED });
  const resolve = useAction(matchingCalls, '/operator/reconciliation/resolve', { refreshes: REFRESHED });
  return (act, chosen, { owner, note, outcome, reason, journal, journalMember, pair }) => {
    if (act === 'assign') return assign.mutateAsync({ ...chosen, owner, note });
    if (act !== 'resolve') return resolve.mutateAsync({ ...chosen, act, reason });
    return resolve.mutateAsync({
      ...chosen,
      act,
      reason,
      outcome: outcome as Outcome,
      ...(outcome === 'adjusted' ? { journal: { memberNo: journalMember, reference: journal } } : {}),
      ...(outcome === 'settled' ? { journal: { reference: journal } } : {}),
      ...(outcome === 'paired' ? { pairId: pair } : {}),
    });
  };
}

function faultsOf(act: Act, { outcome, reason, journal, journalMember, pair }: Values): FieldFault[] {
  if (act === 'assign') return [];
  return [
    ...(Reason.safeParse(reason).success ? [] : [fieldFault('reason', 'reason_needed')]),
    ...(act === 'resolve' && outcome === '' ? [fieldFault('outcome', 'outcome_needed')] : []),
    ...(act === 'resolve' && needsJournal(outcome) && !/^\d{19}$/.test(journal)
      ? [fieldFault('journal', 'journal_needed')]
      : []),
    ...(act === 'resolve' && outcome === 'adjusted' && !/^\d{8}$/.test(journalMember)
      ? [fieldFault('journalMember', 'journal_member_needed')]
      : []),
    ...(act === 'resolve' && outcome === 'paired' && !/^\d{1,18}$/.test(pair)
      ? [fieldFault('pair', 'pair_needed')]
      : []),
  ];
}

function needsJournal(outcome: string): boolean {
  return outcome === 'adjusted' || outcome === 'settled';
}

/** Those that fit every chosen row; one journal or pair answers one difference alone. */
function possibleOutcomes({ rows }: Acting): readonly Outcome[] {
  const isOne = rows?.length === 1;
  return outcomes.filter(
    (outcome) =>
      (rows ?? []).every(({ kind }) => outcomesOf[kind].includes(outcome)) &&
      (isOne || (outcome !== 'paired' && !needsJournal(outcome))),
  );
}

interface FieldsProps {
  form: { values: Values; errors: Readonly<Record<string, string>>; set(name: keyof Values, value: string): void };
}

function AssignFields({ form }: FieldsProps) {
  const t = useWords(differenceWords);
  const me = useMe().data?.userinfo.username;
  return (
    <>
      <TextField
        name="owner"
        label={t('owner_login')}
        description={t('no_owner')}
        autoComplete="off"
        maxLength={32}
        rightSectionWidth={80}
        rightSection={
          me !== undefined && (
            <PlainButton quiet onClick={() => form.set('owner', me)}>
              {t('assign_me')}
            </PlainButton>
          )
        }
      />
      <TextField name="note" label={t('note')} autoComplete="off" maxLength={500} />
    </>
  );
}

function OutcomeFields({ form, possible }: FieldsProps & { possible: readonly Outcome[] }) {
  const t = useWords(differenceWords);
  const names = useWords(outcomeWords);
  const { outcome } = form.values;
  return (
    <>
      <NativeSelect
        name="outcome"
        label={t('outcome')}
        value={outcome}
        error={form.errors['outcome']}
        onChange={({ currentTarget }) => form.set('outcome', currentTarget.value)}
        data={[{ value: '', label: t('choose_outcome') }, ...possible.map((value) => ({ value, label: names(value) }))]}
      />
      {outcome === 'adjusted' && (
        <TextField name="journalMember" label={t('journal_member')} inputMode="numeric" maxLength={8} />
      )}
      {needsJournal(outcome) && (
        <TextField
          name="journal"
          label={t('journal')}
          description={t('journal_hint')}
          inputMode="numeric"
          maxLength={19}
        />
      )}
      {outcome === 'paired' && (
        <TextField name="pair" label={t('pair')} description={t('pair_hint')} inputMode="numeric" maxLength={18} />
      )}
    </>
  );
}
